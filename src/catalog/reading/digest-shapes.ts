import { allCheckIds } from '../../checks/descriptions.ts'
import type { CheckedTranslation } from '../checking/checked-translation.ts'

// Values from other nodes are trusted only if they have the shape of values stored here.

const COUNTS = [
  'total',
  'translated',
  'fuzzy',
  'failing',
  'translatedFailing',
  'approved',
  'readonly',
]

/** Returns whether a value has the shape of an `Outcome`. */
export function isOutcome(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { error, statistics, bytes, revision, plural, strays } = value
  if (error !== undefined) {
    return isArrayOf(error, (part) => isText(part) || isNumber(part)) && isText(error[0])
  }
  return (
    isRecord(statistics) &&
    COUNTS.every((group) => isCount(statistics[group])) &&
    isNumber(bytes) &&
    (revision === undefined || isText(revision)) &&
    isArrayOf(value['refusedExpressions'], isText) &&
    typeof value['asksForGlossary'] === 'boolean' &&
    (plural === undefined || isPlural(plural)) &&
    isArrayOf(value['faults'], isFault) &&
    (strays === undefined ||
      (isRecord(strays) && isSample(strays['unknown']) && isSample(strays['repeated'])))
  )
}

/** Returns whether every failing check exists, and rows ascend. */
export function isChecked({ counts, failing, verdict }: CheckedTranslation): boolean {
  return (
    [counts.failing, counts.translatedFailing].every(isCount) &&
    [failing, verdict].every((words) =>
      words.every(
        (word, index) =>
          word % 256 < allCheckIds.length && (index === 0 || word > words[index - 1]!),
      ),
    )
  )
}

/** Returns the same for all translations of a project. */
export function areChecked(translations: ReadonlyMap<number, CheckedTranslation>): boolean {
  return [...translations.values()].every(isChecked)
}

function isPlural(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value['formula']) &&
    ['source', 'type', 'number'].every((name) => isNumber(value[name]))
  )
}

function isFault(value: unknown): boolean {
  return (
    isRecord(value) &&
    ['line', 'column'].every((name) => isNumber(value[name])) &&
    ['name', 'message'].every((name) => isText(value[name])) &&
    typeof value['isReadable'] === 'boolean'
  )
}

function isSample(value: unknown): boolean {
  return isRecord(value) && isNumber(value['count']) && isArrayOf(value['keys'], isText)
}

function isCount(value: unknown): boolean {
  return isRecord(value) && ['units', 'words', 'chars'].every((name) => isNumber(value[name]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isArrayOf(
  value: unknown,
  isItem: (item: unknown) => boolean,
): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isItem)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
