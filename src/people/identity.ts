/** A person in a commit, as written there; both parts are free text. */
export interface Identity {
  readonly name: string
  readonly email: string
}

/** Returns the key of a person: the address in lower case, or the name if there is no address. */
export function keyOf({ name, email }: Identity): string {
  return email === '' ? `<>${name}` : email.toLowerCase()
}

const TRAILER = /(?<=\n)co-authored-by:([^<>\n]*)<([^<>\n]*)>[ \t\r]*$/gim

/**
 * Returns the distinct co-authors in a commit message, in the order of its `Co-authored-by: Name <address>` lines.
 * Accepts these lines anywhere below the subject, since Weblate writes several paragraphs of them when it squashes
 * commits.
 */
export function parseCoAuthors(message: string): Identity[] {
  const subjectEnd = message.indexOf('\n')
  if (subjectEnd < 0) return []
  const authors = new Map<string, Identity>()
  for (const [, name = '', email = ''] of message.slice(subjectEnd).matchAll(TRAILER)) {
    const person = { name: name.trim(), email: email.trim() }
    if (person.name === '' && person.email === '') continue
    const key = keyOf(person)
    if (!authors.has(key)) authors.set(key, person)
  }
  return [...authors.values()]
}
