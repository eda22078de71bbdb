import { ParseError } from '../../src/errors.ts'
import { parseErrorAt } from '../../src/text.ts'
import { textOf, type XmlElement, type XmlNode } from '../../src/xml/node.ts'
import { type Fail, failIn, parseXml } from '../../src/xml/parse.ts'
import type { ParseOptions } from '../entry.ts'

/** An unexpected value. Its line takes long to find, so the position is computed only if the error counts. */
export class WrongValueError extends Error {
  override readonly name = 'WrongValueError'
  readonly #text: string
  readonly #offset: number

  constructor(message: string, text: string, offset: number) {
    super(message)
    this.#text = text
    this.#offset = offset
  }

  toParseError(): ParseError {
    return parseErrorAt(this.#text, this.#offset, this.message)
  }
}

/** Reads values of a property list. Throws WrongValueError at them. */
export interface PlistValues {
  /** Yields the members of a dict in file order, repeated keys included. */
  eachMember(dict: XmlElement, onMember: OnMember): void
  stringOf(value: XmlElement): string
  readonly fail: Fail
}

type OnMember = (key: string, value: XmlElement) => void

/** Yields the members of an XML property list whose root is a dict. Throws ParseError. */
export function readPropertyList(
  bytes: Uint8Array,
  onFault: ParseOptions['onFault'],
  read: (key: string, value: XmlElement, values: PlistValues) => void,
): void {
  refuseEncoding(bytes)
  let top: Pairing | undefined
  const { root, text } = parseXml(bytes, {
    onFault,
    entities: 'keep',
    units: (text) => {
      if (!/^<(?:\?xml|plist)/.test(text)) {
        throw new ParseError('expected <?xml or <plist at the very start', 1, 1)
      }
      const values = valuesIn(text)
      const onMember: OnMember = (key, value) => read(key, value, values)
      return {
        isUnit(element, [list, parent]) {
          if (top === undefined) {
            refuseEntities(text, list?.start ?? 0)
            top = { dict: element, key: undefined, onMember, fail: failIn(text) }
          }
          const isList = list?.node.name === 'plist' && top.dict.name === 'dict'
          return isList && parent?.node === top.dict
        },
        read(element, _, before) {
          before.push(element)
          if (top !== undefined) pairMembers(before, top)
          while (before.length > 0) before.pop()
        },
      }
    },
  })
  const fail: Fail = failIn(text)
  for (const node of root.children) refuseEntity(node, root, fail)
  if (root.name !== 'plist' || top === undefined) fail('expected a <plist>', root)
  if (top.dict.name !== 'dict') fail(`expected <dict>, found <${top.dict.name}>`, top.dict)
  endMembers(top.dict.children, top)
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

/** Throws for entity declarations before the root, which starts at an offset. */
function refuseEntities(text: string, start: number): void {
  const entity = text.slice(0, start).indexOf('<!ENTITY')
  if (entity >= 0) throw parseErrorAt(text, entity, 'expected no declaration of an entity')
}

function valuesIn(text: string): PlistValues {
  const fail: Fail = (message, { offset }) => {
    throw new WrongValueError(message, text, offset)
  }
  return {
    fail,
    stringOf(value) {
      if (value.name !== 'string') fail(`expected a string, found <${value.name}>`, value)
      return plainText(value, fail)
    },
    eachMember(dict, onMember) {
      if (dict.name !== 'dict') fail(`expected <dict>, found <${dict.name}>`, dict)
      endMembers(dict.children, { dict, key: undefined, onMember, fail })
    },
  }
}

/** Returns the text of an element without child elements. */
function plainText(element: XmlElement, fail: Fail): string {
  for (const child of element.children) {
    refuseEntity(child, element, fail)
    if (child.type === 'element') fail(`expected a text, found <${child.name}>`, element)
  }
  return textOf(element)
}

interface Pairing {
  readonly dict: XmlElement
  /** A key whose value is still to come. */
  key: XmlElement | undefined
  readonly onMember: OnMember
  readonly fail: Fail
}

/** Yields each key with its value, skipping comments and stray text. */
function pairMembers(nodes: readonly XmlNode[], pairing: Pairing): void {
  const { dict, onMember, fail } = pairing
  for (const node of nodes) {
    refuseEntity(node, dict, fail)
    if (node.type !== 'element') continue
    const { key } = pairing
    if (key === undefined) {
      if (node.name !== 'key') fail('expected <key>', node)
      pairing.key = node
    } else if (node.name === 'key') fail('expected a value', key)
    else {
      pairing.key = undefined
      onMember(plainText(key, fail), node)
    }
  }
}

/** Does the same for the last nodes of a dict. */
function endMembers(nodes: readonly XmlNode[], pairing: Pairing): void {
  pairMembers(nodes, pairing)
  if (pairing.key !== undefined) pairing.fail('expected a value', pairing.key)
}

function refuseEntity(node: XmlNode, parent: XmlElement, fail: Fail): void {
  if (node.type === 'entity') fail(`the entity ${node.name} is not declared`, parent)
}
