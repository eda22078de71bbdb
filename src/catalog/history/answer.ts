import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { remember } from '../../storage/store.ts'
import { digestOf } from '../digest.ts'
import { logKey } from './changes/stored-runs.ts'
import type { LoggedComponent } from './component-history.ts'

/**
 * Returns the answer to a question about a component's history at its commit: the stored one, otherwise a computed one,
 * which it stores.
 */
export function rememberAnswer<T>(
  { component, history: { timeline, store } }: LoggedComponent,
  { name, question }: { readonly name: string; readonly question: unknown },
  find: () => T,
): T {
  // Tomorrow the files on disk may differ under the same id.
  if (timeline.tip === WORK_TREE_OID) return find()
  const { config } = component
  const log = logKey({ project: component.project.config, config }, timeline)
  const key = digestOf([log, config.stateFrom, timeline.tip, question])
  return remember(store.bucket<T>({ name }), key, find)
}
