import { stripVTControlCharacters } from 'node:util'

/** A cell of a table, possibly with colors: a left-aligned text, or a right-aligned one. */
export type Cell = string | { readonly right: string }

/** Formats the lines of a table with columns two spaces apart, as wide as their widest cell; omits empty columns. */
export function alignColumns(rows: readonly (readonly Cell[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(cell))
    }
  }
  const cellText = (cell: Cell, width: number) => {
    const padding = ' '.repeat(width - widthOf(cell))
    return typeof cell === 'string' ? cell + padding : padding + cell.right
  }
  return rows.map((row) =>
    row
      .flatMap((cell, index) => (widths[index] === 0 ? [] : cellText(cell, widths[index]!)))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns the width of a text on a terminal: two cells for most East Asian characters, none for combining marks. */
export function widthOf(cell: Cell): number {
  const text = stripVTControlCharacters(typeof cell === 'string' ? cell : cell.right)
  // A fast path for most texts, because regular expressions with Unicode classes take long to compile.
  if (/^[\x20-\x7e\xa0-\xac\xae-\u02ff→█░]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) {
    if (/\p{Mark}|\p{Default_Ignorable_Code_Point}/u.test(character)) continue
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1
  }
  return width
}
