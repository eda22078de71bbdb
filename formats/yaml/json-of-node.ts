import { parseErrorAt } from '../../src/text.ts'
import type { JsonValue } from '../json/value.ts'
import type { YamlNode } from './node.ts'

/**
 * Returns a node as a value of JSON, with all scalars but null as texts. Throws ParseError for an alias, which could repeat
 * the collection around it.
 */
export function jsonOfNode(node: YamlNode, text: string): JsonValue {
  if (node.kind === 'alias')
    throw parseErrorAt(text, node.offset, 'expected a value, found an alias')
  if (node.kind === 'scalar') return node.type === 'null' ? null : node.text
  if (node.kind === 'list') {
    return {
      kind: 'array',
      items: node.items.map((item) => jsonOfNode(item, text)),
      offsets: node.items.map(({ offset }) => offset),
    }
  }
  return {
    kind: 'object',
    keys: node.keys.map((key) => key.text),
    values: node.values.map((value) => jsonOfNode(value, text)),
    offsets: node.keys.map(({ offset }) => offset),
  }
}
