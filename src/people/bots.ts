import { compileRegExp } from '../regexp/compile.ts'
import type { Identity } from './identity.ts'

/** Names and addresses of programs that commit, as they are known everywhere; Weblate's own among them. */
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
 * Whether somebody is a program: a pattern fits the whole name or the whole address, without regard to case; `*` stands
 * for any text. The known bots always count.
 */
export function createBotTest(patterns: readonly string[]): (person: Identity) => boolean {
  const expressions = [...KNOWN_BOTS, ...patterns].map((pattern) => {
    const parts = pattern.split(/\*+/).map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    return compileRegExp({ source: `^${parts.join('[\\s\\S]*')}$`, ignoreCase: true })
  })
  return ({ name, email }) => expressions.some((one) => one.test(name) || one.test(email))
}
