import { WORK_TREE_OID } from '../git/work-tree.ts'
import { digestOf } from '../model/digest.ts'
import { structuredCodec } from '../store/store.ts'
import type { ComponentHistory } from './component-history.ts'
import { logKey } from './past.ts'

/** Returns the stored answer to a question about a component's history at its commit, or computes and stores it. */
export async function rememberAnswer<T>(
  history: Pick<ComponentHistory, 'place' | 'timeline' | 'store'>,
  name: string,
  question: unknown,
  find: () => T | Promise<T>,
): Promise<T> {
  const { timeline, place, store } = history
  // Tomorrow the files on disk may differ under the same id.
  if (timeline.tip === WORK_TREE_OID) return find()
  const bucket = store.bucket({ name, codec: structuredCodec<T>() })
  const key = digestOf([logKey(history), place.config.stateFrom, timeline.tip, question])
  const stored = bucket.get(key)
  if (stored !== undefined) return stored
  const answer = await find()
  bucket.set(key, answer)
  return answer
}
