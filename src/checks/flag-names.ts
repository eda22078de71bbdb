import { type FlagValue, parseFlagItems, parseFlags } from './flags.ts'
import { plainFlags, valueFlags } from './lists.ts'
import { refusedExpressions } from './placeholders/expression.ts'

/** Longest name of a variant, in code points. */
const maxVariantLength = 576

/**
 * What is wrong with a flag text that parses, in one phrase, as Weblate's forms judge it: unknown names, missing, superfluous
 * and unusable values; undefined when nothing is. Flags that a later one replaces are not looked at. Throws FlagError.
 */
export function complainOfFlags(text: string): string | undefined {
  for (const [name, values] of parseFlagItems(text)) {
    const [discarded] = values
    if (name !== 'discard' || values.length !== 1 || typeof discarded !== 'string') continue
    if (!isKnown(discarded)) return `unknown flag ${discarded}`
  }
  for (const [name, values] of parseFlags(text)) {
    const complaint = complainOfFlag(name, values)
    if (complaint !== undefined) return complaint
  }
  return undefined
}

/** Throws an error that says what is wrong with a flag text: its grammar (FlagError) or its names and values. */
export function checkFlags(text: string): void {
  const complaint = complainOfFlags(text)
  if (complaint !== undefined) throw new Error(complaint)
}

function isKnown(name: string): boolean {
  return plainFlags.has(name) || valueFlags.has(name)
}

function complainOfFlag(name: string, values: readonly FlagValue[]): string | undefined {
  if (plainFlags.has(name)) return values.length === 0 ? undefined : `${name} takes no value`
  if (!valueFlags.has(name)) return `unknown flag ${name}`
  if (values.length === 0) return `${name} needs a value`
  switch (name) {
    case 'max-length':
    case 'priority':
    case 'font-size':
    case 'font-spacing':
      return isNumber(values[0]) && values.length === 1 ? undefined : `${name} needs one number`
    case 'max-size':
      return values.every(isNumber) && values.length <= 2 ? undefined : `${name} needs numbers`
    case 'replacements':
      return values.length % 2 === 0 ? undefined : `${name} needs pairs of values`
    case 'placeholders':
      return refusedExpressions(new Map([[name, values]]))[0]
    case 'icu-flags':
      return undefined
    case 'variant':
      if ([...textOf(values[0])].length > maxVariantLength) return `${name} is too long`
      break
    case 'regex':
      if (values.length === 1) return refusedExpressions(new Map([[name, values]]))[0]
  }
  return values.length === 1 ? undefined : `${name} needs one value`
}

function isNumber(value: FlagValue | undefined): boolean {
  return typeof value === 'string' && /^[+-]?\d+$/.test(value)
}

function textOf(value: FlagValue | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : value.regex
}
