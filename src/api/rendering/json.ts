/** The body of a response: plain JSON, and values whose exact text matters. */
export type Json =
  | null
  | boolean
  | number
  | string
  | Verbatim
  | JsonExtra
  | JsonList
  | JsonMembers
  | readonly Json[]
  | { readonly [key: string]: Json }

/** A value as JSON and CSV write it: `100.0`, a 64-bit integer, or a text that CSV writes differently. */
export class Verbatim {
  readonly json: string
  readonly cell: string
  constructor(json: string, cell: string = json) {
    this.json = json
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
export function float(value: number): Verbatim {
  return new Verbatim(Number.isInteger(value) ? `${value}.0` : String(value))
}

/**
 * Encodes JSON, compact or indented by `indent` spaces per level. Keys keep their order. `newline` is the line break and
 * indentation before the value's last bracket.
 */
export function encodeJson(value: Json, indent = 0, newline = indent > 0 ? '\n' : ''): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null || typeof value !== 'object') return String(value)
  if (value instanceof Verbatim) return value.json
  if (value instanceof JsonExtra) return encodeJson(value.json, indent, newline)
  const inner = newline === '' ? '' : newline + ' '.repeat(indent)
  if (isList(value)) {
    if (value.length === 0) return '[]'
    const items = Array.from(value, (item) => encodeJson(item, indent, inner))
    return `[${inner}${items.join(`,${inner}`)}${newline}]`
  }
  if (value instanceof JsonMembers) return [...jsonPieces(value, indent, newline)].join('')
  const colon = newline === '' ? ':' : ': '
  const members: string[] = []
  for (const key in value) {
    const member = value[key]
    if (member === undefined) continue
    members.push(`${JSON.stringify(key)}${colon}${encodeJson(member, indent, inner)}`)
  }
  return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${newline}}`
}

/** Encodes a list, an object with lists, or `JsonMembers` as `encodeJson` does, but yields it item by item. */
export function* jsonPieces(
  value: Json,
  indent: number,
  newline = indent > 0 ? '\n' : '',
): Generator<string> {
  const inner = newline === '' ? '' : newline + ' '.repeat(indent)
  const colon = newline === '' ? ':' : ': '
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}']
  let before = open
  for (const [key, member] of membersOf(value)) {
    if (member === undefined) continue
    const start = `${before}${inner}${key === undefined ? '' : JSON.stringify(key) + colon}`
    before = ','
    if (!(member instanceof JsonList)) yield start + encodeJson(member, indent, inner)
    else {
      yield start
      yield* jsonPieces(member, indent, inner)
    }
  }
  yield before === open ? open + close : newline + close
}

/** Yields the items of a list, without a key, or the members of an object. */
function* membersOf(value: Json): Generator<readonly [key: string | undefined, member: Json]> {
  if (isList(value)) for (const item of value) yield [undefined, item]
  else if (value instanceof JsonMembers) {
    for (const [index, key] of value.keys.entries()) yield [key, value.member(index)]
  } else yield* Object.entries(value as Readonly<Record<string, Json>>)
}

/** Returns whether a value is encoded as a JSON array. */
export function isList(value: Json): value is readonly Json[] | JsonList {
  return Array.isArray(value) || value instanceof JsonList
}
