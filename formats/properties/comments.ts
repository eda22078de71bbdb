import { trim } from '../../src/text.ts'
import type { Line } from './dialect.ts'

/** Collects the comments since the last key. */
export interface Comments {
  /** Whether a comment continues on the next line. */
  isOpen(): boolean
  /** Takes that line. */
  goOn(line: string): void
  /** Takes an empty line or a comment; returns false for others. */
  take(text: string, line: Line): boolean
  /** Whether the file's own comments have been seen. */
  hasHeader(): boolean
  /** Returns the note of the next key. */
  finish(): string
}

const MARKS: ReadonlySet<number> = new Set(['#', '!', ';'].map((mark) => mark.charCodeAt(0)))
const SLASH = 0x2f

export function createComments(): Comments {
  let pending: string[] = []
  let hasComment = false
  let hasHeader = false
  /** Lines of an unclosed comment. */
  let open: string[] = []

  function add(comment: string): true {
    pending.push(comment)
    hasComment = true
    return true
  }

  function takeEmpty(): true {
    if (!hasComment || hasHeader) pending.push('')
    else {
      hasHeader = true
      hasComment = false
      pending = []
    }
    return true
  }

  return {
    isOpen: () => open.length > 0,
    goOn(line) {
      open.push(line)
      const content = trim(line)
      if (!content.endsWith('*/') || content.startsWith('/*')) return
      // Removes these characters, whatever they are, as in the reference.
      const [first = '', ...others] = open
      const last = others.pop() ?? ''
      add([trim(first.slice(2)), ...others, trim(last.slice(0, -2))].join('\n'))
      open = []
    },
    take(text, { lineStart, start, end }) {
      if (start === end) return takeEmpty()
      const code = text.charCodeAt(start)
      if (MARKS.has(code)) return add(trim(text.slice(start + 1, end)))
      if (code !== SLASH) return false
      if (text.startsWith('//', start)) return add(trim(text.slice(start + 2, end)))
      if (!text.startsWith('/*', start)) return false
      const comment = trim(text.slice(start, end))
      if (comment.endsWith('*/')) return add(trim(comment.slice(2, -2)))
      open.push(text.slice(lineStart, end))
      return true
    },
    hasHeader: () => hasHeader,
    finish() {
      if (pending.length === 0) return ''
      const note = pending.length === 1 ? (pending[0] ?? '') : pending.join('\n')
      pending = []
      hasComment = false
      return note
    },
  }
}
