import { ParseError } from '../../src/errors.ts'
import { parseErrorAt } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import { textOf, type XmlElement, type XmlNode } from '../../src/xml/node.ts'
import { type Fail, failIn, parseXml } from '../../src/xml/parse.ts'
import type { ParseOptions } from '../entry.ts'

/** The last value of each key of a dict, in the order of the first ones. */
type Members = ReadonlyMap<string, XmlElement>

/** Reads an XML property list whose root is a dict; `fail` throws at its elements. Throws ParseError. */
export function readPropertyList(
  bytes: Uint8Array,
  onFault: ParseOptions['onFault'],
): { readonly members: Members; readonly fail: Fail } {
  refuseEncoding(bytes)
  if (!/^<(?:\?xml|plist)/.test(decodeXml(bytes))) {
    throw new ParseError('expected <?xml or <plist at the very start', 1, 1)
  }
  const { root, text } = parseXml(bytes, { onFault, entities: 'keep' })
  const entity = text.slice(0, root.offset).indexOf('<!ENTITY')
  if (entity >= 0) throw parseErrorAt(text, entity, 'expected no declaration of an entity')
  const fail: Fail = failIn(text)
  for (const node of root.children) refuseEntity(node, root, fail)
  const dict = root.children.find((node) => node.type === 'element')
  if (root.name !== 'plist' || dict === undefined) fail('expected a <plist>', root)
  return { members: membersOf(dict, fail), fail }
}

/** Returns the text of a string. Throws ParseError for a value of another type. */
export function stringOf(value: XmlElement, fail: Fail): string {
  if (value.name !== 'string') fail(`expected a string, found <${value.name}>`, value)
  return plainText(value, fail)
}

function refuseEncoding(bytes: Uint8Array): void {
  if (Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist') {
    const message = 'expected XML, found a binary property list (plutil -convert xml1 converts it)'
    throw new ParseError(message, 1, 1)
  }
  if (bytes[0] === 0 || bytes[1] === 0) {
    throw new ParseError('expected a byte order mark before UTF-16', 1, 1)
  }
}

function plainText(element: XmlElement, fail: Fail): string {
  for (const child of element.children) {
    refuseEntity(child, element, fail)
    if (child.type === 'element') fail(`expected a text, found <${child.name}>`, element)
  }
  return textOf(element)
}

/** Returns the members of a dict without comments and stray text. Throws ParseError for a value of another type. */
export function membersOf(dict: XmlElement, fail: Fail): Members {
  if (dict.name !== 'dict') fail(`expected <dict>, found <${dict.name}>`, dict)
  const members = new Map<string, XmlElement>()
  let key: XmlElement | undefined
  for (const node of dict.children) {
    refuseEntity(node, dict, fail)
    if (node.type !== 'element') continue
    if (key === undefined) {
      if (node.name !== 'key') fail('expected <key>', node)
      key = node
    } else if (node.name === 'key') fail('expected a value', key)
    else {
      members.set(plainText(key, fail), node)
      key = undefined
    }
  }
  if (key !== undefined) fail('expected a value', key)
  return members
}

function refuseEntity(node: XmlNode, parent: XmlElement, fail: Fail): void {
  if (node.type === 'entity') fail(`the entity ${node.name} is not declared`, parent)
}
