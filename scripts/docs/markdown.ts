/** A table in Markdown. The cells are Markdown: see `code` and `plain`. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return lines.join('\n')
}

/** A text as code in a cell. */
export function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}

/** A text that reads in a cell as it is. */
export function plain(text: string): string {
  return text.replace(/[\\|*<]/g, '\\$&')
}
