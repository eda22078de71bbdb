import type { Identity } from './identity.ts'

/** Maps a person to the preferred name and address. */
export type Mailmap = (person: Identity) => Identity

type Replacement = Partial<Identity>

/** The replacements for an address: with any name, and with a certain name. */
interface AddressEntry {
  whole: Replacement
  readonly byName: Map<string, Replacement>
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
      entry.byName.get(fold(person.name)) ?? entry.whole
    return { name, email }
  }
}

/** A name, which may be empty, and an address. */
const PERSON = /^([^<]*)<([^>]*)>/

function readLine(line: string, entries: Map<string, AddressEntry>): void {
  if (line.startsWith('#')) return
  const [first = '', name = '', email = ''] = PERSON.exec(line) ?? []
  if (email === '') return
  const [, oldName = '', oldEmail] = PERSON.exec(line.slice(first.length)) ?? []
  const replacement: Replacement = {
    ...(trim(name) !== '' && { name: trim(name) }),
    ...(oldEmail !== undefined && { email }),
  }
  const key = fold(oldEmail ?? email)
  const entry = entries.get(key) ?? { whole: {}, byName: new Map() }
  entries.set(key, entry)
  if (trim(oldName) === '') entry.whole = { ...entry.whole, ...replacement }
  else entry.byName.set(fold(trim(oldName)), replacement)
}

/** Trims white space as C's `isspace` defines it. */
function trim(text: string): string {
  return text.replace(/^[ \t\v\f\r]+/, '').replace(/(?<![ \t\v\f\r])[ \t\v\f\r]+$/, '')
}

function fold(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
