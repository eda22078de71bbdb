import { oncePer } from '../../cache.ts'
import type { Check, CheckedUnit } from '../check.ts'
import type { Flags } from '../flags.ts'
import { formCheck } from '../form-check.ts'
import { glossaryTermsOf } from '../glossary/terms.ts'
import { untranslatedWords } from '../lists.ts'
import {
  type ExpressionOf,
  exactPlaceholdersOf,
  expressionOfValues,
  placeholdersOf,
} from '../placeholders/expression.ts'
import { stripPlaceholders } from '../placeholders/strip.ts'
import { baseLanguage, countCodePoints, hasAtMost, replaceParts } from '../text.ts'
import { removeAddressAtEnd, removeDomains, removeMailAddresses } from './domains.ts'

/** Checks for identical texts, unless they contain nothing to translate. */
export const sameCheck: Check = formCheck({
  id: 'same',
  name: 'Unchanged translation',
  description: 'Source and translation are identical',
  severity: 'note',
  fails: (source, target, unit) =>
    source === target &&
    !hasAtMost(1, source) &&
    !mayBeSame(unit) &&
    !(unit.weblate === '5.14' ? staysIn514 : staysIn2026)(source, unit),
  explain: ({ source, target }) => [
    'The translation is the same as the source',
    ['source', 0, source.length],
    ['target', 0, target.length],
  ],
})

const staysIn514 = createStays(exactPlaceholdersOf)
/** Roles of reStructuredText and BBCode count as text. */
const staysIn2026 = createStays(placeholdersOf, /^[:[]/)

/** Returns whether a source stays untranslated; `keeps` matches markup that counts as text. */
function createStays(placeholders: ExpressionOf, keeps?: RegExp) {
  const staysIn = oncePer((_: Flags) => new Map<string, CachedResult>())
  return (source: string, unit: CheckedUnit): boolean => {
    const { flags, note } = unit
    // Terms depend on the language, so the result cannot be cached.
    if (flags.has('check-glossary')) return isUntranslatable(source, unit, placeholders, keeps)
    const names = namesOf(unit)
    const bySource = staysIn(flags)
    const cached = bySource.get(source)
    if (cached?.names === names && cached.note === note) return cached.stays
    const result = isUntranslatable(source, unit, placeholders, keeps)
    bySource.set(source, { names, note, stays: result })
    return result
  }
}

/** Returns whether the languages are so similar that equal texts mean nothing. */
function mayBeSame({ sourceLanguage, language }: CheckedUnit): boolean {
  const from = baseLanguage(sourceLanguage.code)
  const to = baseLanguage(language.code)
  return from === to || (from === 'en' && to === 'ia')
}

const documentationTag = /^Tag: (?:screen|indexterm|programlisting)$/
const numberEdges = /^[0-9:/,.]+|(?<![0-9:/,.])[0-9:/,.]+$/g

/**
 * Whether a source stays untranslated, with the note and names on which that depends. Cached by flags, which the
 * translations of a component share, and by source, since most translations share theirs.
 */
interface CachedResult {
  readonly note: string
  readonly names: string
  readonly stays: boolean
}

/** Returns the names of project and component, which may stay untranslated. */
function namesOf({ projectName, componentName }: CheckedUnit): string {
  return `${projectName} ${componentName}`
}

/** Returns whether nothing remains to translate once everything that usually stays is removed. */
function isUntranslatable(
  source: string,
  unit: CheckedUnit,
  placeholders: ExpressionOf,
  keeps: RegExp | undefined,
): boolean {
  if (documentationTag.test(unit.note)) return true
  let text = stripPlaceholders(source, unit.flags, undefined, keeps)
  text = replaceParts(text, placeholders(unit.flags)?.matches(text) ?? [])
  if (unit.flags.has('strict-same')) return text === ''
  if (hasAtMost(1, source.replace(numberEdges, ''))) return true
  if (source.includes('\u00a9') || /\(c\) copyright/i.test(source)) return true
  if (unit.flags.has('check-glossary')) text = withoutTerms(source, unit) ?? text
  text = reduce(text)
  return hasAtMost(1, text) || isUpperCase(text) || hasOnlyKnownWords(text, unit)
}

/** Removes read-only terms from the source; returns undefined if there are none. */
function withoutTerms(source: string, unit: CheckedUnit): string | undefined {
  const terms = glossaryTermsOf(unit).filter(({ flags }) => flags.has('read-only'))
  if (terms.length === 0) return undefined
  const sources = terms.map((term) => term.source)
  return replaceParts(source, expressionOfValues(sources, true)?.matches(source) ?? [])
}

function reduce(text: string): string {
  const withoutPictures = stripTags(text).replace(/[\u2600-\u27bf\u{1f000}-\u{1fffd}]/gu, ' ')
  const withoutMail = removeMailAddresses(withoutPictures)
  const withoutTags = removeAddressAtEnd(withoutMail).replace(/#[A-Za-z0-9_-]*/g, '')
  return removeDomains(withoutTags)
    .replace(/(?:^| )(?:\/[a-zA-Z0-9=:?._-]+)+/g, '')
    .replace(/\{[a-z_-]+\}|@[a-z_]@/gi, '')
}

function isUpperCase(text: string): boolean {
  return /\p{Uppercase}/u.test(text) && !/[\p{Lowercase}\p{Lt}]/u.test(text)
}

const SEPARATING = ' \\r\\n0-9(),.^`"\'\\\\/_<>!?;:|{}*@%#&~=+\u2713\u2014\u2011\u2026[\\]-'
const separators = new RegExp(
  `(?:&(?:nbsp|rsaquo|lt|gt|amp|ldquo|rdquo|times|quot);|[${SEPARATING}])+`,
)
const longWord = new RegExp(`[^${SEPARATING}]{3,}`, 'g')

function hasOnlyKnownWords(text: string, unit: CheckedUnit): boolean {
  const lower = text.toLowerCase()
  // Names of entities are not words.
  if (lower.includes('&')) return lower.split(separators).every((word) => isKnown(word, unit))
  return (lower.match(longWord) ?? []).every((word) => isKnown(word, unit))
}

/** Returns whether a word may stay untranslated: a short word, a technical term or a name. */
function isKnown(word: string, unit: CheckedUnit): boolean {
  if (word.length <= 2 || untranslatedWords.has(word) || countCodePoints(word) <= 2) return true
  return namesOf(unit).toLowerCase().split(/\s+/).includes(word)
}

/** Maximum number of nested tags to remove: `<<b>b>` has two levels. */
const MAX_LEVELS = 50

/**
 * Removes tags, comments, `<!...>` and `<?...>`, including those that appear when others are removed. Keeps entities,
 * and `<` unless a letter, `/`, `!` or `?` follows. Linear in the length of the text.
 */
export function stripTags(text: string): string {
  let left = text
  for (let level = 0; level < MAX_LEVELS && left.includes('<') && left.includes('>'); level++) {
    const next = stripOnce(left)
    if (next.length === left.length) break
    left = next
  }
  return left
}

function stripOnce(text: string): string {
  let result = ''
  let copiedTo = 0
  for (let at = text.indexOf('<'); at >= 0; ) {
    const end = endOfTag(text, at)
    // The rest is an unclosed tag, which stays.
    if (end < 0) break
    if (end > at) {
      result += text.slice(copiedTo, at)
      copiedTo = end
    }
    at = text.indexOf('<', Math.max(end, at + 1))
  }
  return result + text.slice(copiedTo)
}

/** Returns the offset after a tag; `start` if there is no tag, and -1 if the tag is not closed. */
function endOfTag(text: string, start: number): number {
  const next = text[start + 1] ?? ''
  if (text.startsWith('<!--', start)) return behind('-->', text, start + 4)
  if (next === '!' || next === '?' || next === '/') return behind('>', text, start)
  return /[a-zA-Z]/.test(next) ? endOfStartTag(text, start) : start
}

function behind(mark: string, text: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}

const quotedValue = /=\s*(?:"[^"]*"|'[^']*')/y

function endOfStartTag(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '>') return at + 1
    if (character !== '=') continue
    quotedValue.lastIndex = at
    if (quotedValue.test(text)) at = quotedValue.lastIndex - 1
  }
  return -1
}
