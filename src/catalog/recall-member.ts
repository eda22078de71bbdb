import { RepositoryError } from '../errors.ts'
import { findRecentChanges } from './history/recent-changes.ts'
import type { Member } from './member.ts'
import { inSlices } from './slices.ts'

/** Finds out how the contents of a component changed lately, once its past is known. Returns whether that is news. */
export async function recallMember(member: Member): Promise<boolean> {
  const { past, recent } = member.published
  if (past === undefined || recent !== undefined) return false
  try {
    const found = await inSlices(findRecentChanges(past))
    if (member.published.past !== past) return false
    member.published = { ...member.published, recent: found }
    if (member.state.past === past) member.state = { ...member.state, recent: found }
    return true
  } catch (error) {
    // A damaged object in the history hides what changed; the served commit is whole.
    if (error instanceof RepositoryError) return false
    throw error
  }
}
