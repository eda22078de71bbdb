import type { Context, StartTag, TagName } from './entity.ts'
import { readTagName } from './name.ts'
import type { XmlAttribute } from './node.ts'
import {
  fail,
  indexOrEnd,
  nextReference,
  nextTag,
  normaliseLines,
  type Reader,
  readQuoted,
  skipSpace,
} from './reader.ts'

/** An attribute as written, whose namespace and value are resolved once its tag has been read. */
export type DraftAttribute = { -readonly [Field in keyof XmlAttribute]: XmlAttribute[Field] }

const NONE: readonly never[] = []

/** Reads the attributes of a tag as written, in no namespace, and advances past the tag. */
export function readAttributes(
  context: Context,
  reader: Reader,
  element: string,
): readonly DraftAttribute[] {
  const { text } = reader
  const { tag } = context
  let attributes: DraftAttribute[] | undefined
  const start = reader.position
  tag.isLiteral = true
  tag.declares = false
  for (;;) {
    const hasSpace = skipSpace(reader)
    const offset = reader.position
    const code = text.charCodeAt(offset)
    if (code === 0x3e) break
    if (code === 0x2f && text.charCodeAt(offset + 1) === 0x3e) break
    if (!hasSpace || code === 0x3c) fail(reader, `expected an attribute, > or /> in <${element}>`)
    const tagName = readTagName(context, reader)
    reader.attribute = tagName.name
    skipSpace(reader)
    if (text.charCodeAt(reader.position) !== 0x3d) fail(reader, 'expected =')
    reader.position++
    skipSpace(reader)
    const literal = readLiteral(context, reader, offset)
    const { name } = tagName
    const attribute = { name, local: name, uri: '', value: literal, literal }
    noteAttribute(tag, attributes?.length ?? 0, tagName, offset)
    // Most tags have one attribute; `push` to an empty array would reserve room for many.
    if (attributes === undefined) attributes = [attribute]
    else attributes.push(attribute)
    reader.attribute = ''
  }
  reader.position += text.charCodeAt(reader.position) === 0x2f ? 2 : 1
  if (attributes === undefined) return NONE
  if (attributes.length > 1) checkDistinct(reader, attributes, start)
  return attributes
}

/** Reads the quoted value of an attribute, with white space replaced by spaces. */
function readLiteral({ tag }: Context, reader: Reader, offset: number): string {
  const { text, position: start } = reader
  const reference = nextReference(reader)
  const bare = nextTag(reader)
  const literal = readQuoted(reader)
  if (reference < reader.position) tag.isLiteral = false
  if (bare < reader.position) {
    fail(reader, `the value of ${reader.attribute} has a bare <`, offset, {
      rule: 'bare-less-than',
    })
  }
  if (reader.lineEndAt < start) reader.lineEndAt = indexOrEnd(text, '\n', start)
  if (reader.lineEndAt >= reader.position && !reader.hasTabs && !reader.hasReturns) return literal
  return normaliseLines(reader, literal).replace(/[\t\n\r]/g, ' ')
}

function noteAttribute(tag: StartTag, index: number, tagName: TagName, offset: number): void {
  tag.names[index] = tagName
  tag.offsets[index] = offset
  if (tagName.isDeclaration) tag.declares = true
  if (tagName.isDeclaration || tagName.name !== tagName.local) tag.isLiteral = false
}

/** Throws if two attributes have the same name in the same namespace. */
export function checkDistinct(
  reader: Reader,
  attributes: readonly XmlAttribute[],
  offset: number,
): void {
  const twin = attributes.length < 8 ? twinOfFew(attributes) : twinOfMany(attributes)
  if (twin === undefined) return
  fail(reader, `the attribute ${twin.name} occurs twice`, offset, {
    rule: 'repeated',
    name: twin.local,
  })
}

function twinOfFew(attributes: readonly XmlAttribute[]): XmlAttribute | undefined {
  for (let index = 1; index < attributes.length; index++) {
    const attribute = attributes[index]
    for (let before = 0; before < index; before++) {
      const other = attributes[before]
      if (attribute?.local === other?.local && attribute?.uri === other?.uri) return attribute
    }
  }
  return undefined
}

function twinOfMany(attributes: readonly XmlAttribute[]): XmlAttribute | undefined {
  const seen = new Set<string>()
  return attributes.find(({ local, uri }) => seen.size === seen.add(`${local} ${uri}`).size)
}
