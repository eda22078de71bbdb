import { once, oncePer } from '../../cache.ts'
import { RepositoryError, unless } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { type Identity, keyOf, parseCoAuthors } from '../../people/identity.ts'
import { type Mailmap, parseMailmap } from '../../people/mailmap.ts'

/**
 * Returns the author and then the co-authors of the commit with an id, after `.mailmap`, without duplicates; nobody for
 * an unreadable commit.
 */
export type ReadCommitPeople = (oid: string) => readonly Identity[]

/** A larger file is ignored. */
const MAX_MAILMAP_BYTES = 4 << 20

/** The last reader, by the id of its `.mailmap`. */
const readersOf = oncePer((_: Repository) => new Map<string, ReadCommitPeople>())

/**
 * Reads the people of a repository's commits, using the `.mailmap` of a served commit as `git log` does in a bare
 * repository. Caches results as long as that file stays the same.
 */
export function createCommitPeople(repository: Repository, { tree }: Commit): ReadCommitPeople {
  const entry = repository.readTree(tree).find(({ name }) => name === '.mailmap')
  const mailmap = entry?.mode.startsWith('100') ? entry.oid : ''
  const readers = readersOf(repository)
  const read = readers.get(mailmap) ?? createReader(repository, mailmap)
  readers.clear()
  readers.set(mailmap, read)
  return read
}

function createReader(repository: Repository, mailmap: string): ReadCommitPeople {
  const people = new Map<string, readonly Identity[]>()
  const mapping = once(() => readMailmap(repository, mailmap))
  return (oid) => {
    const cached = people.get(oid)
    if (cached !== undefined) return cached
    const find = () => {
      const { author, message } = repository.readCommit(oid)
      const { name, email } = author
      const byKey = new Map<string, Identity>()
      for (const written of [{ name, email }, ...parseCoAuthors(message)]) {
        const person = mapping()(written)
        if (!byKey.has(keyOf(person))) byKey.set(keyOf(person), person)
      }
      people.set(oid, [...byKey.values()])
      return people.get(oid)
    }
    return unless(find, RepositoryError) ?? []
  }
}

function readMailmap(repository: Repository, oid: string): Mailmap {
  const bytes = oid === '' ? undefined : repository.readBlob(oid)
  if (bytes === undefined || bytes.length > MAX_MAILMAP_BYTES) return (person) => person
  return parseMailmap(bytes.toString('utf8'))
}
