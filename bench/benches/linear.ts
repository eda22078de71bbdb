import type { Row, Setting } from '../bench.ts'
import { runSide } from '../run.ts'

/** Description of each group of `bench/sides/linear.ts`. */
const GROUPS = {
  formats: 'reading files',
  checks: 'checking and explaining texts',
  markup: 'finding markup',
  discovery: 'judging files of a repository',
  texts: 'reading other texts of strangers',
  expressions: 'searching with expressions of strangers',
  usage: 'searching code for keys',
}

/**
 * Verifies that all code that reads foreign files and texts takes linear time, on inputs that make quadratic parsers
 * rescan the same characters. Compares half a megabyte with the limit derived from an eighth of a megabyte. Each group
 * has a row for its slowest case, or for all cases that take too long.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  for (const [group, does] of Object.entries(GROUPS)) {
    const { figures = {} } = await runSide(setting, { name: 'linear', argument: { group } })
    for (const [what, milliseconds] of Object.entries(figures)) {
      const most = figures[`most ${what}`]
      if (most === undefined) continue
      rows.push({
        what: `${does}: ${what}`,
        unit: 'ms',
        ours: [milliseconds],
        otherName: 'largest ratio that is linear',
        others: [most],
        target: { atMost: 1 },
      })
    }
  }
  return rows
}
