import type { JsonNumber, JsonValue } from './value.ts'

/**
 * A JSON value as Python's `str()` shows it: `True`, `1e-05`, `['x', 1]`; integers exactly. Strings are unchanged, null
 * is `None`.
 */
export function pythonText(value: JsonValue): string {
  return typeof value === 'string' ? value : pythonRepr(value)
}

/** Returns the text of a string, number, boolean or null (which has none). */
export function scalarText(value: JsonValue): string {
  return value === null ? '' : pythonText(value)
}

/** Returns a note; values that are false in Python are none. Lone surrogates, which cannot be stored, become U+FFFD. */
export function noteText(value: JsonValue | undefined): string {
  return value !== undefined && isTruthy(value) ? pythonText(value).toWellFormed() : ''
}

/** Returns whether a JSON value is true in Python: not empty, not zero, not null. NaN is true. */
export function isTruthy(value: JsonValue): boolean {
  if (typeof value === 'string') return value !== ''
  if (typeof value === 'boolean' || value === null) return value === true
  if (value.kind === 'number') return Number(value.text) !== 0
  return value.kind === 'array' ? value.items.length > 0 : value.keys.length > 0
}

function pythonRepr(value: JsonValue): string {
  if (typeof value === 'string') return reprOfString(value)
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value.kind === 'number') return numberText(value)
  if (value.kind === 'array') return `[${value.items.map(pythonRepr).join(', ')}]`
  const members = value.keys.map((key, index) => {
    return `${reprOfString(key)}: ${pythonRepr(value.values[index] ?? null)}`
  })
  return `{${members.join(', ')}}`
}

function reprOfString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inside = text.replace(/[\\'"\p{C}\p{Zl}\p{Zp}\p{Zs}]/gu, (character) => {
    if (character === ' ') return character
    if (character === quote || character === '\\') return `\\${character}`
    if (character === "'" || character === '"') return character
    if (character === '\n') return '\\n'
    if (character === '\r') return '\\r'
    if (character === '\t') return '\\t'
    const code = character.codePointAt(0) ?? 0
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`
    if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`
    return `\\U${code.toString(16).padStart(8, '0')}`
  })
  return quote + inside + quote
}

/** Formats integers exactly, other numbers like Python's `repr` of the double: `1000.0`, `1e+16`, `inf`. */
function numberText(number: JsonNumber): string {
  if (number.isInteger) return number.text === '-0' ? '0' : number.text
  const value = Number(number.text)
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  // Both languages print the shortest digits that read back as the same double; only the layout differs.
  const [mantissa = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 16) {
    const digits = String(Math.abs(exponent)).padStart(2, '0')
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`
  }
  const sign = value < 0 ? '-' : ''
  const digits = mantissa.replace(/[-.]/g, '')
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`
}
