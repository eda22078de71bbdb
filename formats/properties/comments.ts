import { trim } from '../../src/text.ts'
import type { Line } from './dialect.ts'

const MARKS: ReadonlySet<number> = new Set(['#', '!', ';'].map((mark) => mark.charCodeAt(0)))
const SLASH = 0x2f

/** Collects the comments since the last key. */
export class Comments {
  #pending: string[] = []
  #hasComment = false
  /** Lines of an unclosed comment. */
  #open: string[] = []
  /** Whether the file's own comments have been seen. */
  hasHeader = false

  /** Whether a comment continues on the next line. */
  isOpen(): boolean {
    return this.#open.length > 0
  }

  goOn(line: string): void {
    this.#open.push(line)
    const content = trim(line)
    if (!content.endsWith('*/') || content.startsWith('/*')) return
    // Removes these characters, whatever they are, as in the reference.
    const [first = '', ...others] = this.#open
    const last = others.pop() ?? ''
    this.#add([trim(first.slice(2)), ...others, trim(last.slice(0, -2))].join('\n'))
    this.#open = []
  }

  /** Takes an empty line or a comment; returns false for others. */
  take(text: string, { lineStart, start, end }: Line): boolean {
    if (start === end) return this.#takeEmpty()
    const code = text.charCodeAt(start)
    if (MARKS.has(code)) return this.#add(trim(text.slice(start + 1, end)))
    if (code !== SLASH) return false
    if (text.startsWith('//', start)) return this.#add(trim(text.slice(start + 2, end)))
    if (!text.startsWith('/*', start)) return false
    const comment = trim(text.slice(start, end))
    if (comment.endsWith('*/')) return this.#add(trim(comment.slice(2, -2)))
    this.#open.push(text.slice(lineStart, end))
    return true
  }

  /** Returns the note of the next key. */
  finish(): string {
    if (this.#pending.length === 0) return ''
    const note = this.#pending.length === 1 ? (this.#pending[0] ?? '') : this.#pending.join('\n')
    this.#pending = []
    this.#hasComment = false
    return note
  }

  #add(comment: string): true {
    this.#pending.push(comment)
    this.#hasComment = true
    return true
  }

  #takeEmpty(): true {
    if (!this.#hasComment || this.hasHeader) this.#pending.push('')
    else {
      this.hasHeader = true
      this.#hasComment = false
      this.#pending = []
    }
    return true
  }
}
