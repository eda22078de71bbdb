/** The namespace of the prefix `xml`. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

/** An attribute that is no namespace declaration. In `value`, line ends, tabs and references are resolved. */
export interface XmlAttribute {
  /** As written, with its prefix. */
  readonly name: string
  readonly local: string
  readonly uri: string
  readonly value: string
  /** The value with unresolved references and normalized white space. */
  readonly literal: string
}

/** `xmlns="uri"` or `xmlns:prefix="uri"`; `name` is `xmlns` or `xmlns:prefix`. */
export interface XmlDeclaration {
  readonly name: string
  readonly prefix: string
  readonly uri: string
}

/** An element with its content. */
export interface XmlElement {
  readonly type: 'element'
  /** As written, with its prefix. */
  readonly name: string
  readonly local: string
  /** Namespace; `''` if there is none. */
  readonly uri: string
  readonly declarations: readonly XmlDeclaration[]
  /** In file order. */
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlNode[]
  /** UTF-16 offset of its `<` in the decoded text, or of the reference to the entity that contains it. */
  readonly offset: number
}

/** Character data with references resolved, a CDATA section or a comment. */
export interface XmlText {
  readonly type: 'text' | 'cdata' | 'comment'
  readonly value: string
}

/** `<?name value?>` */
interface XmlInstruction {
  readonly type: 'instruction'
  readonly name: string
  readonly value: string
}

/** `&name;`, except for the five predefined entities. */
interface XmlEntity {
  readonly type: 'entity'
  readonly name: string
}

/** A part of an element's content. */
export type XmlNode = XmlElement | XmlText | XmlInstruction | XmlEntity

/** Markup with its UTF-16 offsets in the text; `end` is that of an element's start tag. */
export interface XmlItem {
  readonly node: XmlNode
  readonly start: number
  readonly end: number
}

/** Returns the value of an attribute, by default in no namespace; undefined if the element does not have it. */
export function attributeOf(element: XmlElement, local: string, uri = ''): string | undefined {
  for (const attribute of element.attributes) {
    if (attribute.local === local && attribute.uri === uri) return attribute.value
  }
  return undefined
}

/** Returns whether a node is an element with this name and namespace. */
export function isElement(node: XmlNode, local: string, uri: string): node is XmlElement {
  return node.type === 'element' && node.local === local && node.uri === uri
}

/** Returns the first child element with this name and namespace. */
export function childOf(
  { children }: XmlElement,
  local: string,
  uri: string,
): XmlElement | undefined {
  for (const child of children) if (isElement(child, local, uri)) return child
  return undefined
}

/** Returns the child elements with this name and namespace, in document order. */
export function childrenOf({ children }: XmlElement, local: string, uri: string): XmlElement[] {
  return children.filter((child) => isElement(child, local, uri))
}

/** Returns the elements with this name and namespace anywhere below the element, in document order. */
export function descendantsOf(
  element: XmlElement,
  local: string,
  uri: string,
  elements: XmlElement[] = [],
): XmlElement[] {
  for (const child of element.children) {
    if (child.type !== 'element') continue
    if (isElement(child, local, uri)) elements.push(child)
    // Most elements hold nothing but a text.
    const { length } = child.children
    if (length > 1 || (length === 1 && child.children[0]?.type === 'element')) {
      descendantsOf(child, local, uri, elements)
    }
  }
  return elements
}

/** Returns the character data before the first other node in the element; `''` without an element. */
export function leadingText(element: XmlElement | undefined): string {
  let text = ''
  for (const child of element?.children ?? []) {
    if (child.type !== 'text' && child.type !== 'cdata') break
    text += child.value
  }
  return text
}

/** Returns all character data below the element, including CDATA sections, without comments and markup. */
export function textOf(element: Pick<XmlElement, 'children'>): string {
  let text = ''
  for (const child of element.children) {
    if (child.type === 'text' || child.type === 'cdata') text += child.value
    else if (child.type === 'element') text += textOf(child)
  }
  return text
}
