import { checkDistinct, type DraftAttribute } from './attributes.ts'
import { type Context, resolveValue } from './entity.ts'
import { checkName } from './name.ts'
import { XML_NAMESPACE, type XmlAttribute, type XmlDeclaration, type XmlElement } from './node.ts'
import { fail, type Reader } from './reader.ts'

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
  return fail(reader, `the prefix ${prefix} is not declared`, offset, { rule: 'prefix' })
}
