import type { AttributeType } from './doctype.ts'
import { type Context, resolveValue, spend } from './entity.ts'
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

interface RawAttribute {
  readonly name: string
  readonly literal: string
  readonly offset: number
}

const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/'
const NONE: readonly never[] = []

/**
 * Reads a start tag or an empty-element tag up to its `>` and puts its namespaces in scope; the place is at its `<`.
 * The element gets `children` as they are, to be filled by the caller.
 */
export function readStartTag(
  context: Context,
  reader: Reader,
  children: XmlElement['children'],
): XmlElement {
  const offset = reader.position++
  const name = readName(reader)
  const raw = readAttributes(context, reader, name)
  const declarations = raw === NONE ? NONE : declare(context, reader, raw)
  reader.attribute = ''
  const colon = colonOf(reader, name, offset + 1)
  const uri = namespaceOf(context, reader, colon < 0 ? '' : name.slice(0, colon), offset)
  const local = colon < 0 ? name : name.slice(colon + 1)
  const attributes = raw === NONE ? NONE : resolve(context, reader, raw)
  reader.attribute = ''
  const place = documentOffset(reader, offset)
  return { type: 'element', name, local, uri, declarations, attributes, children, offset: place }
}

function readAttributes(
  context: Context,
  reader: Reader,
  element: string,
): readonly RawAttribute[] {
  const { text } = reader
  const types = context.documentType.attributes.get(element)
  const attributes: RawAttribute[] = []
  const start = reader.position
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
    if (literal.includes('<')) {
      fail(reader, `the value of ${name} has a bare <`, offset, { rule: 'bare-less-than' })
    }
    literal = normaliseLines(reader, literal).replace(/[\t\n\r]/g, ' ')
    if (types?.get(name)?.isTokenised === true) literal = collapse(literal)
    attributes.push({ name, literal, offset })
    reader.attribute = ''
  }
  reader.position += text.charCodeAt(reader.position) === 0x2f ? 2 : 1
  if (types !== undefined) addDefaults(context, reader, types, attributes)
  if (attributes.length === 0) return NONE
  const names = attributes.map(({ name }) => name)
  checkDistinct(reader, names, start)
  return attributes
}

function addDefaults(
  context: Context,
  reader: Reader,
  types: ReadonlyMap<string, AttributeType>,
  attributes: RawAttribute[],
): void {
  const present = new Set(attributes.map(({ name }) => name))
  const offset = reader.position
  for (const { name, literal, isTokenised } of types.values()) {
    spend(context, reader, literal?.length ?? 0)
    if (literal === undefined || present.has(name)) continue
    attributes.push({ name, literal: isTokenised ? collapse(literal) : literal, offset })
  }
}

function collapse(value: string): string {
  return value.split(' ').filter(Boolean).join(' ')
}

/** `names` may have namespaces behind a space. */
function checkDistinct(reader: Reader, names: readonly string[], offset: number): void {
  if (names.length < 2) return
  const seen = new Set<string>()
  const twin = names.find((name, index) =>
    names.length < 8 ? names.indexOf(name) < index : seen.size === seen.add(name).size,
  )
  if (twin === undefined) return
  const [name = ''] = twin.split(' ')
  fail(reader, 'an attribute is there twice', offset, { rule: 'repeated', name })
}

/** Puts the namespaces that the attributes declare in scope; `leave` takes them out. */
function declare(
  context: Context,
  reader: Reader,
  raw: readonly RawAttribute[],
): readonly XmlDeclaration[] {
  let declarations: XmlDeclaration[] | undefined
  for (const { name, literal, offset } of raw) {
    if (!isDeclaration(name)) continue
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
  raw: readonly RawAttribute[],
): readonly XmlAttribute[] {
  const attributes: XmlAttribute[] = []
  let hasPrefixes = false
  for (const { name, literal, offset } of raw) {
    if (isDeclaration(name)) continue
    reader.attribute = name
    const colon = colonOf(reader, name, offset)
    if (colon >= 0) hasPrefixes = true
    const local = colon < 0 ? name : name.slice(colon + 1)
    const uri = colon < 0 ? '' : namespaceOf(context, reader, name.slice(0, colon), offset)
    const value = resolveValue(context, reader, literal, offset)
    attributes.push({ name, local, uri, value, literal })
  }
  if (hasPrefixes) {
    const names = attributes.map(({ local, uri }) => `${local} ${uri}`)
    checkDistinct(reader, names, raw[0]?.offset ?? 0)
  }
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
