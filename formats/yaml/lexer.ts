import { CST, Lexer } from 'yaml'
import { parseErrorAt } from '../../src/text.ts'

type Part = 'parseQuotedScalar' | 'parseFlowCollection'

/** Private in the library, which offers no option for it. */
interface FlowLexer extends Record<Part, () => Generator<string, unknown>> {
  indentNext: number
  pos: number
}

/**
 * The lexemes of a text. The library ends a text in quotes and a collection in brackets at a line of it that is not
 * indented enough or begins with a tab; in ruamel.yaml, as in libyaml, these may begin anywhere. Throws ParseError for
 * quotes that are not closed.
 */
export function lex(text: string): Iterable<string> {
  const lexer = new Lexer()
  // Both are the same object; the interface only declares what the class hides.
  const inner = lexer as unknown as FlowLexer
  for (const part of ['parseQuotedScalar', 'parseFlowCollection'] as const) {
    const parse = inner[part]
    inner[part] = function* () {
      const { indentNext, pos } = inner
      inner.indentNext = 0
      const next = yield* parse.call(inner)
      inner.indentNext = indentNext
      if (part === 'parseQuotedScalar') refuseOpen(text, pos, inner.pos)
      return next
    }
  }
  return lexer.lex(text)
}

/** Marks of the library that are not part of the text. */
const MARKS: ReadonlySet<string> = new Set([CST.SCALAR, CST.DOCUMENT, CST.FLOW_END])

/** Yields the lexemes of a text with their types, and without the library's marks. */
export function* typedLexemes(text: string) {
  let offset = 0
  let isScalar = false
  for (const token of lex(text)) {
    if (MARKS.has(token)) {
      isScalar = token === CST.SCALAR
      continue
    }
    yield { type: isScalar ? 'scalar' : CST.tokenType(token), token, offset }
    offset += token.length
    isScalar = false
  }
}

/** The library takes a quote at the very end for a closing one, even if it is escaped. */
function refuseOpen(text: string, start: number, end: number): void {
  const quote = text.charAt(start)
  const mark = quote === '"' ? '\\' : quote
  let before = end - 1
  while (before - 1 > start && text[before - 1] === mark) before--
  const escapes = end - 1 - before
  if (end - 1 > start && text[end - 1] === quote && escapes % 2 === 0) return
  throw parseErrorAt(text, end, `expected YAML, found: no closing ${quote}`)
}
