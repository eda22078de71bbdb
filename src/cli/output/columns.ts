/** A cell of a table: its text, and the text with colors if it has any. */
export interface Cell {
  readonly text: string
  readonly painted?: string
  readonly isRight?: boolean
}

/**
 * Formats the lines of a table, with columns as wide as their widest cell, two spaces apart, and without empty columns.
 */
export function alignColumns(rows: readonly (readonly Cell[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach(({ text }, index) => {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(text))
    })
  }
  return rows.map((row) =>
    row
      .flatMap(({ text, painted = text, isRight = false }, index) => {
        const width = widths[index] ?? 0
        const padding = ' '.repeat(width - widthOf(text))
        return width === 0 ? [] : isRight ? padding + painted : painted + padding
      })
      .join('  ')
      .trimEnd(),
  )
}

/** Returns the width of a text on a terminal: two cells for most East Asian characters, none for combining marks. */
function widthOf(text: string): number {
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
