import { CST } from 'yaml'
import { parseErrorAt } from '../../src/text.ts'
import { lex } from './lexer.ts'

/**
 * Throws ParseError for a tab that is not inside a text in quotes, a block scalar or a comment, nor between what stands in
 * brackets.
 */
export function refuseTabs(text: string): void {
  if (!text.includes('\t')) return
  let offset = 0
  let brackets = 0
  let before = ''
  let isBlock = false
  for (const token of lex(text)) {
    // Marks of the lexer that are not in the text.
    const isMark = token === CST.SCALAR || token === CST.DOCUMENT || token === CST.FLOW_END
    const type = CST.tokenType(token)
    const isScalar = before === CST.SCALAR
    if (!isScalar) {
      if (type === 'flow-map-start' || type === 'flow-seq-start') brackets++
      if (type === 'flow-map-end' || type === 'flow-seq-end') brackets--
      if (type === 'block-scalar-header') isBlock = true
    }
    const isSpace = type === 'space' || type === 'newline'
    if (isScalar ? !isBlock : isSpace && brackets === 0) {
      const tab = token.indexOf('\t')
      if (tab !== -1) throw parseErrorAt(text, offset + tab, 'expected spaces, found a tab')
    }
    if (isScalar) isBlock = false
    before = token
    if (!isMark) offset += token.length
  }
}
