import type { WeblateVersion } from '../weblate-version.ts'
import { type FlagValue, isInteger, parseFlagItems, parseFlags, textOfValue } from './flags.ts'
import { plainFlags, valueFlags } from './lists.ts'
import { refusedExpressions } from './placeholders/expression.ts'
import { descriptionsById } from './registry.ts'

/** Longest name of a variant, in code points. */
const MAX_VARIANT_LENGTH = 576

/** Flags that 2026.10 has removed, and their replacements. */
const GONE: ReadonlyMap<string, string> = new Map([
  ['dos-eol', 'file_format_params: {dos_eol: true}'],
])

/**
 * Validates a flag text as the forms of a version of Weblate do, except that 5.14 accepts names that are new in
 * 2026.10. Throws an error about invalid syntax (FlagError), unknown names, or missing, superfluous or invalid values.
 * Ignores flags that a later flag overrides.
 */
export function checkFlags(text: string, weblate: WeblateVersion = '5.14'): void {
  for (const [name, values] of parseFlagItems(text)) {
    const [discarded] = values
    if (name !== 'discard' || values.length !== 1 || typeof discarded !== 'string') continue
    if (!isKnown(discarded)) throw new Error(`unknown flag ${discarded}`)
  }
  for (const [name, values] of parseFlags(text)) {
    const message = faultOf(name, values) ?? (weblate === '5.14' ? undefined : goneOf(name, values))
    if (message !== undefined) throw new Error(message)
  }
}

const ignoreFlags = new Set([...descriptionsById.values()].map(({ ignoredBy }) => ignoredBy))

function isPlain(name: string): boolean {
  return plainFlags.has(name) || ignoreFlags.has(name)
}

function isKnown(name: string): boolean {
  return isPlain(name) || valueFlags.has(name)
}

function faultOf(name: string, values: readonly FlagValue[]): string | undefined {
  if (isPlain(name)) return values.length === 0 ? undefined : `${name} takes no value`
  if (!valueFlags.has(name)) return `unknown flag ${name}`
  if (values.length === 0) return `${name} needs a value`
  switch (name) {
    case 'max-length':
    case 'max-lines':
    case 'priority':
    case 'font-size':
    case 'font-spacing':
      return isInteger(values[0]) && values.length === 1 ? undefined : `${name} needs one number`
    case 'max-size':
      return values.every(isInteger) && values.length <= 2 ? undefined : `${name} needs numbers`
    case 'replacements':
      return values.length % 2 === 0 ? undefined : `${name} needs pairs of values`
    case 'placeholders':
      return refusedExpressions(new Map([[name, values]]))[0]
    case 'icu-flags':
      return undefined
    case 'variant':
      if ([...textOfValue(values[0] ?? '')].length > MAX_VARIANT_LENGTH)
        return `${name} is too long`
      break
    case 'regex':
      if (values.length === 1) return refusedExpressions(new Map([[name, values]]))[0]
  }
  return values.length === 1 ? undefined : `${name} needs one value`
}

/** Returns what 2026.10 rejects although 5.14 accepts it. */
function goneOf(name: string, values: readonly FlagValue[]): string | undefined {
  const instead = GONE.get(name)
  if (instead !== undefined) return `unknown flag ${name}; Weblate 2026.10 has ${instead} instead`
  const hasEmpty = name === 'placeholders' && values.some((value) => textOfValue(value) === '')
  return hasEmpty ? 'placeholders needs values that are not empty' : undefined
}
