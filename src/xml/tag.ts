import type { AttributeType } from './doctype.ts'
import {
  type Context,
  type Growing,
  resolveValue,
  type StartTag,
  spend,
  type TagName,
} from './entity.ts'
import { XML_NAMESPACE, type XmlAttribute, type XmlDeclaration, type XmlElement } from './node.ts'
import {
  documentOffset,
  fail,
  indexOrEnd,
  nameEnd,
  need,
  normaliseLines,
  type Reader,
  readName,
  readQuoted,
  skip,
  skipSpace,
} from './reader.ts'

const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'
/** An attribute that has what is written, until its tag is read. */
type Draft = { -readonly [Field in keyof XmlAttribute]: XmlAttribute[Field] }

const NONE: readonly never[] = []
/** How many different names are kept at once. */
const NAMES = 127

/** Reads a start tag or an empty-element tag up to its `>` and puts its namespaces in scope; the place is at its `<`. */
export function readStartTag(context: Context, reader: Reader): Growing {
  const { tag } = context
  const offset = reader.position++
  const own = readTagName(context, reader)
  const raw = readAttributes(context, reader, own.name)
  const declarations = tag.declares ? declare(context, reader, raw) : NONE
  reader.attribute = ''
  checkName(reader, own, offset + 1)
  const uri = namespaceOf(context, reader, own.prefix, offset)
  const attributes = tag.isLiteral ? raw : resolve(context, reader, raw)
  reader.attribute = ''
  return {
    type: 'element',
    name: own.name,
    local: own.local,
    uri,
    declarations,
    attributes,
    children: NONE,
    offset: documentOffset(reader, offset),
  }
}

/** Reads a name; most have stood before. */
function readTagName({ names }: Context, reader: Reader): TagName {
  const { text, position: start } = reader
  const end = nameEnd(text, start)
  const length = end - start
  const index = (length + text.charCodeAt(start) * 11 + text.charCodeAt(end - 1) * 3) % NAMES
  const known = names[index]
  if (known !== undefined && known.name.length === length && text.startsWith(known.name, start)) {
    reader.position = end
    return known
  }
  const name = takeApart(readName(reader))
  names[index] = name
  return name
}

function takeApart(name: string): TagName {
  const colon = name.indexOf(':')
  const prefix = colon < 0 ? '' : name.slice(0, colon)
  const local = name.slice(colon + 1)
  return {
    name,
    prefix,
    local,
    isDeclaration: prefix === 'xmlns' || name === 'xmlns',
    isValid:
      colon < 0 || (prefix !== '' && /^[^:]+$/.test(local) && nameEnd(local, 0) === local.length),
  }
}

/** The attributes as they are written, in no namespace. */
function readAttributes(context: Context, reader: Reader, element: string): readonly Draft[] {
  const { text } = reader
  const { documentType, tag } = context
  const types = documentType.attributes.size > 0 ? documentType.attributes.get(element) : undefined
  let attributes: Draft[] = []
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
    const own = readTagName(context, reader)
    reader.attribute = own.name
    skipSpace(reader)
    need(reader, '=')
    skipSpace(reader)
    const literal = readLiteral(reader, own.name, offset)
    const isTokenised = types?.get(own.name)?.isTokenised === true
    const attribute = writtenAttribute(own, isTokenised ? collapse(literal) : literal)
    noteAttribute(tag, attributes.length, own, offset)
    if (reader.nextReference < reader.position) tag.isLiteral = false
    // An array that is pushed to takes room for more than the one that most tags have.
    if (attributes.length === 0) attributes = [attribute]
    else attributes.push(attribute)
    reader.attribute = ''
  }
  reader.position += text.charCodeAt(reader.position) === 0x2f ? 2 : 1
  if (types !== undefined) addDefaults(context, reader, types, attributes)
  if (attributes.length === 0) return NONE
  if (attributes.length > 1) checkDistinct(reader, attributes, start)
  return attributes
}

/** Reads a value in quotes; white space in it becomes spaces. */
function readLiteral(reader: Reader, name: string, offset: number): string {
  const { text, position: start } = reader
  const literal = readQuoted(reader)
  if (reader.nextReference < start) reader.nextReference = indexOrEnd(text, '&', start)
  if (reader.nextTag < start) reader.nextTag = indexOrEnd(text, '<', start)
  if (reader.nextTag < reader.position) {
    fail(reader, `the value of ${name} has a bare <`, offset, { rule: 'bare-less-than' })
  }
  if (reader.nextLineEnd < start) reader.nextLineEnd = indexOrEnd(text, '\n', start)
  if (reader.nextLineEnd >= reader.position && !reader.hasTabs && !reader.hasReturns) return literal
  return normaliseLines(reader, literal).replace(/[\t\n\r]/g, ' ')
}

function writtenAttribute({ name }: TagName, literal: string): Draft {
  return { name, local: name, uri: '', value: literal, literal }
}

function noteAttribute(tag: StartTag, index: number, own: TagName, offset: number): void {
  tag.names[index] = own
  tag.offsets[index] = offset
  if (own.isDeclaration) tag.declares = true
  if (own.isDeclaration || own.name !== own.local) tag.isLiteral = false
}

function addDefaults(
  context: Context,
  reader: Reader,
  types: ReadonlyMap<string, AttributeType>,
  attributes: Draft[],
): void {
  const { tag } = context
  const present = new Set(attributes.map(({ name }) => name))
  for (const { name, literal, isTokenised } of types.values()) {
    spend(context, reader, literal?.length ?? 0)
    if (literal === undefined || present.has(name)) continue
    const own = takeApart(name)
    noteAttribute(tag, attributes.length, own, reader.position)
    if (literal.includes('&')) tag.isLiteral = false
    attributes.push(writtenAttribute(own, isTokenised ? collapse(literal) : literal))
  }
}

function collapse(value: string): string {
  return value.split(' ').filter(Boolean).join(' ')
}

/** Fails where two attributes have the same name in the same namespace. */
function checkDistinct(reader: Reader, attributes: readonly XmlAttribute[], offset: number): void {
  const twin = attributes.length < 8 ? twinOfFew(attributes) : twinOfMany(attributes)
  if (twin === undefined) return
  fail(reader, 'an attribute is there twice', offset, { rule: 'repeated', name: twin.local })
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

/** Puts the namespaces that the attributes declare in scope; `leave` takes them out. */
function declare(
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
      fail(reader, `${name} declares a reserved prefix or namespace`, offset, { rule })
    }
    if (prefix !== '' && uri === '') fail(reader, `${name} cannot be empty`, offset, { rule })
    if (prefix.includes(':') || name === 'xmlns:') {
      fail(reader, `${name} is not a valid name`, offset, { rule })
    }
    declarations.push({ name, prefix, uri })
    const uris = context.bindings.get(prefix)
    if (uris === undefined) context.bindings.set(prefix, [uri])
    else uris.push(uri)
  }
  return declarations
}

/** Reads the end tag at `reader.start`, which must be that of the element, and returns the element. */
export function readEndTag(reader: Reader, element: XmlElement | undefined): XmlElement {
  const { text, start } = reader
  if (element !== undefined && text.startsWith(element.name, start + 2)) {
    reader.position = start + 2 + element.name.length
    skipSpace(reader)
    if (skip(reader, '>')) return element
  }
  reader.position = nameEnd(text, start + 2)
  skipSpace(reader)
  skip(reader, '>')
  if (element === undefined) return fail(reader, 'an end tag closes nothing', start)
  const name = `</${element.name}>`
  return fail(reader, `expected ${name}`, start, { name })
}

/** Takes the namespaces that an element declared out of scope. */
export function leave(context: Context, element: XmlElement): void {
  for (const { prefix } of element.declarations) context.bindings.get(prefix)?.pop()
}

/** Gives the attributes their namespaces and what their references stand for; declarations are none of them. */
function resolve(context: Context, reader: Reader, raw: readonly Draft[]): readonly XmlAttribute[] {
  const { names, offsets, declares } = context.tag
  let hasPrefixes = false
  raw.forEach((attribute, index) => {
    const own = names[index]
    if (own === undefined || own.isDeclaration) return
    const { name, prefix, local } = own
    const offset = offsets[index] ?? 0
    reader.attribute = name
    if (name !== local) {
      checkName(reader, own, offset)
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

function checkName(reader: Reader, { name, isValid }: TagName, offset: number): void {
  if (isValid) return
  fail(reader, `${name} is not a valid name with a prefix`, offset, { rule: 'prefix' })
}

function namespaceOf(
  { bindings }: Context,
  reader: Reader,
  prefix: string,
  offset: number,
): string {
  const uri = bindings.get(prefix)?.at(-1)
  if (uri !== undefined) return uri
  if (prefix === '') return ''
  return fail(reader, `the prefix ${prefix} is not declared`, offset, { rule: 'prefix' })
}
