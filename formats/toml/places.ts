import { parse, type TomlTable, type TomlValue } from 'smol-toml'

/** The UTF-16 offset of each key of a table, or of each item of a list, in the order of the file. */
export type Places = ReadonlyMap<object, ReadonlyMap<string, number>>

// Only such patterns take long texts: the stack has a place for each turn of a group.
const SPACE = /[ \t\r\n]*/y
const COMMENT = /[^\n]*/y
const BARE_KEY = /[\w-]+/y
/** A number, a date or a truth value. */
const SCALAR = /[^,\]}#\n]*/y

/** Where keys are in a text that the library has parsed, which says neither that nor which of two keys is the first. */
export function placesOf(text: string, root: TomlTable): Places {
  return new PlaceReader(text, root).read()
}

class PlaceReader {
  readonly #text: string
  readonly #root: TomlTable
  readonly #places = new Map<object, Map<string, number>>()
  /** The item that a list of tables is at. */
  readonly #last = new Map<object, number>()
  #at = 0

  constructor(text: string, root: TomlTable) {
    this.#text = text
    this.#root = root
  }

  read(): Places {
    for (let table: object = this.#root; ; ) {
      this.#skipVoid()
      if (this.#at >= this.#text.length) return this.#places
      if (this.#text[this.#at] === '[') table = this.#openTable(this.#at)
      else this.#readPair(table)
    }
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [skipped = ''] = pattern.exec(this.#text) ?? []
    this.#at += skipped.length
    return skipped
  }

  /** What stands between two keys, outside of values. */
  #skipVoid(): void {
    for (this.#skip(SPACE); this.#text[this.#at] === '#'; this.#skip(SPACE)) this.#skip(COMMENT)
  }

  /** The value of a key of a table, or of an item of a list, whose place is that of its first mention. */
  #step(parent: object, key: string, offset: number): TomlValue | undefined {
    const offsets = this.#places.get(parent) ?? new Map<string, number>()
    if (!offsets.has(key)) offsets.set(key, offset)
    this.#places.set(parent, offsets)
    // Tables and lists are objects without a prototype.
    return (parent as Readonly<Record<string, TomlValue>>)[key]
  }

  #readName(): string {
    this.#skip(SPACE)
    const start = this.#at
    const isBare = this.#skip(BARE_KEY) !== ''
    if (!isBare) this.#at = endOfString(this.#text, this.#at)
    const written = this.#text.slice(start, this.#at)
    this.#skip(SPACE)
    return isBare ? written : String(parse(`k=${written}`)['k'])
  }

  #readNames(): string[] {
    const names = [this.#readName()]
    while (this.#text[this.#at] === '.') {
      this.#at++
      names.push(this.#readName())
    }
    return names
  }

  /** The table of `[a.b]`, or the next one of `[[a.b]]`. */
  #openTable(offset: number): object {
    const isItem = this.#text[this.#at + 1] === '['
    this.#at += isItem ? 2 : 1
    const names = this.#readNames()
    this.#at += isItem ? 2 : 1
    let table: object = this.#root
    for (const [index, name] of names.entries()) {
      const value = this.#step(table, name, offset)
      if (!Array.isArray(value)) table = Object(value)
      else {
        const isNext = isItem && index === names.length - 1
        const item = (this.#last.get(value) ?? -1) + (isNext ? 1 : 0)
        this.#last.set(value, item)
        table = Object(this.#step(value, String(item), offset))
      }
    }
    return table
  }

  #readPair(table: object): void {
    const offset = this.#at
    let value: TomlValue | undefined
    for (const name of this.#readNames()) value = this.#step(Object(value ?? table), name, offset)
    this.#at++
    this.#readValue(value)
  }

  /** The places in a list or an inline table; of other values only the end counts. */
  #readValue(value: TomlValue | undefined): void {
    this.#skip(SPACE)
    const opening = this.#text.charAt(this.#at)
    if (opening !== '[' && opening !== '{') {
      if (opening === '"' || opening === "'") this.#at = endOfString(this.#text, this.#at)
      else this.#skip(SCALAR)
      return
    }
    const parent = Object(value)
    this.#at++
    for (let index = 0; this.#at < this.#text.length; index++) {
      this.#skipVoid()
      if (this.#text[this.#at] === ']' || this.#text[this.#at] === '}') break
      if (opening === '{') this.#readPair(parent)
      else this.#readValue(this.#step(parent, String(index), this.#at))
      this.#skipVoid()
      if (this.#text[this.#at] === ',') this.#at++
    }
    this.#at++
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
