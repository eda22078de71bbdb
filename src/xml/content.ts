import {
  type Context,
  enterEntity,
  leaveEntity,
  type OpenElement,
  type Reference,
  readReference,
} from './entity.ts'
import type { XmlNode, XmlText } from './node.ts'
import {
  checkLength,
  fail,
  isSpace,
  normaliseLines,
  note,
  type Reader,
  readComment,
  readInstruction,
  readUntil,
  skip,
} from './reader.ts'
import { leave, readEndTag, readStartTag } from './tag.ts'

const MAX_DEPTH = 256
/** Length of texts that are looked up before a node is made of them. */
const MAX_REPEATED = 32

/** Reads all content or, as `isDocument`, one element onto the stack of nodes. */
export function readNodes(context: Context, reader: Reader, isDocument = false): void {
  const { text } = reader
  const { items, nodes, open } = context
  const outer = open.length
  for (;;) {
    const start = text.indexOf('<', reader.position)
    if (start < 0) break
    if (start > reader.position) readText(context, reader, start)
    reader.start = start
    const code = text.charCodeAt(start + 1)
    if (code === 0x2f) {
      const element = open.length > outer ? open.pop() : undefined
      leave(context, readEndTag(reader, element?.node))
      if (element !== undefined) close(context, element)
    } else if (code === 0x21 || code === 0x3f) {
      const node = readMarkup(reader)
      nodes.push(node)
      if (reader.origin === undefined) items?.push({ node, start, end: reader.position })
    } else {
      const node = readStartTag(context, reader)
      const end = reader.position
      nodes.push(node)
      if (reader.origin === undefined) items?.push({ node, start, end })
      if (open.length >= MAX_DEPTH) {
        fail(reader, `elements are nested deeper than ${MAX_DEPTH}`, start, { rule: 'depth' })
      }
      const units =
        open.length > 0 && context.units?.isUnit(node, open) === true ? context.units : undefined
      const element = { node, start, end, from: nodes.length, units }
      if (units !== undefined) context.units = undefined
      if (text.charCodeAt(end - 2) !== 0x2f) open.push(element)
      else {
        leave(context, node)
        close(context, element)
      }
    }
    if (isDocument && open.length === outer) return
  }
  const unclosed = open.length > outer ? open.at(-1) : undefined
  if (unclosed !== undefined) {
    reader.start = unclosed.start
    reader.position = unclosed.end
    open.length = outer
    note(reader, `<${unclosed.node.name}> has no end tag`, unclosed.start, { rule: 'unclosed' })
    return
  }
  reader.start = reader.position
  if (reader.position < text.length) readText(context, reader, text.length)
}

/** Gives an element its children, and what reads units those. */
function close(context: Context, { node, from, units }: OpenElement): void {
  const { nodes, open } = context
  if (nodes.length > from) node.children = nodes.splice(from)
  if (units === undefined) return
  nodes.pop()
  context.units = units
  units.read(node, open, () => nodes.splice(open.at(-1)?.from ?? 0))
}

/** Reads a comment, a CDATA section or a processing instruction, at its `<`. */
export function readMarkup(reader: Reader): XmlNode {
  if (skip(reader, '<!--')) return { type: 'comment', value: readComment(reader) }
  if (skip(reader, '<?')) return { type: 'instruction', ...readInstruction(reader) }
  if (!skip(reader, '<![CDATA[')) {
    return fail(reader, 'expected a comment, a CDATA section or an element')
  }
  const value = normaliseLines(reader, readUntil(reader, ']]>', 'a CDATA section'))
  return { type: 'cdata', value }
}

/** Reads character data and references up to `end`, which is before the next `<`. */
function readText(context: Context, reader: Reader, end: number): void {
  const { text } = reader
  const start = reader.position
  if (reader.nextSectionEnd < start) reader.nextSectionEnd = indexOrEnd(text, ']]>', start)
  if (reader.nextSectionEnd < end) {
    reader.start = reader.nextSectionEnd
    reader.position = reader.start + 3
    fail(reader, ']]> must be written ]]&gt;', reader.start)
  }
  if (reader.nextReference < start) reader.nextReference = indexOrEnd(text, '&', start)
  if (reader.nextReference >= end && isRepeated(context, reader, end)) return
  let value = ''
  for (;;) {
    const from = reader.position
    if (reader.nextReference < from) reader.nextReference = indexOrEnd(text, '&', from)
    const to = Math.min(reader.nextReference, end)
    if (to > from) value += normaliseLines(reader, text.slice(from, to))
    reader.position = to
    if (to === end) break
    reader.start = to
    const reference = readReference(context, reader)
    if (typeof reference === 'string') value += reference
    else {
      pushText(context, reader, value)
      value = ''
      readEntity(context, reader, reference, to)
    }
  }
  pushText(context, reader, value)
}

/** Whether the text up to `end` is one that stood before, as white space between tags does: its node is then kept once. */
function isRepeated({ nodes, texts }: Context, reader: Reader, end: number): boolean {
  const length = end - reader.position
  if (length >= MAX_REPEATED) return false
  const known = texts[length]
  if (known === undefined || !reader.text.startsWith(known.value, reader.position)) return false
  nodes.push(known)
  reader.position = end
  return true
}

function pushText({ nodes, texts }: Context, reader: Reader, value: string): void {
  if (value === '') return
  checkLength(reader, value)
  const node: XmlText = { type: 'text', value }
  nodes.push(node)
  if (value.length < MAX_REPEATED && isSpace(value.charCodeAt(0))) texts[value.length] = node
}

function readEntity(
  context: Context,
  reader: Reader,
  { name, entity }: Reference,
  offset: number,
): void {
  const { nodes, units } = context
  const isKept = context.entities === 'keep'
  if (context.entities !== 'expand') nodes.push({ type: 'entity', name })
  if (entity?.text === undefined || (isKept && entity.isChecked)) return
  const inner = enterEntity(context, reader, entity, entity.text, offset)
  const before = nodes.length
  if (isKept) context.units = undefined
  readNodes(context, inner)
  if (isKept) nodes.length = before
  context.units = units
  leaveEntity(context, entity)
  entity.isChecked = true
}

function indexOrEnd(text: string, token: string, from: number): number {
  const at = text.indexOf(token, from)
  return at < 0 ? text.length : at
}
