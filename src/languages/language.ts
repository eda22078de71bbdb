import { createCache } from '../cache.ts'
import type { WeblateVersion } from '../weblate-version.ts'
import { compareCodePoints } from './order.ts'
import { type Language, table } from './table.ts'

export type { Language, Plural } from './table.ts'

/** Returns the language of the default table with exactly this code; undefined if there is none. */
export function knownLanguage(code: string): Language | undefined {
  return table().byCode.get(code)
}

/** Returns the 799 languages of the default table, sorted by code with capitals before small letters. */
export function allLanguages(): readonly Language[] {
  return [...table().byCode.values()]
}

/** Compares languages by name, in code point order. */
export function compareLanguages(a: Language, b: Language): number {
  return compareCodePoints(a.name, b.name) || compareCodePoints(a.code, b.code)
}

/** Returns the aliases in a version of Weblate. 5.14 takes any that start with the code: `the_np` for `th`. */
export function aliasesIn({ code, aliases }: Language, weblate: WeblateVersion): readonly string[] {
  if (weblate === '5.14') return aliases
  const isOwn = (alias: string) =>
    alias.startsWith(`${code}_`) || table().aliases.get(alias) === code
  return aliases.filter(isOwn)
}

/** Settings for interpreting a language code in a path. */
export interface CodeOptions {
  /** The project's `language_aliases`, from `parseAliases`. */
  readonly aliases?: ReadonlyMap<string, string> | undefined
  /** Code of the component's source language, to which `source`, `src` and `default` refer. */
  readonly sourceLanguage?: string | undefined
}

/** Parses `file_code:weblate_code,...`. Skips parts without a colon; the last alias of a code wins. */
export function parseAliases(text: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>()
  for (const part of text.split(',')) {
    const colon = part.indexOf(':')
    if (colon > 0) aliases.set(part.slice(0, colon), part.slice(colon + 1))
  }
  return aliases
}

/**
 * Returns the language of a code in a path: from the default table, or for an unknown code created from the code alone,
 * so that the result does not depend on earlier calls. Throws RangeError for a code that is empty or too long.
 */
export function languageForCode(rawCode: string, options: CodeOptions = {}): Language {
  const language = findLanguage(rawCode, options)
  if (language === undefined) {
    throw new RangeError(`${rawCode}: expected a language code of 1 to 50 characters`)
  }
  return language
}

/** Returns what `languageForCode` does, but undefined instead of an error. */
export function findLanguage(rawCode: string, options: CodeOptions = {}): Language | undefined {
  const alias = options.aliases?.get(rawCode)
  let code = alias ?? rawCode
  if (alias === undefined && options.sourceLanguage !== undefined && SOURCE_NAMES.has(rawCode)) {
    code = options.sourceLanguage
  }
  // A code of which cleaning leaves nothing, such as `b+`, still is a language, with an empty code.
  if (code === '') return undefined
  let language = resolved.get(code)
  if (language === undefined) {
    language = resolveCode(code)
    if (language !== undefined) resolved.set(code, language, LANGUAGE_BYTES)
  }
  return language
}

function resolveCode(code: string): Language | undefined {
  const language = findKnown(code)
  if (language) return language
  const rebuilt = rebuildCode(cleanCode(code))
  return createLanguage(rebuilt, findBase(rebuilt))
}

/** Longest language code, in characters. */
const MAX_CODE_LENGTH = 50

/**
 * Creates a language outside the default table, with name, direction and default plurals of `base`, or without one with
 * a generated name and two forms. Returns undefined if the code is longer than 50 characters.
 */
function createLanguage(code: string, base: Language | undefined): Language | undefined {
  if ([...code].length > MAX_CODE_LENGTH) return undefined
  const { rightToLeft, defaultCountries } = table()
  const stem = code.split(/[_-]/, 1)[0] ?? code
  const direction = rightToLeft.has(code) || rightToLeft.has(stem) ? 'rtl' : 'ltr'
  const plural = base?.plural ?? { source: 0, number: 2, formula: 'n != 1', type: 1 }
  return {
    code,
    name: base?.name ?? `${code} (generated)`,
    direction: base?.direction ?? direction,
    population: 0,
    // A plain prefix test, as in Weblate: `a` lists `af_za`. Made on use, since there may be thousands of such codes.
    get aliases() {
      return [...defaultCountries].filter((country) => country.startsWith(code))
    },
    plural,
    filePlural: plural,
    plurals: [plural],
  }
}

/** Approximate memory of a language outside the table. */
const LANGUAGE_BYTES = 500
/** Cached, since all components and commits have the same codes in their paths. */
const resolved = createCache<Language>({ maxBytes: 4 << 20 })

const SOURCE_NAMES: ReadonlySet<string> = new Set(['source', 'src', 'default'])

/** Finds the language of the table that matches a code by any rule; undefined if the code needs a new language. */
function findKnown(rawCode: string, depth = 0): Language | undefined {
  const code = cleanCode(rawCode)
  const { byCode, byLowerCode, byLowerName } = table()
  const exact = byCode.get(code)
  if (exact) return exact
  for (const candidate of [code, code.replaceAll('-', '_'), code.replaceAll('+', '_')]) {
    const language = byLowerCode.get(candidate.toLowerCase())
    if (language) return language
  }
  const split = splitFourLetters(code)
  return (
    (split === undefined ? undefined : byLowerCode.get(split.toLowerCase())) ??
    findAlias(code, depth) ??
    findRebuilt(code) ??
    byLowerName.get(code.toLowerCase())
  )
}

/** Cleans up a code: `b+sr+Latn` -> `sr+Latn`, `pt-rBR` -> `pt_BR`, `cs (2)` -> `cs`. */
function cleanCode(rawCode: string): string {
  let code = rawCode.startsWith('b+') ? rawCode.slice(2) : rawCode
  if ([...code].length === 6 && code.includes('-r')) code = code.replaceAll('-r', '_')
  return code
    .replace(/\(\d+\)/g, '')
    .replace(/[\s()]/g, '')
    .replace(/^\.+|(?<!\.)\.+$/g, '')
}

/** Splits a code of four letters: `ptbr` -> `pt_br`; undefined for codes that do not have four characters. */
function splitFourLetters(code: string): string | undefined {
  const letters = [...code]
  if (letters.length !== 4) return undefined
  return `${letters.slice(0, 2).join('')}_${letters.slice(2).join('')}`
}

function findAlias(cleaned: string, depth: number): Language | undefined {
  const { aliases, byCode } = table()
  const code = cleaned
    .toLowerCase()
    .replaceAll('_latin', '@latin')
    .replaceAll('_cyrillic', '@cyrillic')
  const candidates = [code]
  for (const separator of ['+', '-', '-r', '_r']) {
    if (code.includes(separator)) candidates.push(code.replaceAll(separator, '_'))
  }
  const split = splitFourLetters(code)
  if (split !== undefined) candidates.push(split)
  for (const candidate of candidates) {
    const target = aliases.get(candidate)
    if (target !== undefined) return byCode.get(target)
  }
  // Aliases lead to codes of the table, so one level is enough. The limit stops loops in bad data.
  if (depth > 3) return undefined
  for (const candidate of candidates) {
    const at = candidate.indexOf('_')
    const target = at > 2 ? aliases.get(candidate.slice(0, at)) : undefined
    if (target === undefined || target.includes('_') || at + 1 === candidate.length) continue
    const language = findKnown(`${target}${candidate.slice(at)}`, depth + 1)
    if (language) return language
  }
  return undefined
}

function findRebuilt(code: string): Language | undefined {
  const { byLowerCode, defaultCountries } = table()
  const rebuilt = rebuildCode(code).toLowerCase()
  const language = byLowerCode.get(rebuilt)
  if (language) return language
  if (defaultCountries.has(rebuilt)) return byLowerCode.get(rebuilt.slice(0, rebuilt.indexOf('_')))
  const split = splitFourLetters(code)?.toLowerCase()
  return split !== undefined && defaultCountries.has(split)
    ? byLowerCode.get(split.slice(0, split.indexOf('_')))
    : undefined
}

/** Normalizes case and separators: `SR-latin` -> `sr_LATIN`, `values-de` -> `values_DE`, `de-x-formal` stays. */
function rebuildCode(cleaned: string): string {
  const privateAt = cleaned.indexOf('-x-')
  const code = privateAt < 0 ? cleaned : cleaned.slice(0, privateAt)
  const rest = privateAt < 0 ? '' : cleaned.slice(privateAt)
  const separator = ['-', '_', '+'].find((character) => code.includes(character))
  if (separator === undefined) return code.toLowerCase() + rest
  const at = code.indexOf(separator)
  let region = code.slice(at + 1)
  if (separator === '-' && [...region].length > 2 && region.startsWith('r')) {
    region = region.slice(1)
  }
  return `${code.slice(0, at).toLowerCase()}_${rebuildRegion(region)}${rest}`
}

function rebuildRegion(region: string): string {
  const at = region.indexOf(region.includes('@') ? '@' : '_')
  if (at >= 0) return `${region.slice(0, at).toUpperCase()}@${region.slice(at + 1).toLowerCase()}`
  if (/^(hant|hans|latn|cyrl|shaw)$/.test(region)) {
    return region.charAt(0).toUpperCase() + region.slice(1)
  }
  return region.toUpperCase()
}

/** Returns the known language from which a new code takes name, direction and plurals. */
function findBase(code: string): Language | undefined {
  const variant = code.indexOf('@')
  const region = code.search(/[_-]/)
  return (
    (variant >= 0 ? findKnown(code.slice(0, variant)) : undefined) ??
    (region >= 0 ? findKnown(code.slice(0, region)) : undefined)
  )
}
