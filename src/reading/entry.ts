import { type Entry, SEP } from '../../formats/entry.ts'
import { FlagError, formatFlags, parseFlags } from '../checks/flags.ts'
import { ParseError } from '../errors.ts'
import type { Expression } from '../regexp/expression.ts'
import { compilePython } from '../regexp/python.ts'
import { CONTROL } from '../text.ts'

/** Longest text of an entry, in UTF-16 units; nobody translates a longer text. */
const MAX_TEXT_LENGTH = 1024 * 1024

/** Which contexts give units. */
export type KeyFilter = Pick<Expression, 'test'>

/** The key filter of a component; undefined if every context passes. */
export function openKeyFilter(keyFilter: string): KeyFilter | undefined {
  return keyFilter === '' ? undefined : compilePython(keyFilter)
}

/** Names a unit by its source and context, as people may read it: `Open (menu)`. */
export function nameOfUnit({ source, context }: Pick<Entry, 'source' | 'context'>): string {
  const text = source.replaceAll(SEP, ' / ')
  if (text === '' || context === '') return text + context
  return `${text} (${context})`
}

/** Returns where an entry begins in its file, so that a fault found while pairing can name its line. */
export type Locate = (entry: Entry) => { readonly line: number; readonly column: number }

/**
 * Returns the entries that have content, are the first with their id and pass the key filter, in file order. Throws
 * ParseError for a context that is too long for the filter.
 */
export function uniqueEntries(
  entries: readonly Entry[],
  idOf: (entry: Entry) => string,
  keyFilter?: KeyFilter,
): Entry[] {
  const seen = new Set<string>()
  return entries.filter((entry) => {
    const id = idOf(entry)
    if (entry.position === 0 || seen.has(id)) return false
    const isWanted = keyFilter === undefined || keyFilter.test(entry.context)
    if (isWanted === undefined) {
      throw errorAt('expected a key that is short enough for key_filter', entry, undefined)
    }
    if (isWanted) seen.add(id)
    return isWanted
  })
}

/**
 * Throws ParseError if a text of an entry has more than 1,048,576 characters, or if this text has a control character
 * that Weblate refuses (`SEP` is none). Entries of `readEntries` have no such characters.
 */
export function checkText(text: string, entry: Entry, locate: Locate | undefined): void {
  const length = longestOf(entry)
  if (length > MAX_TEXT_LENGTH) {
    throw errorAt(`expected at most ${MAX_TEXT_LENGTH} characters, found ${length}`, entry, locate)
  }
  if (CONTROL.test(text) && text.split(SEP).some((form) => CONTROL.test(form))) {
    throw foundControl(entry, locate)
  }
}

/** Checks a context as `checkText` does; here `SEP` is a control character, too. Throws ParseError. */
export function checkContext(entry: Entry, locate: Locate | undefined): void {
  if (CONTROL.test(entry.context)) throw foundControl(entry, locate)
}

function foundControl(entry: Entry, locate: Locate | undefined): ParseError {
  return errorAt('expected text, found a control character', entry, locate)
}

function longestOf(entry: Entry): number {
  const { context, source, target, note, explanation, flags } = entry
  const { location = '', previousSource = '' } = entry
  return Math.max(
    context.length,
    source.length,
    target.length,
    note.length,
    explanation.length,
    flags.length,
    location.length,
    previousSource.length,
  )
}

/** Returns whether the file has flags for an entry, valid or not. */
export function hasFlags(entry: Entry): boolean {
  return entry.flags !== '' || entry.flagsError !== undefined
}

/** Merges the flags that the file gives an entry with others into canonical form. Throws ParseError. */
export function flagsOfEntry(entry: Entry, locate: Locate | undefined, others = ''): string {
  if (entry.flagsError !== undefined) throw errorAt(entry.flagsError, entry, locate)
  try {
    const hasNone = entry.flags === '' && others === ''
    return hasNone ? '' : formatFlags(parseFlags(entry.flags, others))
  } catch (cause) {
    if (!(cause instanceof FlagError)) throw cause
    throw errorAt(cause.message, entry, locate, { cause })
  }
}

/** Returns the flags of a unit, with those implied by its locations, in canonical form. Throws ParseError. */
export function flagsOfUnit(entry: Entry, locate: Locate | undefined): string {
  return flagsOfEntry(entry, locate, entry.location && markupAt(entry.location))
}

/** Locations in documentation, by markup of the texts; one or two line numbers may follow. */
const MARKUP: readonly (readonly [flag: string, place: RegExp])[] = [
  ['md-text', /\.(?:md|markdown)(?:(?::\d+)*|#L\d+)(?:, |$)/],
  ['rst-text', /\.rst(?:(?::\d+)*|#L\d+)(?:, |$)/],
]

function markupAt(location: string): string {
  return MARKUP.flatMap(([flag, place]) => (place.test(location) ? [flag] : [])).join(',')
}

function errorAt(
  message: string,
  entry: Entry,
  locate: Locate | undefined,
  options?: ErrorOptions,
): ParseError {
  const { line, column } = locate?.(entry) ?? { line: 1, column: 1 }
  const name = entry.context || entry.source
  return new ParseError(`${message} at "${name}"`, line, column, options)
}
