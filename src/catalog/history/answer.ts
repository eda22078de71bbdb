import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { remember } from '../../storage/store.ts'
import { digestOf } from '../digest.ts'
import { logKey } from './changes/stored-runs.ts'
import type { LoggedComponent } from './component-history.ts'

/** The answer to what was asked of a component's history at its commit: as it is stored, else found and stored. */
export function rememberAnswer<T>(
  { component, history: { timeline, store } }: LoggedComponent,
  { name, question }: { readonly name: string; readonly question: unknown },
  find: () => T,
): T {
  // Files on disk are another commit tomorrow, under the same id.
  if (timeline.tip === WORK_TREE_OID) return find()
  const { config } = component
  const log = logKey({ project: component.project.config, config }, timeline)
  const key = digestOf([log, config.stateFrom, timeline.tip, question])
  return remember(store.bucket<T>({ name }), key, find)
}
