import { conversions, incompatibleConversions } from '../../../formats/conversions.ts'
import { DIFFERENCE_KINDS, type DifferenceKind } from '../../catalog/compare.ts'
import type { Baseline } from '../../history/states/baseline.ts'
import { KNOWN_ACTIONS, readActions, readChangeTime } from '../../http/changes.ts'
import { invalid, invalidChoice } from '../../http/http-error.ts'
import { readTime, type TimeSide } from '../../http/time.ts'
import { PAGES, type PageLimits } from '../pagination.ts'
import * as s from './schema.ts'

/** A query parameter. */
export interface Parameter<T = unknown> {
  readonly name: string
  readonly description: string
  readonly schema: s.JsonSchema
  readonly isRequired?: true
  /** Returns the parameter's value in a query; throws 400 if it is invalid. */
  readonly read: (query: URLSearchParams) => T
}

/** Defines a text parameter (default: empty). */
function text(
  name: string,
  description: string,
  schema: s.JsonSchema = s.STRING,
): Parameter<string> {
  return { name, description, schema, read: (query) => query.get(name) ?? '' }
}

/** Defines a parameter whose text is parsed; undefined if missing or empty. */
function optional<T>(
  { name, ...parameter }: Omit<Parameter, 'read'>,
  parse: (text: string, name: string) => T,
): Parameter<T | undefined> {
  const read = (query: URLSearchParams) => {
    const value = query.get(name) ?? ''
    return value === '' ? undefined : parse(value, name)
  }
  return { name, ...parameter, read }
}

/**
 * ISO 8601 as in `parseTime`, which also accepts a date. The schema names only one type, because generated clients
 * cannot omit (Java) or set (Rust) a parameter of several types.
 */
const TIME: s.JsonSchema = s.TIMESTAMP

/** The search query for units. */
export const Q: Parameter<string> = text('q', 'Search query, such as `state:empty`.')

/** The search text for names. */
export const TEXT: Parameter<string> = text('q', 'Part of a name or code.')

/**
 * Defines the `format` of a file. Links to files may carry an API `format`, which names no file format and is ignored.
 */
function fileFormat(description: string, schema: s.JsonSchema): Parameter<string> {
  const parameter = text('format', description, schema)
  const read = (query: URLSearchParams) => parameter.read(query).replace(/^api$/, '')
  return { ...parameter, read }
}

/** The `format` parameter of a translation's file. */
export const CONVERSION: Parameter<string> = fileFormat(
  'Id of the file format to convert to.',
  s.oneOf(...conversions.keys()),
)

const ARCHIVE_FORMATS = [...conversions.keys(), ...incompatibleConversions.keys()]

/** The `format` parameter of the archives of a component or project. */
export const ARCHIVE: Parameter<string> = fileFormat(
  '`zip`, or `zip:FORMAT` to convert each translation.',
  {
    ...s.oneOf('zip', ...ARCHIVE_FORMATS.map((id) => `zip:${id}`)),
    default: 'zip',
  },
)

/** The `format` parameter of the OpenAPI document. */
export const DOCUMENT_FORMAT: Parameter<string> = fileFormat(
  'Format of the document; overrides `Accept`.',
  s.oneOf('json', 'yaml'),
)

/** The language filter of a project's archive; null if not given. */
export const LANGUAGE_CODE: Parameter<string | null> = {
  ...text('language_code', 'Only files of this language.'),
  read: (query) => query.get('language_code'),
}

/** Parameters of comparisons. */
export const REFS = {
  base: {
    ...text('base', 'Branch, tag or commit to compare with, or a range: `main..dev`.', {
      ...s.STRING,
      minLength: 1,
    }),
    isRequired: true as const,
  },
  head: text('head', 'Branch, tag or commit to compare (default: the served commit).'),
  kind: {
    name: 'kind',
    description: 'Only units with one of these differences, separated by commas; may be repeated.',
    schema: s.arrayOf(s.oneOf(...DIFFERENCE_KINDS)),
    read: (query: URLSearchParams) => query.getAll('kind').flatMap(kindsOf),
  },
  language: text('language', 'Only units of this language.'),
}

function kindsOf(value: string): DifferenceKind[] {
  return value.split(',').map((name) => {
    const kind = DIFFERENCE_KINDS.find((choice) => choice === name)
    if (kind === undefined) throw invalidChoice(name, 'kind')
    return kind
  })
}

/** Parameters of lists of changes: actions as codes, times in microseconds since 1970. */
export const CHANGE_FILTERS = {
  actions: {
    name: 'action',
    description: "Weblate's codes of kinds of changes; may be repeated.",
    schema: s.arrayOf({ type: 'integer', enum: KNOWN_ACTIONS }),
    read: readActions,
  },
  user: text('user', 'User name of the author.'),
  after: changeTime('timestamp_after', 'Only changes at or after this time.'),
  before: changeTime('timestamp_before', 'Only changes at or before this time.'),
}

function changeTime(
  name: 'timestamp_after' | 'timestamp_before',
  description: string,
): Parameter<number | undefined> {
  return { name, description, schema: TIME, read: (query) => readChangeTime(query, name) }
}

const DEFAULT_POINTS = 50
const MAX_POINTS = 500

/** Parameters of trends: times in seconds since 1970. A date as `to` includes that whole day. */
export const TREND_FILTERS = {
  from: trendTime('from', 'Time of the first point.', 'start'),
  to: trendTime('to', 'Time of the last point.', 'end'),
  points: {
    name: 'points',
    description: `Number of points, at most ${MAX_POINTS}.`,
    schema: { ...s.INTEGER, default: DEFAULT_POINTS, minimum: 1, maximum: MAX_POINTS },
    read(query: URLSearchParams) {
      const value = query.get('points') ?? ''
      if (value === '') return DEFAULT_POINTS
      const points = /^[0-9]{1,4}$/.test(value) ? Number(value) : 0
      if (points >= 1 && points <= MAX_POINTS) return points
      throw invalid(`Enter a whole number from 1 to ${MAX_POINTS}.`, 'points')
    },
  },
}

function trendTime(
  name: string,
  description: string,
  side: TimeSide,
): Parameter<number | undefined> {
  return optional({ name, description, schema: TIME }, (value) =>
    Math.floor(readTime(value, { side, attribute: name }) / 1e6),
  )
}

/** Parameters of the list of users. */
export const USER_FILTERS = {
  username: text('username', 'Start of the user name.'),
  id: text('id', 'Id of the user.', s.ID),
}

/**
 * Parameters of credits: times in seconds since 1970 (default: the whole history). A date as `end` includes that whole
 * day.
 */
export const CREDITS_FILTERS = {
  start: creditTime('start', 'Only commits at or after this time.', 'start'),
  end: creditTime('end', 'Only commits at or before this time.', 'end'),
  language: text('lang', 'Only this language: its code.'),
}

function creditTime(
  name: string,
  description: string,
  side: TimeSide,
): Parameter<number | undefined> {
  const detail = `Invalid format for \`${name}\``
  return optional(
    { name, description, schema: TIME },
    (value) => readTime(value, { side, attribute: name, detail }) / 1e6,
  )
}

const COMMIT = /^[0-9a-f]{40}$/

/** The parameter of lists of outdated translations. */
export const BASELINE: Parameter<Baseline | undefined> = optional(
  {
    name: 'baseline',
    description: 'Full commit id or time: ignore source changes up to it.',
    schema: {
      anyOf: [{ type: 'string', pattern: COMMIT.source }, TIME, { type: 'string', format: 'date' }],
    },
  },
  (value, name) => {
    if (COMMIT.test(value)) return { commit: value }
    const detail = 'Expected a full commit id, or a date or time.'
    return { seconds: readTime(value, { attribute: name, detail }) / 1e6 }
  },
)

/** Parameters of paged lists. */
export function pageParameters({ defaultSize, maxSize }: PageLimits = PAGES): Parameter[] {
  return [
    text('page', 'Number of the page, starting at 1, or `last`.', {
      ...s.INTEGER,
      minimum: 1,
    }),
    text('page_size', `Items on a page, at most ${maxSize}.`, {
      ...s.INTEGER,
      default: defaultSize,
    }),
  ]
}
