import { CST, Lexer } from 'yaml'
import { parseErrorAt } from '../../src/text.ts'

/** Texts in quotes whose lines begin with tabs are mended one by one, each of which reads the file again. */
const MAX_MENDED = 20

/**
 * The text, after making sure that its tabs are only inside texts in quotes, in block scalars, in comments and between
 * what stands in brackets. The library ends a text in quotes where a line of it begins with a tab, so these are spaces in
 * what is returned, which the text loses anyway. Throws ParseError.
 */
export function refuseTabs(original: string): string {
  let text = original
  for (let mended = 0; ; mended++) {
    const tab = findTab(text)
    if (tab === undefined) return text
    const quoted = tab.isIndent ? quotedAt(text, tab.previous) : undefined
    if (quoted === undefined || mended === MAX_MENDED) {
      throw parseErrorAt(text, tab.offset, 'expected spaces, found a tab')
    }
    const end = tab.previous + quoted.length
    text = text.slice(0, tab.previous) + withSpaces(quoted) + text.slice(end)
  }
}

interface Tab {
  readonly offset: number
  /** Whether it stands at the beginning of a line. */
  readonly isIndent: boolean
  /** Offset of the last text before it. */
  readonly previous: number
}

/** The first tab that is not allowed, as the library takes the text apart. */
function findTab(text: string): Tab | undefined {
  if (!text.includes('\t')) return undefined
  let offset = 0
  let previous = 0
  let brackets = 0
  let before = ''
  let isBlock = false
  for (const token of new Lexer().lex(text)) {
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
      if (tab !== -1) return { offset: offset + tab, isIndent: before === '\n', previous }
    }
    if (isScalar) isBlock = false
    if (!isSpace && !isMark) previous = offset
    before = token
    if (!isMark) offset += token.length
  }
  return undefined
}

/** The text in quotes at an offset; undefined where there is none. */
function quotedAt(text: string, offset: number): string | undefined {
  const quoted = /'[^']*(?:''[^']*)*'|"[^"\\]*(?:\\.[^"\\]*)*"/sy
  quoted.lastIndex = offset
  return quoted.exec(text)?.[0]
}

function withSpaces(quoted: string): string {
  return quoted.replace(/(?<=\n)[ \t]+/g, (indent) => ' '.repeat(indent.length))
}
