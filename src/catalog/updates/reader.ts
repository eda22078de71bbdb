import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { runYielding } from '../../run-yielding.ts'
import type { Store } from '../../storage/store.ts'
import type { Part } from '../checking/check-part.ts'
import { checkProject } from '../checking/check-project.ts'
import type { PreviousSources } from '../history/component-history.ts'
import { bringDigests } from '../reading/bring-digests.ts'
import { type Budget, createBudget, unlessOverBudget } from '../reading/budget.ts'
import { readComponent } from '../reading/component.ts'
import type { Library } from '../reading/library.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import type { ComponentState } from '../view/component-state.ts'
import type { ReadTask } from './read-task.ts'
import type { WorkerPool } from './worker-pool.ts'

/** A component at a commit. */
interface PlacedComponent {
  readonly config: ComponentConfig
  readonly repository: Repository
  readonly commit: Commit
}

/** One whose files have been read. */
export interface PlacedContent extends PlacedComponent {
  readonly content: ComponentContent
  readonly outdated: PreviousSources | undefined
}

/** A component with what is known of it; none where there is nothing to check. */
export function placedContent(
  config: ComponentConfig,
  repository: Repository | undefined,
  { commit, content, history }: Pick<ComponentState, 'commit' | 'content' | 'history'>,
): PlacedContent[] {
  if (commit === undefined || content === undefined || repository === undefined) return []
  return [{ config, repository, commit, content, outdated: history?.outdated }]
}

/**
 * Reads and checks components. What takes long is done in worker threads, which leave it in the store; then all is there
 * and reading only puts it together.
 */
export interface Reader {
  /** See `readComponent`. */
  read(
    project: ProjectConfig,
    component: PlacedComponent,
    signal?: AbortSignal,
  ): Promise<ComponentContent>
  /** See `checkProject`. */
  check(
    project: ProjectConfig,
    components: readonly PlacedContent[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<ComponentConfig, ComponentContent>>
  /** How many components it may be asked to read at once. */
  readonly concurrency: number
}

/** What work is done with. */
interface Means {
  readonly library: Library
  readonly budget?: Budget | undefined
}

export interface ReaderOptions {
  readonly library: Library
  readonly store: Store
  readonly maxObjectBytes: number
  /** Without threads all is done here, as in commands, where nothing else waits. */
  readonly pool: WorkerPool
  /** How long a thread may take for one task (default: ten minutes), many times what the largest projects need. */
  readonly maxMs?: number
}

/** Done here beside other work until nothing is under way: to start a thread takes as long. */
const MAX_BYTES_HERE = 2 << 20
const MAX_MS = 10 * 60_000

/** A reader that reads here or in threads. It is long because its functions share the work under way. */
export function createReader({
  library,
  store,
  maxObjectBytes,
  pool,
  maxMs = MAX_MS,
}: ReaderOptions): Reader {
  const here = { left: 0 }
  let underWay = 0

  /** Here as long as that takes little, else first in a thread. */
  async function run<T>(
    workWith: (means: Means) => Generator<void, T>,
    {
      project,
      components,
      isChecked,
      signal,
    }: Pick<ReadTask, 'project'> & {
      /** Whether components are checked together. */
      readonly isChecked: boolean
      readonly components: readonly (PlacedComponent & Partial<PlacedContent>)[]
      readonly signal: AbortSignal | undefined
    },
  ): Promise<T> {
    const isOnDisk = components.some(({ commit }) => commit.oid === WORK_TREE_OID)
    const work = (budget?: Budget) => workWith({ library, budget })
    if (store.shared !== undefined && !isOnDisk) {
      await bringDigests(library, (dry) => workWith({ library: dry }), signal)
    }
    const folder = pool.threads === 0 || isOnDisk ? undefined : store.folder()
    if (folder === undefined) return runYielding(work(), signal)
    if (underWay++ === 0) here.left = MAX_BYTES_HERE
    const budget = createBudget(here)
    try {
      const done = await runYielding(work(budget), signal).catch(unlessOverBudget)
      if (done !== undefined) return done
      // By now no error keeps alive what was found until then.
      const places = components.map(({ config, repository, commit, outdated }) => ({
        ...{ config, outdated, maxObjectBytes },
        gitDir: repository.gitDir,
        commit: commit.oid,
      }))
      // The files have been read by now: that is not done again there, and threads that did it hold what it took.
      if (isChecked) await Promise.all([store.flush(), pool.rest()])
      // Of all its components, those that are asked for.
      const task = { folder, project: { ...project, components: [] }, components: places }
      const parts = isChecked ? partsFor(pool.threads) : [undefined]
      await Promise.all(parts.map((part) => pool.run({ ...task, part }, { signal, maxMs })))
      // Before this thread needs some more, too.
      if (isChecked) await pool.rest()
      return await runYielding(work(), signal)
    } finally {
      budget.end()
      underWay--
    }
  }

  return {
    read: (project, component, signal) =>
      run((means) => readComponent({ project, ...component, ...means }), {
        project,
        components: [component],
        isChecked: false,
        signal,
      }),
    check: (project, components, signal) =>
      run((means) => checkProject(project, components, means), {
        project,
        components,
        isChecked: true,
        signal,
      }),
    // While threads read some, others are put together here.
    concurrency: Math.max(1, 2 * pool.threads),
  }
}

/** A part of a project for each thread. */
function partsFor(of: number): Part[] {
  return Array.from({ length: of }, (_, index) => ({ index, of }))
}
