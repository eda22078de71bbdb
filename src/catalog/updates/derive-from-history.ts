import { RepositoryError } from '../../errors.ts'
import { runYielding } from '../../run-yielding.ts'
import type { ComponentHistory } from '../history/component-history.ts'
import type { ComponentState } from '../view/component-state.ts'
import type { Member } from './component-entry.ts'

/** What is found out from the past of a component once that is served. */
type Learned = Pick<ComponentState, 'recent' | 'times'>

/** Something of it, and how it is found out. Its steps throw RepositoryError for unreadable objects. */
interface Lesson<K extends keyof Learned> {
  readonly past: ComponentHistory
  readonly name: K
  readonly steps: Generator<void, NonNullable<Learned[K]>>
}

/**
 * Finds something out from the past that a component is served with, and serves that, too, unless it has another past by
 * then. Returns whether it did.
 */
export async function learnFromPast<K extends keyof Learned>(
  member: Member,
  { past, name, steps }: Lesson<K>,
): Promise<boolean> {
  try {
    const found = await runYielding(steps)
    if (member.published.past !== past) return false
    member.published = { ...member.published, [name]: found }
    if (member.state.past === past) member.state = { ...member.state, [name]: found }
    return true
  } catch (error) {
    // A damaged object in the history hides what was looked for; the served commit is whole.
    if (error instanceof RepositoryError) return false
    throw error
  }
}
