import { compileRegExp } from '../regexp/compile.ts'
import { escapeRegExp } from '../regexp/pattern.ts'
import type { Identity } from './identity.ts'

/** Names and addresses of well-known programs that commit, including Weblate's. */
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

/**
 * Whether an author is a program: a pattern or a known bot matches the whole name or the whole address, ignoring case. `*`
 * matches any text.
 */
export function createBotTest(patterns: readonly string[]): (person: Identity) => boolean {
  const expressions = [...KNOWN_BOTS, ...patterns].map((pattern) => {
    const parts = pattern.split(/\*+/).map(escapeRegExp)
    return compileRegExp({ source: `^${parts.join('[\\s\\S]*')}$`, ignoreCase: true })
  })
  return ({ name, email }) => expressions.some((one) => one.test(name) || one.test(email))
}
