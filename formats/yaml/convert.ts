import {
  CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { parseErrorAt } from '../../src/text.ts'
import type { YamlMapping, YamlNode, YamlScalar, YamlTarget } from './node.ts'
import { isUnreadableTag, resolvePlain, resolveTagged, type YamlVersion } from './scalar.ts'

/**
 * A node of the library with what its tags, anchors, merge keys and plain scalars mean. Throws ParseError at a UTF-16
 * offset of the text.
 */
export function toNode(root: Node, text: string, version: YamlVersion): YamlNode {
  return new NodeReader(text, version).read(root)
}

class NodeReader {
  readonly #text: string
  readonly #version: YamlVersion
  readonly #anchors = new Map<string, YamlTarget>()
  /** Mappings that are still being read. */
  readonly #open = new Set<YamlMapping>()

  constructor(text: string, version: YamlVersion) {
    this.#text = text
    this.#version = version
  }

  read(node: Node | null): YamlNode {
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source)
      if (target) return { kind: 'alias', target, offset: offsetOf(node) }
      return this.#fail(node, `expected an anchor \`&${node.source}\` before its alias, found none`)
    }
    if (isMap(node) || isSeq(node)) return this.#readCollection(node)
    return this.#readScalar(isScalar(node) ? node : null)
  }

  #readCollection(node: YAMLMap | YAMLSeq): YamlTarget {
    const tag = node.tag ?? ''
    if (isUnreadableTag(tag)) this.#fail(node, `expected texts, found values of the type ${tag}`)
    if (isMap(node)) return this.#readMembers(node.items, node)
    if (tag === ORDERED) {
      const members = node.items.map((item) => this.#onlyMember(item))
      return this.#readMembers(members, node)
    }
    const items: YamlNode[] = []
    const list = this.#keep(node, { kind: 'list', items, offset: offsetOf(node) } as const)
    for (const item of node.items) items.push(this.read(nodeOf(item)))
    return list
  }

  #fail(node: Node | null, message: string): never {
    throw parseErrorAt(this.#text, offsetOf(node), message)
  }

  #keep<T extends YamlTarget>(node: Node | null, made: T): T {
    if (node !== null && 'anchor' in node && node.anchor) this.#anchors.set(node.anchor, made)
    return made
  }

  #readScalar(scalar: Scalar | null): YamlScalar {
    const text = scalar === null ? '' : textOf(scalar, this.#text)
    const tag = scalar?.tag
    const isPlain = scalar === null || scalar.type === 'PLAIN'
    const offset = offsetOf(scalar)
    const meaning =
      tag !== undefined
        ? resolveTagged(text, tag, this.#version)
        : isPlain
          ? resolvePlain(text, this.#version)
          : ({ type: 'text', text } as const)
    return this.#keep(scalar, { kind: 'scalar', ...meaning, isTagged: tag !== undefined, offset })
  }

  #onlyMember(item: unknown): Pair {
    const [pair, another] = isMap(item) ? item.items : isPair(item) ? [item] : []
    if (pair && !another) return pair
    return this.#fail(nodeOf(item), 'expected an item with one member, found something else')
  }

  #readMembers(pairs: readonly Pair[], node: Node): YamlMapping {
    const keys: YamlScalar[] = []
    const values: YamlNode[] = []
    const merged: YamlMapping[] = []
    const offset = offsetOf(node)
    const mapping = this.#keep(node, { kind: 'mapping', keys, values, merged, offset } as const)
    const identities = new Set<string>()
    this.#open.add(mapping)
    for (const pair of pairs) {
      const [key, value] = [nodeOf(pair.key), nodeOf(pair.value)]
      const scalar = isMergeKey(key) ? undefined : this.#readKey(key)
      const identity = scalar === undefined ? '<<' : identityOf(scalar)
      if (identities.has(identity)) {
        const name = scalar?.text ?? '<<'
        this.#fail(key, `expected each key once, found \`${name}\` again; remove one of them`)
      }
      identities.add(identity)
      if (scalar === undefined) merged.push(...this.#readMerged(value))
      else {
        keys.push(scalar)
        values.push(this.read(value))
      }
    }
    this.#open.delete(mapping)
    return mapping
  }

  #readKey(node: Node | null): YamlScalar {
    const key = targetOf(this.read(node))
    if (key.kind !== 'scalar') this.#fail(node, 'expected a text as key, found a collection')
    return { ...key, text: key.type === 'null' ? 'None' : key.text, offset: offsetOf(node) }
  }

  #readMerged(node: Node | null): YamlMapping[] {
    const value = targetOf(this.read(node))
    return (value.kind === 'list' ? value.items.map(targetOf) : [value]).map((target) => {
      if (target.kind === 'mapping' && !this.#open.has(target)) return target
      return this.#fail(node, 'expected a mapping to merge, found something else')
    })
  }
}

const ORDERED = 'tag:yaml.org,2002:omap'

/** Returns what an alias stands for. */
export function targetOf(node: YamlNode): YamlTarget {
  return node.kind === 'alias' ? node.target : node
}

function nodeOf(value: unknown): Node | null {
  // The composer makes nodes for everything.
  return (value ?? null) as Node | null
}

function offsetOf(node: Node | null): number {
  return node?.range?.[0] ?? 0
}

function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<' && key.tag === undefined
}

/** Returns equal values for keys that are equal in Python: `1`, `0x1` and `true`. */
function identityOf({ type, text }: YamlScalar): string {
  if (type === 'boolean') return text === 'True' ? 'number 1' : 'number 0'
  if (type === 'integer') return `number ${text}`
  if (type === 'float') return `number ${text.replace(/\.0$/, '')}`
  return `${type} ${text}`
}

const EMPTY_BEHIND_ESCAPE = /\\\r?\n[ \t\r\n]*\n/
const ESCAPES = /\\(?:\r?\n([ \t\r\n]*\n)|.)/gs

/** The library drops the first empty line behind an escaped line break, so these become escapes. */
function textInQuotes(source: string): string {
  const rewritten = source.replace(ESCAPES, (written, lines?: string) =>
    lines === undefined ? written : `${'\\n'.repeat(lines.split('\n').length - 1)}\\\n`,
  )
  const token = { type: 'double-quoted-scalar', offset: 0, indent: 0, source: rewritten } as const
  return CST.resolveAsScalar(token).value
}

/** Matches a block scalar without an indentation indicator whose first line has only spaces. */
const SPACES_FIRST = /^[|>][-+]?(?: [^\n]*)?\r?\n( +)\r?\n/

/**
 * Returns whether a block scalar starts with a line of spaces that is shorter than a later line of spaces or the text's
 * indentation, which ruamel.yaml rejects.
 */
function isDeeperThanFirst(source: string): boolean {
  const first = SPACES_FIRST.exec(source)
  if (first === null) return false
  const [before, spaces = ''] = first
  const [start = ''] = /^[ \r\n]*/.exec(source.slice(before.length)) ?? []
  return start.split(/\r?\n/).some((line) => line.length > spaces.length)
}

/** A block scalar at the end of a file without a final line feed has none either. */
function textOf({ value, type, range }: Scalar, text: string): string {
  const decoded = String(value)
  const [start, end] = range ?? [0, 0]
  const source = text.slice(start, end)
  if (type === 'QUOTE_DOUBLE')
    return EMPTY_BEHIND_ESCAPE.test(source) ? textInQuotes(source) : decoded
  if (type !== 'BLOCK_LITERAL' && type !== 'BLOCK_FOLDED') return decoded
  if (isDeeperThanFirst(source)) {
    throw parseErrorAt(text, start, 'expected no line with fewer spaces at the start of a block')
  }
  return end < text.length || text.endsWith('\n') ? decoded : decoded.replace(/\n$/, '')
}
