import { firstNotBefore } from '../binary-search.ts'

/** Flags for the ways in which a text names a key. */
export const NAMED = {
  /** As a word that may be a key: after a dot, a quote or the like, or more than a plain word. */
  word: 1,
  /** As a whole string, or at the start of one. */
  quoted: 2,
  /** As an Android resource: `R.string.x`, `@string/x`. */
  resource: 4,
} as const

/** Longer keys are identified by this many words, which bounds the number of look-ups for each word of a text. */
const MAX_WORDS = 8
const MAX_SEPARATOR = 80
/** Maximum length of the ending by which keys built at run time are identified. */
const MAX_TAIL = 102
/** Maximum number of different endings for one beginning of such keys. */
const MAX_TAILS = 100

/** An index of keys by their words, which finds all keys in a text in one pass. */
export class KeyIndex {
  /** The word boundaries of keys, by canonical text. A complete key maps to its id, a prefix to -1. */
  readonly #starts = new Map<string, number>()
  readonly #keys: string[] = []
  readonly #named: number[] = []
  /** Ids sorted by key; undefined until needed. */
  #sorted: readonly number[] | undefined
  readonly #heads = new Map<string, Set<string>>()
  readonly #tails = new Set<string>()

  /** Adds a key and returns its id. Keys that look the same in any text share an id. */
  add(key: string): number {
    let start = ''
    for (start of startsOf(key)) if (!this.#starts.has(start)) this.#starts.set(start, -1)
    const knownId = this.#starts.get(start) ?? -1
    if (knownId >= 0 || start === '') return knownId
    const id = this.#keys.push(start) - 1
    this.#named.push(0)
    this.#starts.set(start, id)
    return id
  }

  /** Returns the ways in which the texts so far name a key: flags of `NAMED`. */
  namesOf(id: number): number {
    return this.#named[id] ?? 0
  }

  /** Marks a key as named if it exists; otherwise all keys that start with it and a dot. */
  mark(key: string): void {
    const id = this.#starts.get(startsOf(key).at(-1) ?? '') ?? -1
    if (id >= 0) this.#named[id]! |= NAMED.quoted
    // i18next appends a context to a key that need not exist without it.
    else for (const separator of ['.', '_']) this.markBuilt(key + separator, '')
  }

  /**
   * Makes `finish` mark all keys with this beginning and end; the end alone counts without a beginning. All keys must
   * have been added.
   */
  markBuilt(head: string, tail: string): void {
    if (head === '') this.#tails.add(tail)
    else if (this.hasBeginning(head))
      this.#heads.set(head, (this.#heads.get(head) ?? new Set()).add(tail))
  }

  /** Marks the keys that a text names. `isData`: names of entries do not count. */
  markText(text: string, isData: boolean): void {
    for (let at = skipSeparator(text, 0); at < text.length; ) {
      const end = wordEnd(text, at)
      this.#markFrom(text, at, end, isData)
      at = skipSeparator(text, end)
      // The `n` of `\n` in a literal does not belong to the next word.
      if (text[at - 1] === '\\' && 'nrt'.includes(text[at] ?? '')) at++
    }
  }

  #markFrom(text: string, at: number, end: number, isData: boolean): void {
    let start = text.slice(at, end)
    if (start.startsWith('__MSG_')) start = start.slice(6, -2)
    let id = this.#starts.get(start)
    for (let pos = end; id !== undefined; ) {
      if (id >= 0 && !(isData && isNameOfEntry(text, at, pos)))
        this.#named[id]! |= kindOf(text, at, start)
      if (isBranch(text, at, pos, start)) this.markBuilt(`${start}.`, '')
      let next = skipSeparator(text, pos)
      if (next === text.length || next - pos > MAX_SEPARATOR) return
      const separator = canonical(text.slice(pos, next))
      if (text[next - 1] === '\\' && 'nrt'.includes(text[next] ?? '')) next++
      pos = wordEnd(text, next)
      start += separator + text.slice(next, pos)
      id = this.#starts.get(start)
    }
  }

  /** Marks the keys that are built at run time. */
  finish(): void {
    let done: string | undefined
    for (const [head, tails] of [...this.#heads].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (done !== undefined && head.startsWith(done)) continue
      const ends = tails.has('') ? [''] : [...tails].slice(0, MAX_TAILS)
      const [first, end] = this.#rangeOf(head)
      for (const id of this.#sorted!.slice(first, end)) {
        const key = this.#keys[id]!
        if (ends.some((tail) => key.endsWith(tail))) this.#named[id]! |= NAMED.quoted
      }
      if (tails.has('')) done = head
    }
    for (const [id, key] of this.#keys.entries()) {
      const end = key.slice(-MAX_TAIL)
      for (const { index } of end.matchAll(/[._:/|-]/g)) {
        if (this.#tails.has(end.slice(index))) this.#named[id]! |= NAMED.quoted
      }
    }
  }

  /** Returns whether any key starts with `head`. All keys must have been added. */
  hasBeginning(head: string): boolean {
    const [first, end] = this.#rangeOf(head)
    return first < end
  }

  /** Returns where the keys that start with `head` begin and end in `#sorted`. */
  #rangeOf(head: string): [first: number, end: number] {
    const keys = this.#keys
    this.#sorted ??= [...keys.keys()].sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1))
    const sorted = this.#sorted
    const first = firstNotBefore(sorted.length, (at) => keys[sorted[at]!]! < head)
    const count = firstNotBefore(sorted.length - first, (at) =>
      keys[sorted[first + at]!]!.startsWith(head),
    )
    return [first, first + count]
  }
}

/** Returns the prefixes of a key that end with a word, in canonical form; the last one stands for the key. */
function startsOf(key: string): string[] {
  const starts: string[] = []
  let start = ''
  let at = 0
  for (let words = 0; words < MAX_WORDS; words++) {
    const begin = skipSeparator(key, at)
    if (begin === key.length) break
    const end = wordEnd(key, begin)
    start += (words === 0 ? '' : canonical(key.slice(at, begin))) + key.slice(begin, end)
    starts.push(start)
    at = end
  }
  return starts
}

/**
 * Normalizes a separator. Spaces, quotes and escapes are equivalent, because texts are broken over lines and joined
 * from literals. Some libraries separate nested keys with a bar.
 */
function canonical(separator: string): string {
  return /[\s"'`\\]/.test(separator) ? ' ' : separator.replaceAll('|', '.')
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code > 127
  )
}

function skipSeparator(text: string, at: number): number {
  let end = at
  while (end < text.length && !isWordCode(text.charCodeAt(end))) end++
  return end
}

function wordEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && isWordCode(text.charCodeAt(end))) end++
  return end
}

function kindOf(text: string, at: number, key: string): number {
  const before = text[at - 1] ?? ''
  const isQuoted = '"\'`'.includes(before) && before !== ''
  const isPlain = /^\p{L}\p{Ll}*$/u.test(key)
  const isResource =
    (before === '.' || before === '/') &&
    /\b(?:strings?|plurals|arrays?)[./]$/.test(text.slice(Math.max(0, at - 9), at))
  return (
    (isQuoted ? NAMED.quoted : 0) |
    (isResource ? NAMED.resource : 0) |
    (!isPlain || isQuoted || /[./:%@#$>{]/.test(before) ? NAMED.word : 0)
  )
}

/** Returns whether a word is the name of an entry: `"key": …`, `key = …` or `name="key"`. */
function isNameOfEntry(text: string, at: number, end: number): boolean {
  return /^["']?\s{0,9}[:=]/.test(text.slice(end, end + 12)) || text.slice(at - 6, at) === 'name="'
}

const SCOPE = /\b(?:useTranslations?|getTranslations|getFixedT|namespace|keyPrefix|scope)\b[^;\n]*$/

/** Returns whether a string is the common prefix of keys, such as `'page.list'`. */
function isBranch(text: string, at: number, end: number, start: string): boolean {
  const quote = text[at - 1]
  if (quote === undefined || !'"\'`'.includes(quote) || text[end] !== quote) return false
  return start.includes('.') && !SCOPE.test(text.slice(Math.max(0, at - 80), at))
}
