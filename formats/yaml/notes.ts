import { CST } from 'yaml'
import { lex } from './lexer.ts'

/** Lexemes that are not part of the text. */
const MARKS: ReadonlySet<string> = new Set([CST.SCALAR, CST.DOCUMENT, CST.FLOW_END])

/**
 * Returns comments by the offset of what follows them, one line each: those above it, after one behind the previous
 * value. A comment behind a mapping's key takes those that follow away from the mapping's first member.
 */
export function readNotes(text: string): ReadonlyMap<number, string> {
  const notes = new Map<number, string>()
  if (!text.includes('#')) return notes
  let lines: string[] = []
  let isBehindKey = false
  let [offset, lineStart, indent, keyIndent] = [0, 0, -1, -1]
  let before = ''
  let isScalar = false
  for (const token of lex(text)) {
    if (MARKS.has(token)) {
      isScalar = token === CST.SCALAR
      continue
    }
    const type = isScalar ? 'scalar' : CST.tokenType(token)
    if (type === 'newline') {
      lineStart = offset + token.length
      indent = -1
    } else if (type === 'comment') {
      isBehindKey ||= indent !== -1 && before === 'map-value-ind'
      lines.push(token.replace(/^#+/, '').trim())
    } else if (type !== 'space') {
      const column = offset - lineStart
      if (indent === -1) indent = column
      if (lines.length > 0 && !(isBehindKey && column > keyIndent)) {
        notes.set(offset, lines.join('\n'))
      }
      lines = []
      isBehindKey = false
      before = type ?? ''
      keyIndent = indent
      const lastBreak = token.lastIndexOf('\n')
      if (lastBreak !== -1) {
        lineStart = offset + lastBreak + 1
        indent = lineStart === offset + token.length ? -1 : indent
      }
    }
    offset += token.length
    isScalar = false
  }
  return notes
}
