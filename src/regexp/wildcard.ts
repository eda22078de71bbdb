import { compileRegExp } from './compile.ts'
import { escapeRegExp } from './pattern.ts'

/** A test for whole texts that a pattern with `*` for any text fits. */
export function createWildcardTest(
  pattern: string,
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): (text: string) => boolean {
  const parts = pattern.split(/\*+/).map(escapeRegExp)
  const expression = compileRegExp({ source: `^${parts.join('[\\s\\S]*')}$`, ignoreCase })
  return (text) => expression.test(text) === true
}
