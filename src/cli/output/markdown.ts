import { sanitizeTerminal } from '../../text.ts'

/** Escapes a text so that Markdown shows it verbatim, without markup, mentions, links or cell breaks. */
export function escapeMarkdown(text: string): string {
  return (
    sanitizeTerminal(text)
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&')
      // A word joiner keeps GitHub from notifying people, and from linking URLs and issues, which would then list the
      // link.
      .replace(/@/g, '@\u2060')
      .replace(/:\/\//g, ':\u2060//')
      .replace(/\bwww\./gi, '$&\u2060')
      .replace(/\bGH-(?=\d)/gi, '$&\u2060')
      .replace(/\\#(?=\d)/g, '$&\u2060')
  )
}

/** Returns the lines of a table. Cells are Markdown; those from the third column on are right-aligned. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = header.map((_, index) => (index < 2 ? '---' : '---:'))
  return [line(header), line(rule), ...rows.map(line)]
}

/** Returns the first lines that fit, each with a line end. */
export function takeWhileShort(lines: readonly string[], maxCharacters: number): string[] {
  let length = 0
  const index = lines.findIndex((line) => {
    length += line.length + 1
    return length > maxCharacters
  })
  return lines.slice(0, index === -1 ? lines.length : index)
}
