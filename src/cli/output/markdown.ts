import { sanitizeTerminal } from './sanitize-terminal.ts'

/** A text that Markdown shows as it is: no markup, no mentions, no links, no end of a table's cell. */
export function escapeMarkdown(text: string): string {
  return (
    sanitizeTerminal(text)
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/[\\`*_{}[\]()#+!|~]/g, '\\$&')
      // A name or an address that is not cut up would notify people or become a link.
      .replace(/@/g, '@\u2060')
      .replace(/:\/\//g, ':\u2060//')
  )
}

/** The lines of a table; cells are Markdown already, those of right-aligned columns named by their index. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  rightColumns: ReadonlySet<number>,
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = header.map((_, index) => (rightColumns.has(index) ? '---:' : '---'))
  return [line(header), line(rule), ...rows.map(line)]
}
