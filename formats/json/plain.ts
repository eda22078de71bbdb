import { decodeUtf8 } from '../../src/text.ts'
import { type Entry, MAX_CONTEXT_CHARACTERS } from '../entry.ts'
import { MAX_DEPTH } from './reader.ts'

/** A value below the top level that JavaScript reads as Python does. */
type PlainScalar = string | boolean | null

/** Keys that a JavaScript object moves to the front. */
const INDEX_KEY = /^\d+$/
/** May be a lone surrogate, which only the exact reader detects. */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/

/**
 * Node 24.21 may give a member the name of one parsed earlier that the member's name starts with in the file: `"k\\n"`
 * becomes an earlier text's `k\\`.
 */
const MISTAKEN = '\\'

/**
 * The entries of a JSON file as `JSON.parse` finds them, several times faster than the exact reader, where that loses
 * nothing but offsets: no numbers, no keys that look like numbers or repeat, nothing wrong. Undefined for any other file.
 */
export function readPlainEntries(
  bytes: Uint8Array,
  toEntry: (path: string, value: PlainScalar, index: number) => Entry,
): Entry[] | undefined {
  const text = decodeUtf8(bytes)
  if (SURROGATE_ESCAPE.test(text)) return undefined
  let top: unknown
  try {
    top = JSON.parse(text)
  } catch {
    // The exact reader says where, or accepts more, such as NaN.
    return undefined
  }
  const entries: Entry[] = []
  let characters = 0
  let memberCount = 0

  function descend(value: object, path: string | undefined, depth: number): boolean {
    if (depth > MAX_DEPTH) return false
    if (Array.isArray(value)) {
      const prefix = `${path ?? ''}[`
      return value.every((item: unknown, index) => visit(item, `${prefix}${index}]`, depth))
    }
    const keys = Object.keys(value)
    if (INDEX_KEY.test(keys[0] ?? '')) return false
    // What JSON.parse returns for braces.
    const members = value as Readonly<Record<string, unknown>>
    const prefix = path === undefined ? '' : `${path}.`
    memberCount += keys.length
    for (const key of keys) {
      if (key.includes(MISTAKEN) || !visit(members[key], prefix + key, depth)) return false
    }
    return true
  }

  function visit(value: unknown, path: string, depth: number): boolean {
    if (typeof value === 'object' && value !== null) return descend(value, path, depth + 1)
    if (typeof value !== 'string' && typeof value !== 'boolean' && value !== null) return false
    characters += path.length
    entries.push(toEntry(path, value, entries.length))
    return characters <= MAX_CONTEXT_CHARACTERS
  }

  const isPlain = typeof top === 'object' && top !== null && descend(top, undefined, 1)
  return isPlain && countColons(text) <= memberCount ? entries : undefined
}

/** More colons behind quotation marks than members are in a text, or stand for keys that repeat. */
function countColons(text: string): number {
  let count = 0
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) count++
  return count
}
