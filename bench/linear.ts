import type { Bench, Row } from './bench.ts'
import { runSide } from './run.ts'

/** What each group of `bench/sides/linear.ts` does. */
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
 * What reads files and texts of strangers takes time linear in their length: inputs that make careless readers look again
 * and again at the same characters, half a megabyte of them against the most that it may take after an eighth of a
 * megabyte. A row for the slowest of each group, or for all that take too long.
 */
export const linear: Bench = {
  name: 'linear',
  async rows(setting) {
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
          otherName: 'the most that is linear',
          others: [most],
          target: { atMost: 1 },
        })
      }
    }
    return rows
  },
}
