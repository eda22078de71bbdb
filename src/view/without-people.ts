import type { Commit, LastChange, Person } from '../git/commit.ts'

interface Named {
  readonly commit: Commit | undefined
  readonly lastChanges: ReadonlyMap<string, LastChange> | undefined
}

/** Hides the authors of a component: times stay; names and addresses go, also those in a message's trailers. */
export function withoutPeople<T extends Named>(state: T): T {
  const { commit, lastChanges } = state
  return {
    ...state,
    commit: commit && namelessCommit(commit),
    lastChanges: lastChanges && nameless(lastChanges),
  }
}

function namelessCommit(commit: Commit): Commit {
  const { author, committer, message } = commit
  return {
    ...commit,
    author: namelessPerson(author),
    committer: namelessPerson(committer),
    message: message.replace(/^[a-z-]+-by:.*\n?/gim, ''),
  }
}

function nameless(lastChanges: ReadonlyMap<string, LastChange>): ReadonlyMap<string, LastChange> {
  return new Map(
    [...lastChanges].map(([name, lastChange]) => [
      name,
      { ...lastChange, author: namelessPerson(lastChange.author) },
    ]),
  )
}

function namelessPerson(person: Person): Person {
  return { ...person, name: '', email: '' }
}
