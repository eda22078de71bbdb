import { compileRegExp } from '../../src/regexp/compile.ts'
import { translatePython } from '../../src/regexp/python.ts'
import { evil } from '../../test/regexp/evil.ts'
import type { LinearCase } from './growth.ts'

/** Searches with regular expressions from users. */
export const expressionCases: readonly LinearCase[] = evil.map(([pattern, part]) => ({
  what: `${pattern} on many ${JSON.stringify(part)}`,
  prepare: (length) => {
    const expression = compileRegExp(translatePython(pattern))
    const text = `${part.repeat(length / part.length)}\n!`
    return () => expression.test(text)
  },
}))
