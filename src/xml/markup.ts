import { escapeAttribute } from './escape.ts'
import type { XmlNode } from './node.ts'
import { readXml } from './parse.ts'

/** Returns the nodes of a text that is well-formed XML with markup; undefined for any other text, which is plain. */
export function markupOf(text: string): readonly XmlNode[] | undefined {
  if (!text.includes('<')) return undefined
  const { nodes, fault } = readXml(text, { entities: 'expand', isContent: true })
  return fault === undefined ? nodes : undefined
}

/** Writes nodes as XML; `writeText` writes character data and CDATA sections. */
export function writeNodes(
  nodes: readonly XmlNode[],
  writeText: (node: { readonly type: 'text' | 'cdata'; readonly value: string }) => string,
): string {
  return nodes
    .map((node) => {
      switch (node.type) {
        case 'text':
        case 'cdata':
          return writeText({ type: node.type, value: node.value })
        case 'comment':
          return `<!--${node.value}-->`
        case 'instruction':
          return `<?${node.name}${node.value === '' ? '' : ` ${node.value}`}?>`
        case 'entity':
          return `&${node.name};`
        case 'element': {
          const names = node.declarations.map(({ name, uri }) => attributeXml(name, uri))
          const values = node.attributes.map(({ name, value }) => attributeXml(name, value))
          const tag = `<${node.name}${names.join('')}${values.join('')}`
          if (node.children.length === 0) return `${tag}/>`
          return `${tag}>${writeNodes(node.children, writeText)}</${node.name}>`
        }
        default:
          return ''
      }
    })
    .join('')
}

/** Writes an attribute, preceded by a space. */
export function attributeXml(name: string, value: string): string {
  return ` ${name}="${escapeAttribute(value)}"`
}
