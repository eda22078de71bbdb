import type { Message, Resource, Term } from '@fluent/syntax'
import { LinearFluentParser } from '../../src/fluent-parser.ts'
import { parseErrorAt } from '../../src/text.ts'

/** A message or term, with the comments that apply to it. */
export interface FluentEntry {
  readonly node: Message | Term
  /** A term's id starts with `-`. */
  readonly id: string
  readonly note: string
  readonly offset: number
}

/** Limit for the comments on the whole file, which every entry's note repeats. */
const MAX_NOTES = 2 ** 25

/** The parser recurses for each level, which could overflow the stack. */
const MAX_DEPTH = 100

/**
 * Parses the messages and terms of a text, in file order. Comments on the file go into all notes, those on a group into
 * its own. Throws ParseError for invalid Fluent, and for repeated ids and attributes.
 */
export function parseFluent(text: string): FluentEntry[] {
  refuseDepth(text)
  const body = bodyOf(text)
  const onFile = body
    .flatMap((node) => (node.type === 'ResourceComment' ? [node.content] : []))
    .filter((content) => content !== '')
    .join('\n')
  const ids = new Set<string>()
  const entries: FluentEntry[] = []
  let onGroup = ''
  let noted = 0
  for (const node of body) {
    const offset = node.span?.start ?? 0
    if (node.type === 'GroupComment') onGroup = node.content
    if (node.type === 'Junk') {
      const [fault] = node.annotations
      const at = fault?.span?.start ?? offset
      throw parseErrorAt(text, at, `expected a message, found a mistake: ${fault?.message ?? ''}`)
    }
    if (node.type !== 'Message' && node.type !== 'Term') continue
    const id = node.type === 'Term' ? `-${node.id.name}` : node.id.name
    const start = node.id.span?.start ?? offset
    if (ids.has(id)) throw parseErrorAt(text, start, `expected each id once, found \`${id}\` again`)
    ids.add(id)
    refuseRepeated(node, text)
    const notes = [onFile, onGroup, node.comment?.content ?? ''].filter((comment) => comment !== '')
    const note = notes.length > 1 ? notes.join('\n') : (notes[0] ?? '')
    noted += note.length
    if (noted > MAX_NOTES) throw parseErrorAt(text, start, 'expected shorter comments on the file')
    entries.push({ node, id, note, offset: start })
  }
  return entries
}

/** Nesting that `refuseDepth` does not see, such as calls in calls, overflows the parser's stack. */
function bodyOf(text: string): Resource['body'] {
  try {
    return new LinearFluentParser().parse(text).body
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw parseErrorAt(text, 0, 'expected fewer levels of nesting')
  }
}

function refuseRepeated({ attributes }: Message | Term, text: string): void {
  const names = new Set<string>()
  for (const { id, span } of attributes) {
    if (names.has(id.name)) {
      const message = `expected each attribute once, found \`.${id.name}\` again`
      throw parseErrorAt(text, span?.start ?? 0, message)
    }
    names.add(id.name)
  }
}

function refuseDepth(text: string): void {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') depth++
    else if (character === '}') depth = Math.max(0, depth - 1)
    // Outside patterns, braces occur only in comments, whose lines do not continue.
    else if (character === '\n' && /[^\s}]/.test(text[at + 1] ?? '')) depth = 0
    if (depth > MAX_DEPTH) {
      throw parseErrorAt(text, at, `expected at most ${MAX_DEPTH} levels of braces, found more`)
    }
  }
}
