import { ParseError } from '../../src/errors.ts'
import { parseErrorAt } from '../../src/text.ts'
import { textOf, type XmlElement, type XmlNode } from '../../src/xml/node.ts'
import { parseXml } from '../../src/xml/parse.ts'

/** Reads values of a property list. Throws ParseError at them. */
export interface PlistValues {
  /** The members of a dict in file order; of a repeated key the last value, where the first is. */
  membersOf(dict: XmlElement): ReadonlyMap<string, XmlElement>
  /** The text of a string. */
  stringOf(value: XmlElement): string
  fail(message: string, value: XmlElement): never
}

type ReadMember = (key: string, value: XmlElement, values: PlistValues) => void

/**
 * Hands out the members of a property list in XML, whose root is a dict, one by one. Throws ParseError.
 * https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/PropertyLists/
 */
export function readPropertyList(bytes: Uint8Array, read: ReadMember): void {
  refuseEncoding(bytes)
  let top: { readonly dict: XmlElement; readonly members: Members } | undefined
  const { root, text } = parseXml(bytes, {
    entities: 'keep',
    units: (text) => {
      if (!/^<(?:\?xml|plist)/.test(text)) {
        throw new ParseError('expected <?xml or <plist at the very start', 1, 1)
      }
      const values = valuesIn(text)
      return {
        isUnit(element, [list, parent]) {
          if (top === undefined) {
            refuseEntities(text, list?.start ?? 0)
            const give = (key: string, value: XmlElement) => read(key, value, values)
            top = { dict: element, members: pairMembers(element, values, give) }
          }
          const isList = list?.node.name === 'plist' && top.dict.name === 'dict'
          return isList && parent?.node === top.dict
        },
        read(element, _, before) {
          top?.members.add([...before.splice(0), element])
        },
      }
    },
  })
  const values: PlistValues = valuesIn(text)
  for (const node of root.children) refuseEntity(node, root, values)
  if (root.name !== 'plist' || top === undefined) values.fail('expected a <plist>', root)
  const { dict, members } = top
  if (dict.name !== 'dict') values.fail(`expected <dict>, found <${dict.name}>`, dict)
  members.end(dict.children)
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

/** Throws for declarations of entities before the root, which starts at an offset. */
function refuseEntities(text: string, start: number): void {
  const entity = text.slice(0, start).indexOf('<!ENTITY')
  if (entity >= 0) throw parseErrorAt(text, entity, 'expected no declaration of an entity')
}

function valuesIn(text: string): PlistValues {
  const values: PlistValues = {
    fail(message, { offset }) {
      throw parseErrorAt(text, offset, message)
    },
    stringOf(value) {
      if (value.name !== 'string') values.fail(`expected a string, found <${value.name}>`, value)
      return plainText(value, values)
    },
    membersOf(dict) {
      if (dict.name !== 'dict') values.fail(`expected <dict>, found <${dict.name}>`, dict)
      const found = new Map<string, XmlElement>()
      const give = (key: string, value: XmlElement) => found.set(key, value)
      pairMembers(dict, values, give).end(dict.children)
      return found
    },
  }
  return values
}

/** The text of an element that has no others in it. */
function plainText(element: XmlElement, values: PlistValues): string {
  for (const child of element.children) {
    refuseEntity(child, element, values)
    if (child.type === 'element') values.fail(`expected a text, found <${child.name}>`, element)
  }
  return textOf(element)
}

/** Takes the nodes in a dict, the last ones at its end. */
interface Members {
  add(nodes: readonly XmlNode[]): void
  end(nodes: readonly XmlNode[]): void
}

/** Gives each key of a dict with its value, without comments and stray text. */
function pairMembers(
  dict: XmlElement,
  values: PlistValues,
  give: (key: string, value: XmlElement) => void,
): Members {
  let key: XmlElement | undefined
  function add(node: XmlNode): void {
    refuseEntity(node, dict, values)
    if (node.type !== 'element') return
    if (key === undefined) {
      if (node.name !== 'key') values.fail('expected <key>', node)
      key = node
    } else if (node.name === 'key') values.fail('expected a value', key)
    else {
      give(plainText(key, values), node)
      key = undefined
    }
  }
  return {
    add(nodes) {
      for (const node of nodes) add(node)
    },
    end(nodes) {
      for (const node of nodes) add(node)
      if (key !== undefined) values.fail('expected a value', key)
    },
  }
}

function refuseEntity(node: XmlNode, parent: XmlElement, { fail }: PlistValues): void {
  if (node.type === 'entity') fail(`the entity ${node.name} is not declared`, parent)
}
