import type { Identity } from './identity.ts'

/** Maps a person to the preferred name and address. */
export type Mailmap = (person: Identity) => Identity

interface Entry {
  name?: string
  email?: string
}

/** Entries for an address: with any name, and with a certain name. */
interface AddressEntry extends Entry {
  readonly byName: Map<string, Entry>
}

/**
 * Parses `.mailmap` (https://git-scm.com/docs/gitmailmap) as Git does: `Proper Name <commit@email>`, `<proper@email>
 * <commit@email>`, `Proper Name <proper@email> <commit@email>` and `Proper Name <proper@email> Commit Name
 * <commit@email>`. Compares addresses and names ignoring ASCII case. The last line for a person wins, but a line with a
 * commit name beats one without. Skips malformed lines.
 */
export function parseMailmap(text: string): Mailmap {
  const entries = new Map<string, AddressEntry>()
  for (const line of text.split('\n')) readLine(line, entries)
  return (person) => {
    const entry = entries.get(fold(person.email))
    if (entry === undefined) return person
    const { name = person.name, email = person.email } =
      entry.byName.get(fold(person.name)) ?? entry
    return { name, email }
  }
}

function readLine(line: string, entries: Map<string, AddressEntry>): void {
  if (line.startsWith('#')) return
  const first = readPerson(line)
  if (first === undefined || first.email === '') return
  const second = readPerson(first.rest)
  const old = second ?? { name: undefined, email: first.email }
  const next: Entry = {
    ...(first.name === undefined ? {} : { name: first.name }),
    ...(second === undefined ? {} : { email: first.email }),
  }
  const key = fold(old.email)
  const entry: AddressEntry = entries.get(key) ?? { byName: new Map() }
  entries.set(key, entry)
  if (old.name === undefined) Object.assign(entry, next)
  else entry.byName.set(fold(old.name), next)
}

interface Found {
  /** Undefined if there is no text before the address. */
  readonly name: string | undefined
  readonly email: string
  readonly rest: string
}

function readPerson(text: string): Found | undefined {
  const start = text.indexOf('<')
  const end = start < 0 ? -1 : text.indexOf('>', start)
  if (end < 0) return undefined
  const name = trim(text.slice(0, start))
  return {
    name: name === '' ? undefined : name,
    email: text.slice(start + 1, end),
    rest: text.slice(end + 1),
  }
}

/** Trims white space as C's `isspace` defines it. */
function trim(text: string): string {
  return text.replace(/^[ \t\v\f\r]+/, '').replace(/(?<![ \t\v\f\r])[ \t\v\f\r]+$/, '')
}

function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
