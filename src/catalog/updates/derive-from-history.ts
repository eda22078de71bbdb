import { RepositoryError } from '../../errors.ts'
import { runYielding } from '../../run-yielding.ts'
import type { ComponentHistory } from '../history/component-history.ts'
import type { ComponentState } from '../view/component-state.ts'
import type { ComponentEntry } from './component-entry.ts'

/** What is found out from the history of a component once that is served. */
type Derived = Pick<ComponentState, 'recent' | 'times'>

/** Something of it, and how it is found out. Its steps throw RepositoryError for unreadable objects. */
interface Derivation<K extends keyof Derived> {
  readonly history: ComponentHistory
  readonly name: K
  readonly steps: Generator<void, NonNullable<Derived[K]>>
}

/**
 * Finds something out from the history that a component is served with, and serves that, too, unless it has another history by
 * then. Returns whether it did.
 */
export async function deriveFromHistory<K extends keyof Derived>(
  entry: ComponentEntry,
  { history, name, steps }: Derivation<K>,
): Promise<boolean> {
  try {
    const found = await runYielding(steps)
    if (entry.published.history !== history) return false
    entry.published = { ...entry.published, [name]: found }
    if (entry.state.history === history) entry.state = { ...entry.state, [name]: found }
    return true
  } catch (error) {
    // A damaged object in the history hides what was looked for; the served commit is whole.
    if (error instanceof RepositoryError) return false
    throw error
  }
}
