/** Returns a table in Markdown. The cells are Markdown, see `code` and `plain`. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}

/** Formats a text as code in a cell. */
export function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}

/** Escapes a text so that a cell shows it verbatim. */
export function plain(text: string): string {
  return text.replace(/[\\|*<]/g, '\\$&')
}
