import { readAttributes } from './attributes.ts'
import type { Context, Growing } from './entity.ts'
import { checkName, readTagName } from './name.ts'
import { declare, namespaceOf, resolve } from './namespaces.ts'
import type { XmlElement } from './node.ts'
import { documentOffset, fail, nameEnd, type Reader, skip, skipSpace } from './reader.ts'

const NONE: readonly never[] = []

/** Reads a start tag or an empty-element tag up to its `>` and puts its namespaces in scope; the place is at its `<`. */
export function readStartTag(context: Context, reader: Reader): Growing {
  const { tag } = context
  const offset = reader.position++
  const tagName = readTagName(context, reader)
  const raw = readAttributes(context, reader, tagName.name)
  const declarations = tag.declares ? declare(context, reader, raw) : NONE
  reader.attribute = ''
  checkName(reader, tagName, offset + 1)
  const uri = namespaceOf(context, reader, tagName.prefix, offset)
  const attributes = tag.isLiteral ? raw : resolve(context, reader, raw)
  reader.attribute = ''
  return {
    type: 'element',
    name: tagName.name,
    local: tagName.local,
    uri,
    declarations,
    attributes,
    children: NONE,
    offset: documentOffset(reader, offset),
  }
}

/** Reads the end tag at `reader.start`, which must be that of the element, and returns the element. */
export function readEndTag(reader: Reader, element: XmlElement | undefined): XmlElement {
  const { text, start } = reader
  if (element !== undefined && text.startsWith(element.name, start + 2)) {
    reader.position = start + 2 + element.name.length
    if (text.charCodeAt(reader.position) !== 0x3e) skipSpace(reader)
    if (text.charCodeAt(reader.position++) === 0x3e) return element
  }
  reader.position = nameEnd(text, start + 2)
  skipSpace(reader)
  skip(reader, '>')
  if (element === undefined) return fail(reader, 'an end tag closes nothing', start)
  const name = `</${element.name}>`
  return fail(reader, `expected ${name}`, start, { name })
}
