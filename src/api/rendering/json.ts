/** An answer: plain JSON, and values whose text matters. */
export type Json =
  | null
  | boolean
  | number
  | string
  | JsonNumber
  | JsonText
  | JsonExtra
  | readonly Json[]
  | { readonly [key: string]: Json }

/** A number given by its text: 64-bit integers that a double cannot hold, and `100.0`. */
export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A text that stands otherwise in a cell of CSV. */
export class JsonText {
  readonly text: string
  readonly cell: string
  constructor(text: string, cell: string) {
    this.text = text
    this.cell = cell
  }
}

/** A member that Weblate does not have: rows of CSV keep to Weblate's columns. */
export class JsonExtra<T = Json> {
  readonly json: T
  constructor(json: T) {
    this.json = json
  }
}

/** A number that always carries a decimal point, as Weblate's percents do. */
export function float(value: number): JsonNumber {
  return new JsonNumber(Number.isInteger(value) ? `${value}.0` : String(value))
}

/** Compact JSON, or indented by `indent` spaces; keys in the order given. */
export function encodeJson(value: Json, indent = 0): string {
  return encode(value, indent, indent > 0 ? '\n' : '')
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
    return `[${inner}${value.map((item) => encode(item, indent, inner)).join(`,${inner}`)}${newline}]`
  }
  const colon = newline === '' ? ':' : ': '
  const members: string[] = []
  for (const key in value) {
    const member = value[key]
    if (member === undefined) continue
    members.push(`${JSON.stringify(key)}${colon}${encode(member, indent, inner)}`)
  }
  return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${newline}}`
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value)
}
