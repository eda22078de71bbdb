import { bufferOver } from '../../src/text.ts'
import type { Entry, ParsedFile } from '../entry.ts'
import type { FileVersion } from '../format.ts'
import { sameBytes } from '../same-bytes.ts'
import { MAX_CONTEXT_CHARACTERS } from './tree.ts'

interface Member {
  /** Its bytes as Latin-1, without the first quotation mark. */
  readonly raw: string
  /** Its key in the same form. */
  readonly key: string
  readonly entries: readonly Entry[]
}

/** The positions of a file's members. */
interface Layout {
  readonly bytes: Buffer
  /** The text between two members, including the first quotation mark of the second. */
  readonly separator: string
  readonly start: number
  readonly end: number
}

class JsonVersion implements FileVersion {
  readonly layout: Layout
  readonly entries: readonly Entry[]
  /** Members; none if the version was parsed as a whole. */
  readonly members: readonly Member[]
  /** Byte offset of each member. */
  readonly offsets: readonly number[]

  constructor(layout: Layout, entries: readonly Entry[], members: readonly Member[] = []) {
    this.layout = layout
    this.entries = entries
    this.members = members
    let at = layout.start
    this.offsets = members.map(({ raw }) => {
      const start = at
      at += raw.length + layout.separator.length
      return start
    })
  }
}

type Parse = (bytes: Uint8Array) => ParsedFile

/**
 * Reads a version of a file whose object has each member on lines of its own. Members that the previous version has,
 * too, are not parsed again: with distinct keys, a member's result does not depend on the others. Throws ParseError.
 */
export function readJsonVersion(
  content: Uint8Array,
  before: FileVersion | undefined,
  parse: Parse,
): FileVersion {
  const layout = layoutOf(bufferOver(content))
  if (layout === undefined) return parse(content)
  // Most files have one version.
  if (!(before instanceof JsonVersion)) return new JsonVersion(layout, parse(content).entries)
  const isAlike = before.layout.separator === layout.separator
  const reusable = isAlike ? before : new JsonVersion(before.layout, [])
  const members = readMembers(layout, reusable, parse)
  if (members === undefined || !areDistinct(members, reusable.members)) return parse(content)
  const entries = entriesOf(members)
  return entries === undefined ? parse(content) : new JsonVersion(layout, entries, members)
}

const HEAD = /^(?:\xef\xbb\xbf)?[ \t\r\n]*\{([ \t\r]*\n[ \t]*)"/
const TAIL = /^\}[ \t\r\n]*$/
const SPACE = new Set(Buffer.from(' \t\r\n'))
const MAX_HEAD = 200

function layoutOf(bytes: Buffer): Layout | undefined {
  const head = HEAD.exec(bytes.toString('latin1', 0, MAX_HEAD))
  let end = bytes.lastIndexOf('}')
  if (head === null || !TAIL.test(bytes.toString('latin1', end))) return undefined
  while (SPACE.has(bytes[end - 1] ?? 0)) end--
  return { bytes, separator: `,${head[1]}"`, start: head[0].length, end }
}

/** Splits a file into members; undefined if a part is not a member. */
function readMembers(layout: Layout, before: JsonVersion, parse: Parse): Member[] | undefined {
  const { bytes, separator, start, end } = layout
  const { members: earlier, offsets } = before
  const members: Member[] = []
  let indexes: Map<string, number> | undefined
  let next = 0
  for (let at = start; at <= end; ) {
    let same = sameBytes(before.layout.bytes, offsets[next] ?? Infinity, bytes, at)
    for (; next < earlier.length; next++) {
      const member = earlier[next]!
      const length = member.raw.length + separator.length
      if (length > same) break
      members.push(member)
      same -= length
      at += length
    }
    const separatorAt = bytes.indexOf(separator, at)
    const stop = separatorAt === -1 ? end : separatorAt
    const raw = bytes.toString('latin1', at, stop)
    at = stop + separator.length
    let index: number | undefined = next
    // Mostly only the text of the same key changed.
    if (!raw.startsWith(`${earlier[next]?.key}"`)) {
      indexes ??= new Map(earlier.map(({ raw }, index) => [raw, index]))
      index = indexes.get(raw)
    }
    const twin = earlier[index ?? -1]
    const member = twin?.raw === raw ? twin : readMember(raw, parse)
    if (member === undefined) return undefined
    members.push(member)
    if (index !== undefined) next = index + 1
  }
  return members
}

/** Parses a text as a member; undefined for anything else. */
function readMember(raw: string, parse: Parse): Member | undefined {
  const bytes = Buffer.from(`{"${raw}}`, 'latin1')
  const key = raw.slice(0, raw.indexOf('"'))
  // Another key, written differently, may be the same.
  if (key.includes('\\')) return undefined
  try {
    if (Object.keys(JSON.parse(bytes.toString())).length !== 1) return undefined
    return { raw, key, entries: parse(bytes).entries }
  } catch {
    // Reading the whole file reports what is wrong and where.
    return undefined
  }
}

/** Returns whether all keys are distinct, given that the previous ones were. */
function areDistinct(members: readonly Member[], before: readonly Member[]): boolean {
  const hasSameKeys =
    members.length === before.length &&
    members.every(({ key }, index) => key === before[index]?.key)
  return hasSameKeys || new Set(members.map(({ key }) => key)).size === members.length
}

/** Returns the entries; undefined if their contexts are too long. */
function entriesOf(members: readonly Member[]): Entry[] | undefined {
  const all: Entry[] = []
  let characters = 0
  for (const { entries } of members) {
    for (const entry of entries) {
      characters += entry.context.length + entry.source.length
      all.push(entry)
    }
  }
  return characters <= MAX_CONTEXT_CHARACTERS ? all : undefined
}
