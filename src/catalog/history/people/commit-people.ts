import { RepositoryError } from '../../../errors.ts'
import type { Commit } from '../../../git/commit.ts'
import type { Repository } from '../../../git/repository.ts'
import { parseCoAuthors } from '../../../people/co-authors.ts'
import { type Identity, keyOf } from '../../../people/identity.ts'
import { type Mailmap, parseMailmap } from '../../../people/mailmap.ts'

/** The people of a commit after `.mailmap`, without duplicates. */
export interface CommitPeople {
  readonly author: Identity
  readonly coAuthors: readonly Identity[]
}

/** Returns who made the commit with an id. Throws RepositoryError for an unreadable commit. */
export type ReadCommitPeople = (oid: string) => CommitPeople

/** A larger file is ignored. */
const MAX_MAILMAP_BYTES = 4 << 20

interface Kept {
  /** Of the served commit. */
  readonly tree: string
  readonly mailmap: string | undefined
  readonly people: Map<string, CommitPeople>
}

const cache = new WeakMap<Repository, Kept>()

/**
 * Reads the people of a repository's commits, using the `.mailmap` of a served commit as `git log` does in a bare
 * repository. Caches results as long as that file stays the same.
 */
export function createCommitPeople(repository: Repository, served: Commit): ReadCommitPeople {
  const { mailmap, people } = keptOf(repository, served)
  let resolve: Mailmap | undefined
  return (oid) => {
    let commitPeople = people.get(oid)
    if (commitPeople === undefined) {
      resolve ??= readMailmap(repository, mailmap)
      const { author, message } = repository.readCommit(oid)
      commitPeople = resolvePeople(author, parseCoAuthors(message), resolve)
      people.set(oid, commitPeople)
    }
    return commitPeople
  }
}

/** Returns nobody for an unreadable commit. */
export function readOrNobody(people: ReadCommitPeople, commit: string): CommitPeople | undefined {
  try {
    return people(commit)
  } catch (error) {
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}

/** Returns the author and co-authors of a commit; nobody for an unreadable commit. */
export function identitiesOf(people: ReadCommitPeople, commit: string): readonly Identity[] {
  const commitPeople = readOrNobody(people, commit)
  return commitPeople === undefined ? [] : [commitPeople.author, ...commitPeople.coAuthors]
}

/** Components of a repository ask for the same tree one after another. */
function keptOf(repository: Repository, { tree }: Commit): Kept {
  const cached = cache.get(repository)
  if (cached?.tree === tree) return cached
  const entry = repository.readTree(tree).find(({ name }) => name === '.mailmap')
  const mailmap = entry?.mode.startsWith('100') ? entry.oid : undefined
  const people = cached?.mailmap === mailmap ? cached?.people : undefined
  const next = { tree, mailmap, people: people ?? new Map() }
  cache.set(repository, next)
  return next
}

function readMailmap(repository: Repository, oid: string | undefined): Mailmap {
  const bytes = oid === undefined ? undefined : repository.readBlob(oid)
  if (bytes === undefined || bytes.length > MAX_MAILMAP_BYTES) return (person) => person
  return parseMailmap(bytes.toString('utf8'))
}

function resolvePeople(
  { name, email }: Identity,
  coAuthors: readonly Identity[],
  resolve: Mailmap,
): CommitPeople {
  const author = resolve({ name, email })
  const others = new Map<string, Identity>()
  for (const coAuthor of coAuthors) {
    const person = resolve(coAuthor)
    const key = keyOf(person)
    if (key !== keyOf(author) && !others.has(key)) others.set(key, person)
  }
  return { author, coAuthors: [...others.values()] }
}
