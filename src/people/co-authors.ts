import { type Identity, keyOf } from './identity.ts'

const TRAILER = /(?<=\n)co-authored-by:([^<>\n]*)<([^<>\n]*)>[ \t\r]*$/gim

/**
 * The co-authors in a commit message, from lines `Co-authored-by: Name <address>`, each once and in order. The lines count
 * anywhere below the subject, as Weblate writes several paragraphs of them when it squashes commits.
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
