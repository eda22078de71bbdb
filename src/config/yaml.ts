import { isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, parseDocument } from 'yaml'
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

/** Limit of values in a file with its aliases expanded; more is an attack or a mistake. */
const MAX_VALUES = 200_000
const MAX_DEPTH = 20

/**
 * Parses one YAML 1.2 document, aliases and merge keys (`<<`) resolved. Undefined after messages about the syntax, about
 * duplicate keys and about aliases that contain themselves or multiply without end. It is long because its functions share
 * the text and the count of values.
 */
export function parseYaml(text: string, lines: LineCounter, report: Report): Located | undefined {
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const faults = [...document.errors, ...document.warnings]
  for (const { pos, message } of faults) report(pos[0], '', oneLine(message))
  if (faults.length > 0) return undefined

  let values = 0
  /** Thrown through the recursion, and caught below. */
  class Stop extends Error {}
  const stop = (node: Node, message: string): never => {
    report(offsetOf(node), '', message)
    throw new Stop(message)
  }

  function resolve(node: Node): Node {
    if (!isAlias(node)) return node
    return node.resolve(document) ?? stop(node, `unknown alias *${node.source}`)
  }

  function locate(given: Node | null, path: string, depth: number): Located {
    if (given === null) return { kind: 'scalar', path, offset: 0, value: null }
    values += 1
    if (values > MAX_VALUES) stop(given, `more than ${MAX_VALUES} values, aliases written out`)
    if (depth > MAX_DEPTH) stop(given, `more than ${MAX_DEPTH} levels deep`)
    const node = resolve(given)
    const offset = offsetOf(given)
    if (isMap<Node, Node | null>(node)) {
      return { kind: 'map', path, offset, entries: locateEntries(node.items, path, depth) }
    }
    if (isSeq<Node>(node)) {
      const items = node.items.map((item, index) => locate(item, `${path}[${index}]`, depth + 1))
      return { kind: 'list', path, offset, items }
    }
    return { kind: 'scalar', path, offset, value: isScalar(node) ? node.value : undefined }
  }

  function locateEntries(
    pairs: readonly { readonly key: Node; readonly value: Node | null }[],
    path: string,
    depth: number,
  ): Map<string, LocatedEntry> {
    const entries = new Map<string, LocatedEntry>()
    const merged: LocatedMap[] = []
    for (const { key: keyNode, value } of pairs) {
      const keyValue = resolve(keyNode)
      const key = isScalar(keyValue)
        ? String(keyValue.value)
        : stop(keyNode, 'a key must be a text')
      if (key === '<<') {
        merged.push(...mapsToMerge(locate(value, path, depth + 1), keyNode))
        continue
      }
      const located = locate(value, path === '' ? key : `${path}.${key}`, depth + 1)
      entries.set(key, { offset: offsetOf(keyNode), value: located })
    }
    for (const { entries: more } of merged) {
      for (const [key, entry] of more) if (!entries.has(key)) entries.set(key, entry)
    }
    return entries
  }

  function mapsToMerge(value: Located, node: Node): LocatedMap[] {
    const maps = value.kind === 'list' ? value.items : [value]
    return maps.map((map) => (map.kind === 'map' ? map : stop(node, '<< needs a mapping')))
  }

  try {
    return locate(document.contents, '', 0)
  } catch (error) {
    // The message has been made.
    if (error instanceof Stop) return undefined
    throw error
  }
}

function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0
}

function oneLine(message: string): string {
  return beginningOf(message).replace(/\s+/g, ' ').trim()
}
