import type { AttributeType } from './doctype.ts'
import { type Context, type Growing, resolveValue, spend } from './entity.ts'
import { XML_NAMESPACE, type XmlAttribute, type XmlDeclaration, type XmlElement } from './node.ts'
import {
  documentOffset,
  fail,
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
const NONE: readonly never[] = []

/** Reads a start tag or an empty-element tag up to its `>` and puts its namespaces in scope; the place is at its `<`. */
export function readStartTag(context: Context, reader: Reader): Growing {
  const offset = reader.position++
  const name = readName(reader)
  const raw = readAttributes(context, reader, name)
  const isSimple = raw.every(isResolved)
  const declarations = isSimple ? NONE : declare(context, reader, raw)
  reader.attribute = ''
  const colon = colonOf(reader, name, offset + 1)
  const uri = namespaceOf(context, reader, colon < 0 ? '' : name.slice(0, colon), offset)
  const local = colon < 0 ? name : name.slice(colon + 1)
  const attributes = isSimple ? raw : resolve(context, reader, raw)
  reader.attribute = ''
  const place = documentOffset(reader, offset)
  return {
    type: 'element',
    name,
    local,
    uri,
    declarations,
    attributes,
    children: NONE,
    offset: place,
  }
}

/** Whether an attribute stands for what is written. */
function isResolved({ name, literal }: XmlAttribute): boolean {
  return !name.includes(':') && name !== 'xmlns' && !literal.includes('&')
}

/** The attributes as they are written, in no namespace. */
function readAttributes(
  context: Context,
  reader: Reader,
  element: string,
): readonly XmlAttribute[] {
  const { text } = reader
  const { documentType, offsets } = context
  const types = documentType.attributes.get(element)
  let attributes: XmlAttribute[] = []
  const start = reader.position
  offsets.length = 0
  for (;;) {
    const hasSpace = skipSpace(reader)
    const code = text.charCodeAt(reader.position)
    if (code === 0x3e) break
    if (code === 0x2f && text.charCodeAt(reader.position + 1) === 0x3e) break
    if (!hasSpace || code === 0x3c) fail(reader, `expected an attribute, > or /> in <${element}>`)
    const offset = reader.position
    const name = readName(reader)
    reader.attribute = name
    skipSpace(reader)
    need(reader, '=')
    skipSpace(reader)
    let literal = readQuoted(reader)
    if (/[<\t\n\r]/.test(literal)) {
      if (literal.includes('<')) {
        fail(reader, `the value of ${name} has a bare <`, offset, { rule: 'bare-less-than' })
      }
      literal = normaliseLines(reader, literal).replace(/[\t\n\r]/g, ' ')
    }
    if (types?.get(name)?.isTokenised === true) literal = collapse(literal)
    offsets.push(offset)
    const attribute = writtenAttribute(name, literal)
    // An array that is pushed to takes room for more than the one that most tags have.
    if (attributes.length === 0) attributes = [attribute]
    else attributes.push(attribute)
    reader.attribute = ''
  }
  reader.position += text.charCodeAt(reader.position) === 0x2f ? 2 : 1
  if (types !== undefined) addDefaults(context, reader, types, attributes)
  if (attributes.length === 0) return NONE
  checkDistinct(reader, attributes, start)
  return attributes
}

function writtenAttribute(name: string, literal: string): XmlAttribute {
  return { name, local: name, uri: '', value: literal, literal }
}

function addDefaults(
  context: Context,
  reader: Reader,
  types: ReadonlyMap<string, AttributeType>,
  attributes: XmlAttribute[],
): void {
  const present = new Set(attributes.map(({ name }) => name))
  const offset = reader.position
  for (const { name, literal, isTokenised } of types.values()) {
    spend(context, reader, literal?.length ?? 0)
    if (literal === undefined || present.has(name)) continue
    context.offsets.push(offset)
    attributes.push(writtenAttribute(name, isTokenised ? collapse(literal) : literal))
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
  let declarations: XmlDeclaration[] | undefined
  for (const [index, { name, literal }] of raw.entries()) {
    if (!isDeclaration(name)) continue
    const offset = context.offsets[index] ?? 0
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
    declarations ??= []
    declarations.push({ name, prefix, uri })
    const uris = context.bindings.get(prefix)
    if (uris === undefined) context.bindings.set(prefix, [uri])
    else uris.push(uri)
  }
  return declarations ?? NONE
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

function isDeclaration(name: string): boolean {
  return name.startsWith('xmlns') && (name.length === 5 || name.charCodeAt(5) === 0x3a)
}

function resolve(
  context: Context,
  reader: Reader,
  raw: readonly XmlAttribute[],
): readonly XmlAttribute[] {
  const attributes: XmlAttribute[] = []
  let hasPrefixes = false
  for (const [index, attribute] of raw.entries()) {
    const { name, literal } = attribute
    if (isDeclaration(name)) continue
    if (isResolved(attribute)) {
      attributes.push(attribute)
      continue
    }
    const offset = context.offsets[index] ?? 0
    reader.attribute = name
    const colon = colonOf(reader, name, offset)
    if (colon >= 0) hasPrefixes = true
    const local = colon < 0 ? name : name.slice(colon + 1)
    const uri = colon < 0 ? '' : namespaceOf(context, reader, name.slice(0, colon), offset)
    const value = resolveValue(context, reader, literal, offset)
    attributes.push({ name, local, uri, value, literal })
  }
  if (hasPrefixes) checkDistinct(reader, attributes, context.offsets[0] ?? 0)
  return attributes
}

/** Index of the one colon of a qualified name, -1 for none. */
function colonOf(reader: Reader, name: string, offset: number): number {
  const colon = name.indexOf(':')
  if (colon < 0) return colon
  const local = name.slice(colon + 1)
  if (colon === 0 || local === '' || local.includes(':') || nameEnd(local, 0) < local.length) {
    fail(reader, `${name} is not a valid name with a prefix`, offset, { rule: 'prefix' })
  }
  return colon
}

function namespaceOf(context: Context, reader: Reader, prefix: string, offset: number): string {
  const uri = context.bindings.get(prefix)?.at(-1)
  if (uri !== undefined) return uri
  if (prefix === '') return ''
  return fail(reader, `the prefix ${prefix} is not declared`, offset, { rule: 'prefix' })
}
