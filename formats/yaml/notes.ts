import { typedLexemes } from './lexer.ts'

/**
 * Returns comments by the offset of what follows them, one line each: those above it, after one behind the previous
 * value. A comment behind a mapping's key takes those that follow away from the mapping's first member.
 */
export function readNotes(text: string): ReadonlyMap<number, string> {
  const notes = new Map<number, string>()
  if (!text.includes('#')) return notes
  let lines: string[] = []
  let isBehindKey = false
  let [lineStart, indent, keyIndent] = [0, -1, -1]
  let before: string | null = null
  for (const { type, token, offset } of typedLexemes(text)) {
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
      before = type
      keyIndent = indent
      const lastBreak = token.lastIndexOf('\n')
      if (lastBreak !== -1) {
        lineStart = offset + lastBreak + 1
        indent = lineStart === offset + token.length ? -1 : indent
      }
    }
  }
  return notes
}
