import { unless } from '../errors.ts'
import { compareCodePoints } from '../languages/order.ts'

/** A parameter of a flag: a text, or a regular expression in Python's syntax. */
export type FlagValue = string | { readonly regex: string }

/** Flags by name, with their parameters. */
export type Flags = ReadonlyMap<string, readonly FlagValue[]>

/** Reports a syntax error in a flag text, at the UTF-16 offset `position`. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
  readonly position: number

  constructor(message: string, position: number, options?: ErrorOptions) {
    super(`${message} at character ${position + 1} of the flags`, options)
    this.position = position
  }
}

interface Token {
  readonly kind: ',' | ':' | 'word' | 'quoted'
  readonly value: FlagValue
  readonly position: number
}

/**
 * Parses and merges flag texts (`name:value:"quoted value", name`) from left to right. A later flag overrides one of
 * the same name; `discard:NAME` removes earlier ones. Throws FlagError.
 */
export function parseFlags(...texts: readonly string[]): Flags {
  return mergeItems(texts.map(parseFlagItems))
}

/**
 * Parses flags as `parseFlags` does, but treats a malformed text as empty. Meant for texts that were accepted before:
 * as in Weblate, some canonical texts cannot be parsed again, such as one with a backslash before its closing quote.
 */
export function mergeFlags(...texts: readonly string[]): Flags {
  // As in Weblate, an error affects only this text.
  return mergeItems(texts.map((text) => unless(() => parseFlagItems(text), FlagError) ?? []))
}

function mergeItems(texts: readonly FlagItem[][]): Flags {
  const flags = new Map<string, FlagValue[]>()
  for (const items of texts) {
    for (const [name, values] of items) {
      const [value] = values
      if (name === 'fuzzy' || name === '#') continue
      if (name === 'discard' && values.length === 1 && typeof value === 'string')
        flags.delete(value)
      else flags.set(name === 'markdown-text' ? 'md-text' : name, values)
    }
  }
  return flags
}

/** Returns the canonical text: flags sorted by code point and joined by `, `, with values quoted if necessary. */
export function formatFlags(flags: Flags): string {
  const items = [...flags].map(([name, values]) => [name, ...values].map(formatValue).join(':'))
  return items.sort(compareCodePoints).join(', ')
}

/** Returns the number in a flag such as `priority:N`; undefined if there is no flag or no integer. */
export function numberOfFlag(flags: Flags, name: string): number | undefined {
  const value = flags.get(name)?.[0]
  return isInteger(value) ? Number(value) : undefined
}

/** Returns whether a parameter is an integer. */
export function isInteger(value: FlagValue | undefined): boolean {
  return typeof value === 'string' && /^[+-]?\d+$/.test(value)
}

/** Returns a parameter as a text, even if it is an expression. */
export function textOfValue(value: FlagValue): string {
  return typeof value === 'string' ? value : value.regex
}

type FlagItem = [name: string, values: FlagValue[]]

/** Parses the flags of a text in order, including `discard` and repeated flags. Throws FlagError. */
export function parseFlagItems(text: string): FlagItem[] {
  const items: FlagItem[] = []
  let values: FlagValue[] | undefined
  let before: Token['kind'] = ','
  for (const token of tokenize(text)) {
    const { kind, value, position } = token
    if (kind === ':') {
      if (values === undefined) throw new FlagError('expected a name, found a colon', position)
      values.push('')
    } else if (kind === ',') {
      values = undefined
    } else if (before === ',' && kind === 'word' && typeof value === 'string') {
      values = []
      items.push([value, values])
    } else if (before === ':' && values !== undefined) {
      values[values.length - 1] = value
    } else {
      throw new FlagError(
        before === ',' ? 'expected a name' : 'expected a comma or a colon',
        position,
      )
    }
    before = kind
  }
  return items
}

/** White space that is skipped between tokens; inside a word it is kept. */
const SPACE = ' \\t\\r\\n'
const TOKEN = new RegExp(
  `[${SPACE}]*(?:([,:])|(r[${SPACE}]*)?"((?:[^"\\\\]|\\\\.)*)"|'((?:[^'\\\\]|\\\\.)*)'|` +
    `([^,:"'${SPACE}](?:[^,:"']*[^,:"'${SPACE}])?))`,
  'sy',
)
const ONLY_SPACES = new RegExp(`[${SPACE}]*$`, 'y')

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (let position = 0; ; position = TOKEN.lastIndex) {
    ONLY_SPACES.lastIndex = position
    if (ONLY_SPACES.test(text)) return tokens
    TOKEN.lastIndex = position
    const match = TOKEN.exec(text)
    if (match === null) throw new FlagError('expected a closing quote', position)
    const end = TOKEN.lastIndex
    const [, separator, regexMark, double, single, word] = match
    if (regexMark !== undefined) {
      const regex = resolveEscapes(double ?? '', '"')
      checkRegex(regex, position)
      tokens.push({ kind: 'quoted', value: { regex }, position })
    } else {
      const value =
        double === undefined ? single && resolveEscapes(single, "'") : resolveEscapes(double, '"')
      // As in Weblate, a quoted separator still separates.
      const mark = separator ?? value
      if (mark === ',' || mark === ':') tokens.push({ kind: mark, value: '', position })
      else if (value !== undefined) tokens.push({ kind: 'quoted', value, position })
      else tokens.push({ kind: 'word', value: word ?? '', position })
    }
    TOKEN.lastIndex = end
  }
}

function resolveEscapes(text: string, quote: string): string {
  return text.replace(/\\(.)/gs, (both, character: string) => {
    if (character === quote || character === '\\') return character
    return CONTROLS.get(character) ?? both
  })
}

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['f', '\f'],
  ['r', '\r'],
])

/** Python syntax that JavaScript lacks; expressions that use it are not validated. */
const PYTHON_ONLY = /\(\?[#>(P]|\(\?[aiLmsux-]+[:)]|[*+?}]\+|\[\[:/

function checkRegex(regex: string, position: number): void {
  if (PYTHON_ONLY.test(regex)) return
  try {
    new RegExp(regex)
  } catch (cause) {
    throw new FlagError('expected a valid regular expression', position, { cause })
  }
}

function formatValue(value: FlagValue): string {
  const isText = typeof value === 'string'
  if (isText && !/[ ,:"'\\]/.test(value)) return value
  const inside = textOfValue(value)
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return `${isText ? '' : 'r'}"${inside}"`
}
