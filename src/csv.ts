/** Lines of CSV after RFC 4180: cells are quoted where they need it, each line ends with CRLF. */
export function writeCsv(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('')
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
