import PQueue from 'p-queue'
import {
  type History,
  type HistoryGroup,
  type HistoryOptions,
  type HistoryRows,
  openHistory,
  type RowsOptions,
} from '../../git/history/history.ts'

/** The history behind commits that no served commit has behind it: those of other branches, and discarded ones. */
interface SideHistory {
  /** Rejects with RepositoryError when objects cannot be read. */
  rows(gitDir: string, groups: readonly HistoryGroup[], options: RowsOptions): Promise<HistoryRows>
  close(): Promise<void>
}

/** An index grows with each tip, so after as many it starts anew. */
const MAX_TIPS = 16

/** Kept apart from what is served and in memory only; nothing is opened before the first use. */
export function createSideHistory(
  walking: Pick<HistoryOptions, 'maxObjectBytes' | 'walker'>,
): SideHistory {
  let history: History | undefined
  let known: readonly HistoryGroup[] = []
  let tips: readonly string[] = []
  const queue = new PQueue({ concurrency: 1 })

  async function read(
    gitDir: string,
    groups: readonly HistoryGroup[],
    options: RowsOptions,
  ): Promise<HistoryRows> {
    const isNew = !tips.includes(options.tip)
    if (history === undefined || known !== groups || (isNew && tips.length === MAX_TIPS)) {
      await history?.close()
      history = openHistory({ path: gitDir, groups, ...walking })
      known = groups
      tips = []
    }
    if (!tips.includes(options.tip)) {
      await history.update([...tips, options.tip])
      tips = [...tips, options.tip]
    }
    return history.rows(options)
  }

  return {
    rows: (gitDir, groups, options) => queue.add(() => read(gitDir, groups, options)),
    async close() {
      await queue.onIdle()
      await history?.close()
    },
  }
}
