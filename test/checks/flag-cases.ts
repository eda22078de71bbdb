import { readFileSync } from 'node:fs'
import { checkFlags } from '../../src/checks/flag-names.ts'
import { FlagError, type Flags, formatFlags, parseFlags } from '../../src/checks/flags.ts'

/** A flag text, its flags with their values, its canonical form, and whether a form takes it. */
export interface FlagTextCase {
  readonly text: string
  readonly items: readonly (readonly unknown[])[]
  readonly formatted: string
  /** Whether it breaks the grammar. */
  readonly error?: boolean
  readonly valid?: boolean
}

export interface MergedFlagsCase {
  readonly parts: readonly string[]
  readonly items: readonly (readonly unknown[])[]
  readonly formatted: string
}

export interface FlagCases {
  readonly parse: readonly FlagTextCase[]
  readonly merge: readonly MergedFlagsCase[]
}

export function readFlagCases(path: string): FlagCases {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The expected results for a text, and those of parsing, formatting and validating it. */
export function compareFlagText(each: FlagTextCase): { expected: unknown; actual: unknown } {
  const { text, items, formatted, valid } = each
  const expected = each.error ? 'FlagError' : { items, formatted, valid }
  try {
    return { expected, actual: { ...plain(parseFlags(text)), valid: isValid(text) } }
  } catch (error) {
    if (!(error instanceof FlagError)) throw error
    return { expected, actual: error.name }
  }
}

function isValid(text: string): boolean {
  try {
    checkFlags(text)
    return true
  } catch {
    return false
  }
}

export function compareMergedFlags(each: MergedFlagsCase): { expected: unknown; actual: unknown } {
  const { parts, items, formatted } = each
  return { expected: { items, formatted }, actual: plain(parseFlags(...parts)) }
}

function plain(flags: Flags): object {
  return {
    items: [...flags].map(([name, values]) => [name, ...values]),
    formatted: formatFlags(flags),
  }
}
