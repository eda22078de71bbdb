import { createRequire } from 'node:module'
import type * as FastXmlParser from 'fast-xml-parser'
import { escapeAttribute, escapeText } from './escape.ts'

/** XML that is written verbatim. */
interface XmlText {
  readonly xml: string
}

/** An element to write. */
export interface XmlTree {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Strings are character data, which is escaped. */
  readonly children: readonly (XmlTree | XmlText | string)[]
  /** Whether each child gets a line of its own; only if readers ignore white space there. */
  readonly isBlock: boolean
}

/** Returns an element whose children follow each other without white space. */
export function element(
  name: string,
  attributes: XmlTree['attributes'] = {},
  ...children: XmlTree['children']
): XmlTree {
  return { name, attributes, children, isBlock: false }
}

/** Returns an element whose children get lines of their own. */
export function block(
  name: string,
  attributes: XmlTree['attributes'],
  children: XmlTree['children'],
): XmlTree {
  return { name, attributes, children, isBlock: true }
}

interface WriteOptions {
  /** Text before the root: XML declaration and document type, each with its line end. */
  readonly head?: string
  readonly indent?: string
  /** Elements that are written as one tag if empty (`<a/>`): all, or those with these names. */
  readonly selfClosing?: true | readonly string[]
}

/** Writes a document, without a line end after its root. Removes characters that XML forbids. */
export function writeXml(root: XmlTree, options: WriteOptions = {}): string {
  const { head = '<?xml version="1.0" encoding="UTF-8"?>\n', indent = '  ', selfClosing } = options
  // Loaded on first use, since most commands write no XML. The types are the package's own.
  const library = createRequire(import.meta.url)('fast-xml-parser') as typeof FastXmlParser
  const builder = new library.XMLBuilder({
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

type Node = Readonly<Record<string, string | readonly Node[] | Readonly<Record<string, string>>>>

/** Adds all white space, because the builder would add it to texts with markup too. */
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
