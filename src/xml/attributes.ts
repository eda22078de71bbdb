import { type Context, resolveValue, type StartTag, type TagName } from './entity.ts'
import { checkName, readTagName } from './name.ts'
import { XML_NAMESPACE, type XmlAttribute, type XmlDeclaration, type XmlElement } from './node.ts'
import { indexOrEnd, type Reader } from './reader.ts'

/** An attribute as written, whose namespace and value are resolved once its tag has been read. */
type DraftAttribute = { -readonly [Field in keyof XmlAttribute]: XmlAttribute[Field] }

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
    const hasSpace = reader.skipSpace()
    const offset = reader.position
    const code = text.charCodeAt(offset)
    if (code === 0x3e) break
    if (code === 0x2f && text.charCodeAt(offset + 1) === 0x3e) break
    if (!hasSpace || code === 0x3c) reader.fail(`expected an attribute, > or /> in <${element}>`)
    const tagName = readTagName(context, reader)
    reader.attribute = tagName.name
    reader.skipSpace()
    if (text.charCodeAt(reader.position) !== 0x3d) reader.fail('expected =')
    reader.position++
    reader.skipSpace()
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
  const reference = reader.nextReference()
  const bare = reader.nextTag()
  const literal = reader.readQuoted()
  if (reference < reader.position) tag.isLiteral = false
  if (bare < reader.position) {
    reader.fail(`the value of ${reader.attribute} has a bare <`, offset, {
      rule: 'bare-less-than',
    })
  }
  if (reader.lineEndAt < start) reader.lineEndAt = indexOrEnd(text, '\n', start)
  if (reader.lineEndAt >= reader.position && !reader.hasTabs && !reader.hasReturns) return literal
  return reader.normaliseLines(literal).replace(/[\t\n\r]/g, ' ')
}

function noteAttribute(tag: StartTag, index: number, tagName: TagName, offset: number): void {
  tag.names[index] = tagName
  tag.offsets[index] = offset
  if (tagName.isDeclaration) tag.declares = true
  if (tagName.isDeclaration || tagName.name !== tagName.local) tag.isLiteral = false
}

/** Throws if two attributes have the same name in the same namespace. */
function checkDistinct(reader: Reader, attributes: readonly XmlAttribute[], offset: number): void {
  const twin = attributes.length < 8 ? twinOfFew(attributes) : twinOfMany(attributes)
  if (twin === undefined) return
  reader.fail(`the attribute ${twin.name} occurs twice`, offset, {
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

const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'

/** Brings the namespaces that the attributes declare into scope, until `leave`. */
export function declare(
  context: Context,
  reader: Reader,
  raw: readonly XmlAttribute[],
): readonly XmlDeclaration[] {
  const { names, offsets } = context.tag
  const declarations: XmlDeclaration[] = []
  for (const [index, { name, literal }] of raw.entries()) {
    if (names[index]?.isDeclaration !== true) continue
    const offset = offsets[index] ?? 0
    reader.attribute = name
    const prefix = name.slice(6)
    const uri = resolveValue(context, reader, literal, offset)
    const rule = 'namespace'
    const isReserved = prefix === 'xmlns' || uri === XMLNS_NAMESPACE
    if (isReserved || (prefix === 'xml') !== (uri === XML_NAMESPACE)) {
      reader.fail(`${name} declares a reserved prefix or namespace`, offset, { rule })
    }
    if (prefix !== '' && uri === '') reader.fail(`${name} cannot be empty`, offset, { rule })
    if (prefix.includes(':') || name === 'xmlns:') {
      reader.fail(`${name} is not a valid name`, offset, { rule })
    }
    declarations.push({ name, prefix, uri })
    const uris = context.bindings.get(prefix)
    if (uris === undefined) context.bindings.set(prefix, [uri])
    else uris.push(uri)
  }
  return declarations
}

/** Removes the namespaces of an element from scope. */
export function leave(context: Context, element: XmlElement): void {
  for (const { prefix } of element.declarations) context.bindings.get(prefix)?.pop()
}

/** Resolves namespaces and references of the attributes; returns those that are no declarations. */
export function resolve(
  context: Context,
  reader: Reader,
  raw: readonly DraftAttribute[],
): readonly XmlAttribute[] {
  const { names, offsets, declares } = context.tag
  let hasPrefixes = false
  raw.forEach((attribute, index) => {
    const tagName = names[index]
    if (tagName === undefined || tagName.isDeclaration) return
    const { name, prefix, local } = tagName
    const offset = offsets[index] ?? 0
    reader.attribute = name
    if (name !== local) {
      checkName(reader, tagName, offset)
      hasPrefixes = true
      attribute.local = local
      attribute.uri = namespaceOf(context, reader, prefix, offset)
    }
    attribute.value = resolveValue(context, reader, attribute.literal, offset)
  })
  const attributes = declares ? raw.filter((_, index) => names[index]?.isDeclaration !== true) : raw
  if (hasPrefixes) checkDistinct(reader, attributes, offsets[0] ?? 0)
  return attributes
}

/** Returns the namespace of a prefix; `''` if there is none. */
export function namespaceOf(
  { bindings }: Context,
  reader: Reader,
  prefix: string,
  offset: number,
): string {
  const uri = bindings.get(prefix)?.at(-1)
  if (uri !== undefined) return uri
  if (prefix === '') return ''
  return reader.fail(`the prefix ${prefix} is not declared`, offset, { rule: 'prefix' })
}
