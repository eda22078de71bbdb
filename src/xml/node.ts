/** Namespace that the prefix `xml` always stands for. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

/** An attribute that is no namespace declaration. Line ends, tabs and references are resolved in `value`. */
export interface XmlAttribute {
  /** As written, with its prefix. */
  readonly name: string
  readonly local: string
  readonly uri: string
  readonly value: string
  /** The value with its references still unresolved (white space is normalised). */
  readonly literal: string
}

/** `xmlns="uri"` or `xmlns:prefix="uri"`; `name` is `xmlns` or `xmlns:prefix`. */
export interface XmlDeclaration {
  readonly name: string
  readonly prefix: string
  readonly uri: string
}

/** An element with all that is in it. */
export interface XmlElement {
  readonly type: 'element'
  /** As written, with its prefix. */
  readonly name: string
  readonly local: string
  /** Namespace, `''` for none. */
  readonly uri: string
  readonly declarations: readonly XmlDeclaration[]
  /** In file order, then those that the document type adds. */
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlNode[]
  /** UTF-16 offset of its `<` in the decoded text (of the reference to the entity it comes from). */
  readonly offset: number
}

/** Character data with references resolved (`text`: a maximal run), a CDATA section or a comment. */
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

/** `&name;`, other than the five that XML predefines. */
interface XmlEntity {
  readonly type: 'entity'
  readonly name: string
}

/** What stands in an element. */
export type XmlNode = XmlElement | XmlText | XmlInstruction | XmlEntity

/** Markup with its UTF-16 offsets in the text; `end` is that of an element's start tag. */
export interface XmlItem<Node extends XmlNode = XmlNode> {
  readonly node: Node
  readonly start: number
  readonly end: number
}

/** The value of the attribute `local` (of no namespace unless `uri` is given); undefined when absent. */
export function attributeOf(element: XmlElement, local: string, uri = ''): string | undefined {
  for (const attribute of element.attributes) {
    if (attribute.local === local && attribute.uri === uri) return attribute.value
  }
  return undefined
}

/** Whether a node is an element of this name and namespace. */
export function isElement(node: XmlNode, local: string, uri: string): node is XmlElement {
  return node.type === 'element' && node.local === local && node.uri === uri
}

/** The first child element of this name and namespace. */
export function childOf(
  { children }: XmlElement,
  local: string,
  uri: string,
): XmlElement | undefined {
  for (const child of children) if (isElement(child, local, uri)) return child
  return undefined
}

/** The child elements of this name and namespace, in document order. */
export function childrenOf({ children }: XmlElement, local: string, uri: string): XmlElement[] {
  return children.filter((child) => isElement(child, local, uri))
}

/** The elements of this name and namespace anywhere below the element, in document order. */
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

/** The character data before the first element, comment, instruction or entity in the element; `''` without an element. */
export function leadingText(element: XmlElement | undefined): string {
  let text = ''
  for (const child of element?.children ?? []) {
    if (child.type !== 'text' && child.type !== 'cdata') break
    text += child.value
  }
  return text
}

/** All character data below the element or content, CDATA sections included; comments and markup dropped. */
export function textOf(element: Pick<XmlElement, 'children'>): string {
  let text = ''
  for (const child of element.children) {
    if (child.type === 'text' || child.type === 'cdata') text += child.value
    else if (child.type === 'element') text += textOf(child)
  }
  return text
}
