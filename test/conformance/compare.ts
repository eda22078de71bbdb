import { createHash } from 'node:crypto'
import type { Difference } from './report.ts'

/** Fields that a fresh import cannot share with the recorded one. */
const MASKED = new Set([
  'id',
  'source_unit',
  'timestamp',
  'last_updated',
  'last_change',
  'last_author',
  'recent_changes',
  'repo',
  'pending',
  ...['commit', 'add', 'delete', 'merge', 'addon', 'pull'].flatMap((name) => [
    `${name}_message`,
    `effective_${name}_message`,
  ]),
  'task_url',
  'addons',
  'git_export',
])

/** Parses JSON, keeping the two 64-bit hashes as texts. */
export function parseExact(text: string): unknown {
  return JSON.parse(text.replace(/("(?:id_hash|content_hash)":\s*)(-?\d+)/g, '$1"$2"'))
}

/** Where two answers differ, by fields; also in the order of the fields. */
export function differences(
  expected: unknown,
  actual: unknown,
  ignored: ReadonlySet<string> = new Set(),
): Difference[] {
  return [...compare('', expected, actual, ignored)]
}

function* compare(
  field: string,
  expected: unknown,
  actual: unknown,
  ignored: ReadonlySet<string>,
): Generator<Difference> {
  if (typeof expected === 'string' && expected.startsWith('sha:')) {
    if (expected !== `sha:${digest(actual)}`) yield { field, expected, actual }
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      yield { field: `${field}.length`, expected: expected.length, actual: actual.length }
      return
    }
    for (const [index, item] of expected.entries()) {
      yield* compare(`${field}[]`, item, actual[index], ignored)
    }
  } else if (isObject(expected) && isObject(actual)) {
    yield* compareObjects(field, expected, actual, ignored)
  } else if (!Object.is(expected, actual) && !isUnitAddress(expected, actual)) {
    yield { field, expected, actual }
  }
}

function* compareObjects(
  field: string,
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  ignored: ReadonlySet<string>,
): Generator<Difference> {
  const keys = Object.keys(expected)
  const actualKeys = Object.keys(actual).filter((key) => key in expected)
  if (keys.join() !== actualKeys.join()) {
    yield {
      field: `${field}{order of keys}`,
      expected: keys.join(),
      actual: Object.keys(actual).join(),
    }
  }
  for (const key of keys) {
    if (MASKED.has(key) || ignored.has(key)) continue
    const path = field === '' ? key : `${field}.${key}`
    yield* compare(path, expected[key], actual[key], ignored)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Addresses of one unit or change under two numberings. */
function isUnitAddress(expected: unknown, actual: unknown): boolean {
  const plain = (value: unknown) =>
    typeof value === 'string' ? value.replace(/(\/api\/(?:units|changes)\/)\d+/, '$1') : value
  return typeof expected === 'string' && plain(expected) === plain(actual)
}

/** First 16 digits of the SHA-1 of a value as Python's `json.dumps(v, ensure_ascii=False, sort_keys=True)` prints it. */
export function digest(value: unknown): string {
  return createHash('sha1').update(dump(value)).digest('hex').slice(0, 16)
}

function dump(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dump).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${dump(value[key])}`).join(', ')}}`
}
