import { digestOf } from '../digest.ts'
import { logKey } from './changes/stored-runs.ts'
import type { ComponentHistory } from './component-history.ts'
import type { DeriveInput } from './derive.ts'

/** What is found in the history of a component, and kept in the store where a thread found it for another one. */
export interface Answer<T> {
  /** Undefined while it is not there. */
  stored(): T | undefined
  store(found: T): void
  find(): T
}

/** As it is stored, or found now. */
export function known<T>({ stored, find }: Answer<T>): T {
  return stored() ?? find()
}

/** Finds it, and stores it. */
export function keep<T>({ store, find }: Answer<T>): void {
  store(find())
}

/** A component's history, and the settings by which it is read. */
export interface OwnHistory extends Omit<DeriveInput, 'history'> {
  readonly history: ComponentHistory
}

/** The place in the store of what was asked of a component's history at its commit. */
export function storedAnswer<T>(
  { project, config, history: { timeline, store } }: OwnHistory,
  { name, asked }: { readonly name: string; readonly asked: unknown },
): Pick<Answer<T>, 'stored' | 'store'> {
  const bucket = store.bucket<T>({ name })
  const key = digestOf([
    logKey({ project, config }, timeline),
    config.stateFrom,
    timeline.tip,
    asked,
  ])
  return { stored: () => bucket.get(key), store: (found) => bucket.set(key, found) }
}
