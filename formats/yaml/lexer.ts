import { Lexer } from 'yaml'

/** Private in the library, which has no option instead. */
interface QuotedLexer {
  indentNext: number
  parseQuotedScalar(): Generator<string, unknown>
}

/**
 * The lexemes of a text. The library ends a text in quotes at a line of it that is not indented enough or begins with a
 * tab; in ruamel.yaml, as in libyaml, these may begin anywhere.
 */
export function lex(text: string): Iterable<string> {
  const lexer = new Lexer()
  // Both are the same object; the interface only names what the class hides.
  const inner = lexer as unknown as QuotedLexer
  const { parseQuotedScalar } = inner
  inner.parseQuotedScalar = function* () {
    const { indentNext } = inner
    inner.indentNext = 0
    const next = yield* parseQuotedScalar.call(inner)
    inner.indentNext = indentNext
    return next
  }
  return lexer.lex(text)
}
