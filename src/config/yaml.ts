import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  Parser,
  visit,
} from 'yaml'
import { beginningOf } from '../errors.ts'

/** A value of the file and its place: `path` as in `projects[0].name`, `offset` in the text. */
export type Located = LocatedMap | LocatedList | LocatedScalar

/** A map of the file, its keys in their order. */
export interface LocatedMap {
  readonly kind: 'map'
  readonly path: string
  readonly offset: number
  readonly entries: ReadonlyMap<string, LocatedEntry>
}

interface LocatedEntry {
  readonly offset: number
  readonly value: Located
}

interface LocatedList {
  readonly kind: 'list'
  readonly path: string
  readonly offset: number
  readonly items: readonly Located[]
}

interface LocatedScalar {
  readonly kind: 'scalar'
  readonly path: string
  readonly offset: number
  readonly value: unknown
}

/** Reports a mistake at an offset. `path` is empty for mistakes in the YAML itself, which show the column instead. */
export type Report = (offset: number, path: string, message: string) => void

/** Limit of values in a file with its aliases expanded and its merges carried out; more is an attack or a mistake. */
const MAX_VALUES = 200_000
const MAX_DEPTH = 20
const MAX_LENGTH = 4 * 1024 * 1024
const TOO_DEEP = `more than ${MAX_DEPTH} levels deep`

/**
 * Parses one YAML 1.2 document, aliases and merge keys (`<<`) resolved. Undefined after messages about the syntax, about
 * duplicate keys, about aliases that contain themselves or multiply without end, and about texts that are longer or deeper
 * than a configuration.
 */
export function parseYaml(text: string, lines: LineCounter, report: Report): Located | undefined {
  if (text.length > MAX_LENGTH) {
    lines.addNewLine(0)
    report(0, '', `more than ${MAX_LENGTH} characters`)
    return undefined
  }
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  // The composer, which calls itself for each level, could overflow the stack.
  const deep = findTooDeep(tokens)
  if (deep !== undefined) {
    report(deep.offset, '', TOO_DEEP)
    return undefined
  }
  const document = composeOne(tokens, text, report)
  return document === undefined ? undefined : new Locator(document, report).locateRoot()
}

/** Undefined after a message about the syntax or about another document. */
function composeOne(
  tokens: readonly CST.Token[],
  text: string,
  report: Report,
): Document.Parsed | undefined {
  // Comparing all keys of a map with each other would take quadratic time: `Locator` finds repeated ones.
  const [document, another] = new Composer({ uniqueKeys: false }).compose(tokens, true, text.length)
  if (another !== undefined) report(another.range[0], '', 'more than one document')
  const faults = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  // Those behind the first mistake mostly follow from it.
  const [first] = faults.sort((error, other) => error.pos[0] - other.pos[0])
  if (first !== undefined) report(first.pos[0], '', faultText(first.message, text, first.pos[0]))
  return another === undefined && faults.length === 0 ? document : undefined
}

/** Thrown through the recursion of a `Locator` once a message has been made. */
class Stop extends Error {}

/** Gives the values of a document their places. */
class Locator {
  readonly #document: Document.Parsed
  readonly #report: Report
  readonly #targets: ReadonlyMap<Node, Node>
  #values = 0
  #hasRepeatedKeys = false

  constructor(document: Document.Parsed, report: Report) {
    this.#document = document
    this.#report = report
    this.#targets = findTargets(document)
  }

  /** Undefined after a message. */
  locateRoot(): Located | undefined {
    try {
      const root = this.#locate(this.#document.contents, '', 0)
      return this.#hasRepeatedKeys ? undefined : root
    } catch (error) {
      if (error instanceof Stop) return undefined
      throw error
    }
  }

  #stop(node: Node, message: string): never {
    this.#report(offsetOf(node), '', message)
    throw new Stop(message)
  }

  #resolve(node: Node): Node {
    if (!isAlias(node)) return node
    const { source } = node
    return (
      this.#targets.get(node) ??
      this.#stop(
        node,
        `*${source} is an alias without an anchor; put the text in quotes: "*${source}"`,
      )
    )
  }

  #locate(written: Node | null, path: string, depth: number): Located {
    if (written === null) return { kind: 'scalar', path, offset: 0, value: null }
    this.#values += 1
    if (this.#values > MAX_VALUES) {
      this.#stop(written, `more than ${MAX_VALUES} values, aliases written out`)
    }
    if (depth > MAX_DEPTH) this.#stop(written, TOO_DEEP)
    const node = this.#resolve(written)
    const offset = offsetOf(written)
    if (isMap<Node, Node | null>(node)) {
      return { kind: 'map', path, offset, entries: this.#locateEntries(node.items, path, depth) }
    }
    if (isSeq<Node>(node)) {
      const items = node.items.map((item, index) =>
        this.#locate(item, `${path}[${index}]`, depth + 1),
      )
      return { kind: 'list', path, offset, items }
    }
    return { kind: 'scalar', path, offset, value: isScalar(node) ? node.value : undefined }
  }

  #locateEntries(
    pairs: readonly { readonly key: Node; readonly value: Node | null }[],
    path: string,
    depth: number,
  ): Map<string, LocatedEntry> {
    const entries = new Map<string, LocatedEntry>()
    const merged: LocatedMap[] = []
    const keys = new Set<string>()
    for (const { key: keyNode, value } of pairs) {
      const keyValue = this.#resolve(keyNode)
      const key = isScalar(keyValue)
        ? String(keyValue.value)
        : this.#stop(keyNode, 'a key must be a text')
      if (keys.has(key)) {
        this.#report(offsetOf(keyNode), '', 'Map keys must be unique')
        this.#hasRepeatedKeys = true
      }
      keys.add(key)
      if (key === '<<') {
        merged.push(...this.#mapsToMerge(this.#locate(value, path, depth + 1), keyNode))
        continue
      }
      const located = this.#locate(value, path === '' ? key : `${path}.${key}`, depth + 1)
      entries.set(key, { offset: offsetOf(keyNode), value: located })
    }
    for (const { entries: more } of merged) {
      this.#values += more.size
      for (const [key, entry] of more) if (!entries.has(key)) entries.set(key, entry)
    }
    return entries
  }

  #mapsToMerge(value: Located, node: Node): LocatedMap[] {
    const maps = value.kind === 'list' ? value.items : [value]
    return maps.map((map) => (map.kind === 'map' ? map : this.#stop(node, '<< needs a mapping')))
  }
}

/** A token that is nested too deeply. */
function findTooDeep(tokens: readonly CST.Token[]): CST.Token | undefined {
  const open = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (depth > MAX_DEPTH) return token
    const inner: (CST.Token | null | undefined)[] = []
    if (token.type === 'document')
      open.push(...(token.value ? [{ token: token.value, depth }] : []))
    else if ('items' in token) for (const { key, value } of token.items) inner.push(key, value)
    for (const child of inner) if (child) open.push({ token: child, depth: depth + 1 })
  }
  return undefined
}

/** What each alias stands for: the last node before it that has its anchor. */
function findTargets(document: Document.Parsed): ReadonlyMap<Node, Node> {
  const anchors = new Map<string, Node>()
  const targets = new Map<Node, Node>()
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        const target = anchors.get(node.source)
        if (target !== undefined) targets.set(node, target)
      } else if (node.anchor !== undefined) {
        anchors.set(node.anchor, node)
      }
    },
  })
  return targets
}

function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0
}

/** Characters with a meaning in YAML that no text without quotes begins with. */
const RESERVED = /^[*%@`]/

/** What is wrong, in one line; for a text that needs quotes also what to do. */
function faultText(message: string, text: string, offset: number): string {
  const [value = ''] = /^[^\s,\]}]*/.exec(text.slice(offset)) ?? []
  const advice = RESERVED.test(value) ? `; put the text in quotes: "${value}"` : ''
  return `${oneLine(message)}${advice && oneLine(advice)}`
}

function oneLine(message: string): string {
  return beginningOf(message).replace(/\s+/g, ' ').trim()
}
