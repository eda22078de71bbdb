import { ParseError } from '../../src/errors.ts'
import { parseErrorAt } from '../../src/text.ts'
import { textOf, type XmlElement } from '../../src/xml/node.ts'
import { parseXml } from '../../src/xml/parse.ts'

/** A property list in XML: https://developer.apple.com/library/archive/documentation/Cocoa/Conceptual/PropertyLists/ */
interface PropertyList {
  /** Its root. */
  readonly dict: XmlElement
  /** The members of a dict in file order; of a repeated key the last value, where the first is. Throws ParseError. */
  membersOf(dict: XmlElement): ReadonlyMap<string, XmlElement>
  /** The text of a string. Throws ParseError for another value. */
  stringOf(value: XmlElement): string
  /** Throws a ParseError at a value. */
  fail(message: string, value: XmlElement): never
}

/** Reads a property list whose root is a dict. Throws ParseError. */
export function readPropertyList(bytes: Uint8Array): PropertyList {
  if (Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist') {
    const message = 'expected XML, found a binary property list (plutil -convert xml1 converts it)'
    throw new ParseError(message, 1, 1)
  }
  if (bytes[0] === 0 || bytes[1] === 0) {
    throw new ParseError('expected a byte order mark before UTF-16', 1, 1)
  }
  const { root, text } = parseXml(bytes, { entities: 'keep' })
  const fail: PropertyList['fail'] = (message, { offset }) => {
    throw parseErrorAt(text, offset, message)
  }
  if (!/^<(?:\?xml|plist)/.test(text)) {
    throw new ParseError('expected <?xml or <plist at the very start', 1, 1)
  }
  const entity = text.slice(0, root.offset).indexOf('<!ENTITY')
  if (entity >= 0) throw parseErrorAt(text, entity, 'expected no declaration of an entity')

  /** The elements in one, with comments and stray text left out. */
  function elementsIn(parent: XmlElement): readonly XmlElement[] {
    return parent.children.filter((child) => {
      if (child.type === 'entity') fail(`the entity ${child.name} is not declared`, parent)
      return child.type === 'element'
    })
  }

  function stringOf(value: XmlElement): string {
    const [inner] = elementsIn(value)
    if (value.name !== 'string' || inner !== undefined) {
      fail(`expected a string, found <${(inner ?? value).name}>`, value)
    }
    return textOf(value)
  }

  function membersOf(dict: XmlElement): ReadonlyMap<string, XmlElement> {
    if (dict.name !== 'dict') fail(`expected <dict>, found <${dict.name}>`, dict)
    const members = new Map<string, XmlElement>()
    const elements = elementsIn(dict)
    for (let index = 0; index < elements.length; index += 2) {
      const [key, value] = elements.slice(index, index + 2)
      if (key?.name !== 'key') return fail('expected <key>', key ?? dict)
      if (value === undefined || value.name === 'key') return fail('expected a value', key)
      members.set(textOf(key), value)
    }
    return members
  }

  const [dict] = elementsIn(root)
  if (root.name !== 'plist' || dict === undefined) return fail('expected a <plist>', root)
  return { dict, membersOf, stringOf, fail }
}
