/** The body of a response: plain JSON, and values whose exact text matters. */
export type Json =
  | null
  | boolean
  | number
  | string
  | JsonNumber
  | JsonText
  | JsonExtra
  | JsonList
  | JsonMembers
  | readonly Json[]
  | { readonly [key: string]: Json }

/** A number given as text, for `100.0` and for 64-bit integers that a double cannot represent. */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A text that CSV writes differently. */
export class JsonText {
  readonly text: string
  readonly cell: string
  constructor(text: string, cell: string) {
    this.text = text
    this.cell = cell
  }
}

/** A member that Weblate does not have. CSV omits it, to keep Weblate's columns. */
export class JsonExtra<T = Json> {
  readonly json: T
  constructor(json: T) {
    this.json = json
  }
}

/** A list whose items are created one by one while it is written. */
export class JsonList<T = Json> {
  readonly length: number
  readonly item: (index: number) => T
  constructor(length: number, item: (index: number) => T) {
    this.length = length
    this.item = item
  }

  *[Symbol.iterator](): Generator<T> {
    for (let index = 0; index < this.length; index++) yield this.item(index)
  }
}

/** An object whose members are created one by one while it is written. */
export class JsonMembers<T = Json> {
  readonly keys: readonly string[]
  readonly member: (index: number) => T
  /** The total number of items in all members. */
  readonly size: number
  constructor(keys: readonly string[], member: (index: number) => T, size: number) {
    this.keys = keys
    this.member = member
    this.size = size
  }
}

/** Returns a number that is always written with a decimal point, like Weblate's percentages. */
export function float(value: number): JsonNumber {
  return new JsonNumber(Number.isInteger(value) ? `${value}.0` : String(value))
}

/**
 * Encodes JSON, compact or indented by `indent` spaces per level, starting `depth` levels deep. Keys keep their order.
 */
export function encodeJson(value: Json, indent = 0, depth = 0): string {
  return encode(value, indent, lineBreak(indent, depth))
}

/** Returns the line break and indentation before a value on its own line. */
export function lineBreak(indent: number, depth: number): string {
  return indent > 0 ? `\n${' '.repeat(indent * depth)}` : ''
}

function encode(value: Json, indent: number, newline: string): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (value instanceof JsonNumber) return value.text
  if (value instanceof JsonText) return JSON.stringify(value.text)
  if (value instanceof JsonExtra) return encode(value.json, indent, newline)
  const inner = newline === '' ? '' : newline + ' '.repeat(indent)
  if (isList(value)) {
    if (value.length === 0) return '[]'
    const items = Array.from(value, (item) => encode(item, indent, inner))
    return `[${inner}${items.join(`,${inner}`)}${newline}]`
  }
  if (value instanceof JsonMembers) return [...membersText(value, indent, newline)].join('')
  const colon = newline === '' ? ':' : ': '
  const members: string[] = []
  for (const key in value) {
    const member = value[key]
    if (member === undefined) continue
    members.push(`${JSON.stringify(key)}${colon}${encode(member, indent, inner)}`)
  }
  return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${newline}}`
}

/** Yields the text of an object, member by member. `newline` precedes each member. */
export function* membersText(
  { keys, member }: JsonMembers,
  indent: number,
  newline: string,
): Generator<string> {
  const inner = newline === '' ? '' : newline + ' '.repeat(indent)
  const colon = newline === '' ? ':' : ': '
  if (keys.length === 0) return yield '{}'
  let before = '{'
  for (const [index, key] of keys.entries()) {
    yield `${before}${inner}${JSON.stringify(key)}${colon}${encode(member(index), indent, inner)}`
    before = ','
  }
  yield `${newline}}`
}

/** Returns whether a value is encoded as a JSON array. */
export function isList(value: Json): value is readonly Json[] | JsonList {
  return Array.isArray(value) || value instanceof JsonList
}
