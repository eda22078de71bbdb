import { compileRegExp } from './compile.ts'
import { escapeRegExp } from './pattern.ts'

/** Returns a test for whole texts against a pattern in which `*` matches any text. */
export function createWildcardTest(pattern: string, ignoreCase = false): (text: string) => boolean {
  const parts = pattern.split(/\*+/).map(escapeRegExp)
  const expression = compileRegExp({ source: `^${parts.join('[\\s\\S]*')}$`, ignoreCase })
  return (text) => expression.test(text) === true
}
