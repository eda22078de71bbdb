import PQueue from 'p-queue'
import type { WalkMode } from '../../git/history/history.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { runBriefly, runYielding } from '../../run-yielding.ts'
import type { Store } from '../../storage/store.ts'
import type { Derivation, Derive, DeriveInput } from '../history/derive.ts'
import { readingBriefly, unlessOverBudget } from '../reading/budget.ts'
import type { HistoryPlace } from './derive-task.ts'
import type { WorkerPool } from './worker-pool.ts'

interface DeriverOptions {
  readonly pool: WorkerPool
  readonly store: Store
  readonly maxObjectBytes: number
  /** Of work that is done here beside other work (default: 50, about what a thread takes to start; of answers more). */
  readonly maxMsHere?: number
}

const MAX_MS_HERE = 50
/** Many follow one another, and what was read for the last one is at hand here: only long texts are read elsewhere at once. */
const MAX_MS_OF_ANSWER = 1000
/** Of a long history of many large files. */
const MAX_MS = 60 * 60_000

/** What a request waits for: it reads a part of a history, not all of it. */
const ANSWERS: ReadonlySet<Derivation['name']> = new Set(['second', 'unit', 'effects', 'writers'])

/**
 * Derives in worker threads, of which at least one is left for what is read and for answers, one at a time: these do not
 * wait until a whole history has been read.
 */
export function createDeriver({ pool, store, maxObjectBytes, maxMsHere }: DeriverOptions): Derive {
  const queue = new PQueue({ concurrency: Math.max(1, pool.threads - 1) })
  const answers = new PQueue({ concurrency: 1 })
  return async (derivation, inputs, work, { signal, progress } = {}) => {
    const isOnDisk = inputs.some(({ history }) => history.timeline.tip === WORK_TREE_OID)
    const folder = pool.threads === 0 || isOnDisk ? undefined : store.folder()
    if (folder === undefined) return runYielding(work(), signal)
    const isAnswer = ANSWERS.has(derivation.name)
    const maxMs = maxMsHere ?? (isAnswer ? MAX_MS_OF_ANSWER : MAX_MS_HERE)
    const known = await runBriefly(readingBriefly(work()), maxMs, signal).catch(unlessOverBudget)
    if (known !== undefined) return known.result
    await (isAnswer ? answers : queue).add(async () => {
      signal?.throwIfAborted()
      const places = inputs.map((input) => placeOf(input, derivation, maxObjectBytes))
      const task = { folder, derivation, places: await Promise.all(places) }
      // What was read for it by now is not read again there.
      await store.flush()
      await pool.run(task, { signal, maxMs: MAX_MS, onProgress: progress })
    })
    return runYielding(work(), signal)
  }
}

async function placeOf(
  { project, config, history }: DeriveInput,
  { name }: Derivation,
  maxObjectBytes: number,
): Promise<HistoryPlace> {
  const modes: WalkMode[] = ['first-parent-moves']
  if (name === 'states' && config.stateFrom === 'mirror') modes.push('ancestors')
  if (name === 'credits' || name === 'writers') modes.push('ancestors-moves')
  const rows: [WalkMode, HistoryPlace['rows'][WalkMode]][] = []
  for (const mode of modes) rows.push([mode, (await history.rows(mode)).columns])
  return {
    config,
    maxObjectBytes,
    // Those of its components that are looked at are sent beside it.
    project: { ...project, components: [] },
    gitDir: history.repository.gitDir,
    commit: history.timeline.tip,
    rows: Object.fromEntries(rows),
  }
}
