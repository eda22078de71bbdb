import { createRequire } from 'node:module'
import type * as FastXmlParser from 'fast-xml-parser'
import { escapeAttribute, escapeText } from './escape.ts'

/** XML that stands in an element as it is. */
interface XmlText {
  readonly xml: string
}

/** An element to be written. */
export interface XmlTree {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** A string is character data, yet to be escaped. */
  readonly children: readonly (XmlTree | XmlText | string)[]
  /** Whether each child stands on a line of its own, which must not matter to who reads it. */
  readonly isBlock: boolean
}

/** An element whose children follow each other without white space. */
export function element(
  name: string,
  attributes: XmlTree['attributes'] = {},
  ...children: XmlTree['children']
): XmlTree {
  return { name, attributes, children, isBlock: false }
}

/** An element whose children stand on lines of their own. */
export function block(
  name: string,
  attributes: XmlTree['attributes'],
  children: XmlTree['children'],
): XmlTree {
  return { name, attributes, children, isBlock: true }
}

interface WriteOptions {
  /** What stands before the root: the XML declaration and a document type, each with its line end. */
  readonly head?: string
  /** White space of one level. */
  readonly indent?: string
  /** The elements that are one tag when they are empty (`<a/>`): all, or those of these names. */
  readonly selfClosing?: true | readonly string[]
}

/** A document, without a line end after its root. Characters that XML forbids are left out. */
export function writeXml(root: XmlTree, options: WriteOptions = {}): string {
  const { head = '<?xml version="1.0" encoding="UTF-8"?>\n', indent = '  ', selfClosing } = options
  const builder = new (loadBuilder())({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    suppressBooleanAttributes: false,
    processEntities: false,
    suppressEmptyNode: selfClosing === true,
    suppressUnpairedNode: false,
    unpairedTags: selfClosing === true ? [] : [...(selfClosing ?? [])],
  })
  return head + builder.build([toNode(root, '\n', indent)])
}

/**
 * Loaded by the first document, as no command needs it before. White space is ours: the builder's own would get into
 * texts that have markup.
 */
function loadBuilder(): typeof FastXmlParser.XMLBuilder {
  // What the package's own types say of it.
  const library = createRequire(import.meta.url)('fast-xml-parser') as typeof FastXmlParser
  return library.XMLBuilder
}

type Node = Readonly<Record<string, string | readonly Node[] | Readonly<Record<string, string>>>>

function toNode(
  { name, attributes, children, isBlock }: XmlTree,
  line: string,
  indent: string,
): Node {
  const inner = line + indent
  const nodes = children.flatMap((child): Node[] => {
    const node =
      typeof child === 'object' && 'name' in child ? toNode(child, inner, indent) : toText(child)
    return isBlock ? [{ '#text': inner }, node] : [node]
  })
  if (isBlock) nodes.push({ '#text': line })
  const values = Object.entries(attributes).map(([key, value]) => [key, escapeAttribute(value)])
  return { [name]: nodes, ':@': Object.fromEntries(values) }
}

function toText(child: XmlText | string): Node {
  return { '#text': typeof child === 'string' ? escapeText(child) : child.xml }
}
