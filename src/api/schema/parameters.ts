import { readTime, type TimeSide } from '../../http/time.ts'
import { PAGES, type PageLimits } from '../pagination.ts'
import * as s from './schema.ts'

/** A parameter of a query or a path. */
export interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: s.JsonSchema
  readonly isRequired?: true
}

/** Describes a parameter. */
export function parameter(
  name: string,
  description: string,
  schema: s.JsonSchema = s.STRING,
): Parameter {
  return { name, description, schema }
}

/**
 * ISO 8601 as in `parseTime`, which also accepts a date. The schema names only one type, because generated clients
 * cannot omit (Java) or set (Rust) a parameter of several types.
 */
export const TIME: s.JsonSchema = s.TIMESTAMP

/** Reads a time in seconds since 1970 as `readTime` does. With `end`, a date includes that whole day. */
export function readSeconds(
  query: URLSearchParams,
  name: string,
  side: TimeSide,
  detail?: string,
): number | undefined {
  const micros = readTime(query, name, { side, detail })
  return micros && micros / 1e6
}

/** The search query for units. */
export const Q: Parameter = parameter('q', 'Search query, such as `state:empty`.')

/** Returns the format of a file; `''` for the default and for the API's `format` in links, which is ignored. */
export function readFileFormat(query: URLSearchParams): string {
  return (query.get('format') ?? '').replace(/^api$/, '')
}

/** Parameters of comparisons. */
export const REFS: readonly Parameter[] = [
  {
    ...parameter('base', 'Branch, tag or commit to compare with, or a range: `main..dev`.', {
      ...s.STRING,
      minLength: 1,
    }),
    isRequired: true,
  },
  parameter('head', 'Branch, tag or commit to compare (default: the served commit).'),
]

/** Limits a comparison to a language. */
export const ONE_LANGUAGE: Parameter = parameter('language', 'Only units of this language.')

/** Parameters of paged lists. */
export function pageParameters({ defaultSize, maxSize }: PageLimits = PAGES): Parameter[] {
  return [
    parameter('page', 'Number of the page, starting at 1, or `last`.', {
      ...s.INTEGER,
      minimum: 1,
    }),
    parameter('page_size', `Items on a page, at most ${maxSize}.`, {
      ...s.INTEGER,
      default: defaultSize,
    }),
  ]
}
