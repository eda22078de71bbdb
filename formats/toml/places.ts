import { parse, type TomlTable, type TomlValue } from 'smol-toml'

/** The UTF-16 offset of each key of a table, or of each item of a list, in the order of the file. */
export type Places = ReadonlyMap<object, ReadonlyMap<string, number>>

// Only such patterns take long texts: the stack has a place for each turn of a group.
const SPACE = /[ \t\r\n]*/y
const COMMENT = /[^\n]*/y
const BARE_KEY = /[\w-]+/y
/** A number, a date or a truth value. */
const SCALAR = /[^,\]}#\n]*/y

/**
 * Where keys are in a text that the library has parsed, which says neither that nor which of two keys is the first. It
 * is long because its functions share the place in the text.
 */
export function placesOf(text: string, root: TomlTable): Places {
  const places = new Map<object, Map<string, number>>()
  /** The item that a list of tables is at. */
  const last = new Map<object, number>()
  let at = 0

  /** What is skipped. */
  function skip(pattern: RegExp): string {
    pattern.lastIndex = at
    const [found = ''] = pattern.exec(text) ?? []
    at += found.length
    return found
  }

  /** What stands between two keys, outside of values. */
  function skipVoid(): void {
    for (skip(SPACE); text[at] === '#'; skip(SPACE)) skip(COMMENT)
  }

  /** The value of a key of a table, or of an item of a list, whose place is that of its first mention. */
  function step(parent: object, key: string, offset: number): TomlValue | undefined {
    const known = places.get(parent) ?? new Map<string, number>()
    if (!known.has(key)) known.set(key, offset)
    places.set(parent, known)
    // Tables and lists are objects without a prototype.
    return (parent as Readonly<Record<string, TomlValue>>)[key]
  }

  function readName(): string {
    skip(SPACE)
    const start = at
    const isBare = skip(BARE_KEY) !== ''
    if (!isBare) at = endOfString(text, at)
    const written = text.slice(start, at)
    skip(SPACE)
    return isBare ? written : String(parse(`k=${written}`)['k'])
  }

  /** The names of a dotted key. */
  function readNames(): string[] {
    const names = [readName()]
    while (text[at] === '.') {
      at++
      names.push(readName())
    }
    return names
  }

  /** The table of `[a.b]`, or the next one of `[[a.b]]`. */
  function openTable(offset: number): object {
    const isItem = text[at + 1] === '['
    at += isItem ? 2 : 1
    const names = readNames()
    at += isItem ? 2 : 1
    let table: object = root
    for (const [index, name] of names.entries()) {
      const value = step(table, name, offset)
      if (!Array.isArray(value)) table = Object(value)
      else {
        const isNext = isItem && index === names.length - 1
        const item = (last.get(value) ?? -1) + (isNext ? 1 : 0)
        last.set(value, item)
        table = Object(step(value, String(item), offset))
      }
    }
    return table
  }

  /** A key with its value. */
  function readPair(table: object): void {
    const offset = at
    let value: TomlValue | undefined
    for (const name of readNames()) value = step(Object(value ?? table), name, offset)
    at++
    readValue(value)
  }

  /** The places in a list or an inline table; of other values only the end counts. */
  function readValue(value: TomlValue | undefined): void {
    skip(SPACE)
    const opening = text.charAt(at)
    if (opening !== '[' && opening !== '{') {
      if (opening === '"' || opening === "'") at = endOfString(text, at)
      else skip(SCALAR)
      return
    }
    const parent = Object(value)
    at++
    for (let index = 0; at < text.length; index++) {
      skipVoid()
      if (text[at] === ']' || text[at] === '}') break
      if (opening === '{') readPair(parent)
      else readValue(step(parent, String(index), at))
      skipVoid()
      if (text[at] === ',') at++
    }
    at++
  }

  for (let table: object = root; ; ) {
    skipVoid()
    if (at >= text.length) return places
    if (text[at] === '[') table = openTable(at)
    else readPair(table)
  }
}

/** Behind a string of any kind that begins here. */
function endOfString(text: string, start: number): number {
  const quote = text.charAt(start)
  const mark = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote
  let at = start + mark.length
  while (at < text.length && !text.startsWith(mark, at)) {
    at += quote === '"' && text[at] === '\\' ? 2 : 1
  }
  at += mark.length
  // A long string may end with quotes of its own.
  while (mark.length === 3 && text[at] === quote) at++
  return at
}
