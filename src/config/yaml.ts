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
import { beginningOf, unless } from '../errors.ts'

/** A value of the file and its location: `path` as in `projects[0].name`, `offset` in the text. */
export type Located =
  | LocatedMap
  | (Location & { readonly kind: 'list'; readonly items: readonly Located[] })
  | (Location & { readonly kind: 'scalar'; readonly value: unknown })

interface Location {
  readonly path: string
  readonly offset: number
}

/** A mapping of the file, with its keys in file order. */
export interface LocatedMap extends Location {
  readonly kind: 'map'
  readonly entries: ReadonlyMap<string, LocatedEntry>
}

interface LocatedEntry {
  readonly offset: number
  readonly value: Located
}

/** Reports an error at an offset. With an empty `path`, for errors in the YAML itself, the column is shown. */
export type Report = (offset: number, path: string, message: string) => void

/** Maximum number of values after expanding aliases and merges; more is an attack or an error. */
const MAX_VALUES = 200_000
const MAX_DEPTH = 20
const MAX_LENGTH = 4 * 1024 * 1024
const TOO_DEEP = `more than ${MAX_DEPTH} levels deep`

/**
 * Parses one YAML 1.2 document, and resolves aliases and merge keys (`<<`). Returns undefined after reporting syntax
 * errors, duplicate keys, aliases that are recursive or expand excessively, and texts that are too long or too deep for
 * a configuration.
 */
export function parseYaml(text: string, lines: LineCounter, report: Report): Located | undefined {
  if (text.length > MAX_LENGTH) {
    lines.addNewLine(0)
    report(0, '', `more than ${MAX_LENGTH} characters`)
    return undefined
  }
  const tokens = [...new Parser(lines.addNewLine).parse(text)]
  // The composer is recursive, so deep nesting could overflow the stack.
  const deep = findTooDeep(tokens)
  if (deep !== undefined) {
    report(deep.offset, '', TOO_DEEP)
    return undefined
  }
  const document = composeOne(tokens, text, report)
  return document === undefined ? undefined : new Locator(document, report).locateRoot()
}

/** Returns undefined after reporting a syntax error or a second document. */
function composeOne(
  tokens: readonly CST.Token[],
  text: string,
  report: Report,
): Document.Parsed | undefined {
  // The composer would compare all keys of a mapping in quadratic time; `Locator` finds duplicates instead.
  const [document, another] = new Composer({ uniqueKeys: false }).compose(tokens, true, text.length)
  if (another !== undefined) report(another.range[0], '', 'more than one document')
  const faults = [...(document?.errors ?? []), ...(document?.warnings ?? [])]
  // Later errors are mostly consequences of the first.
  const [first] = faults.sort((error, other) => error.pos[0] - other.pos[0])
  if (first !== undefined) report(first.pos[0], '', faultText(first.message, text, first.pos[0]))
  return another === undefined && faults.length === 0 ? document : undefined
}

/** Unwinds the recursion of a `Locator` after an error has been reported. */
class Stop extends Error {}

/** Converts the values of a document, adding their locations. */
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

  /** Returns undefined after reporting an error. */
  locateRoot(): Located | undefined {
    const root = unless(() => this.#locate(this.#document.contents, '', 0), Stop)
    return this.#hasRepeatedKeys ? undefined : root
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
      this.#stop(written, `more than ${MAX_VALUES} values after expanding aliases`)
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

/** Returns the first token that is nested too deeply. */
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

/** Maps each alias to its target: the last node before it with its anchor. */
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

/** Characters that are reserved in YAML and cannot start an unquoted text. */
const RESERVED = /^[*%@`]/

/** Describes a syntax error in one line, and how to fix a text that needs quotes. */
function faultText(message: string, text: string, offset: number): string {
  const [value = ''] = /^[^\s,\]}]*/.exec(text.slice(offset)) ?? []
  const advice = RESERVED.test(value) ? `; put the text in quotes: "${value}"` : ''
  return `${oneLine(message)}${advice && oneLine(advice)}`
}

function oneLine(message: string): string {
  return beginningOf(message).replace(/\s+/g, ' ').trim()
}
