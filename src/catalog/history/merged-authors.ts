import { RepositoryError } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import type { Change } from '../change.ts'
import { createEntryReader } from '../life/entry-reader.ts'
import { createWriterFinder } from '../life/writer.ts'
import type { Past } from './past.ts'

type FindWriter = ReturnType<typeof createWriterFinder>

const finders = new WeakMap<Past, Promise<FindWriter>>()

/**
 * The same changes, where those of units that a merge brought name the commit that wrote them. Rejects with
 * RepositoryError.
 */
export async function nameMergedAuthors(changes: readonly Change[]): Promise<readonly Change[]> {
  const named: Change[] = []
  for (const change of changes) {
    const { component, commit, context, filename, step } = change
    const { past } = component
    const isMerged = past !== undefined && context !== undefined && isMerge(past.repository, commit)
    if (!isMerged) {
      named.push(change)
      continue
    }
    const source = component.config.template === '' ? String(change.details['source']) : ''
    const writerOf = await finderOf(past, change)
    const key = { context, source }
    const authorCommit = writerOf({ step: past.timeline.steps[step]!, key, filename })
    named.push({ ...change, authorCommit })
  }
  return named
}

function isMerge(repository: Repository, commit: string): boolean {
  try {
    return !repository.isShallow(commit) && repository.readCommit(commit).parents.length > 1
  } catch (error) {
    // Of a damaged commit nobody is named.
    if (error instanceof RepositoryError) return false
    throw error
  }
}

function finderOf(past: Past, { component: { config } }: Change): Promise<FindWriter> {
  const known = finders.get(past) ?? createFinder(past, config)
  finders.set(past, known)
  return known
}

async function createFinder(
  past: Past,
  config: Change['component']['config'],
): Promise<FindWriter> {
  const ancestors = await past.rows('ancestors-moves')
  const read = createEntryReader({ config, repository: past.repository })
  return createWriterFinder({ past, ancestors, read })
}
