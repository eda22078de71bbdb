import type { Engine } from '../../engine/engine.ts'
import type { WalkMode } from '../../git/history/history.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import type { Store } from '../../storage/store.ts'
import type { Derivation, Derive, DeriveInput } from '../history/derive.ts'
import { deriveWork, type HistoryPlace } from './derive-work.ts'

interface DeriverOptions {
  readonly engine: Engine
  readonly store: Store
  readonly maxObjectBytes: number
}

/** Of a long history of many large files. */
const MAX_MS = 60 * 60_000

/** What a request waits for: it reads a part of a history, not all of it. */
const ANSWERS: ReadonlySet<Derivation['name']> = new Set(['second', 'unit', 'effects', 'writers'])

/** Derives in threads, which leave what they find in the store; what is derived from files on disk, here. */
export function createDeriver({ engine, store, maxObjectBytes }: DeriverOptions): Derive {
  return async (derivation, inputs, work, { signal, progress } = {}) => {
    const isOnDisk = inputs.some(({ history }) => history.timeline.tip === WORK_TREE_OID)
    if (engine.threads > 0 && !isOnDisk) {
      const places = await Promise.all(
        inputs.map((input) => placeOf(input, derivation, maxObjectBytes)),
      )
      // Threads find there what was derived until now.
      await store.flush()
      await engine.ask(
        deriveWork,
        { derivation, places },
        { signal, progress, maxMs: MAX_MS, background: !ANSWERS.has(derivation.name) },
      )
    }
    return work()
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
