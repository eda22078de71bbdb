/** One line of the table: a kind of run. */
export interface Row {
  readonly what: string
  readonly runs: number
  /** One line for each failed run. */
  readonly wrong: readonly string[]
  /** What was measured. */
  readonly note?: string
  /** Why it did not run. */
  readonly skipped?: string
}

const HEAD = ['what', 'runs', 'right', 'wrong', '']

/** The rows as lines of aligned columns, each followed by what was wrong. */
export function tableLines(rows: readonly Row[]): string[] {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 4
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return lines.flatMap((line, i) => [
    line,
    ...(rows[i - 1]?.wrong ?? []).map((fault) => `    ${fault}`),
  ])
}

function cellsOf({ what, runs, wrong, note = '', skipped }: Row): string[] {
  if (skipped !== undefined) return [what, '-', '-', '-', `skipped: ${skipped}`]
  return [what, `${runs}`, `${runs - wrong.length}`, `${wrong.length}`, note]
}
