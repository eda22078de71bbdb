import { createWildcardTest } from '../regexp/wildcard.ts'
import type { Identity } from './identity.ts'

/** Names and addresses of well-known programs that commit, including Weblate. */
const KNOWN_BOTS: readonly string[] = [
  '*[bot]',
  '*[bot]@*',
  'Anonymous',
  'Weblate',
  'Hosted Weblate',
  'hosted@weblate.org',
  'noreply@weblate.org',
  'noreply-*@weblate.org',
]

/** Returns a test for programs among authors, by whole name or address, ignoring case; `*` matches any text. */
export function createBotTest(patterns: readonly string[]): (person: Identity) => boolean {
  const tests = [...KNOWN_BOTS, ...patterns].map((pattern) => createWildcardTest(pattern, true))
  return ({ name, email }) => tests.some((isOne) => isOne(name) || isOne(email))
}
