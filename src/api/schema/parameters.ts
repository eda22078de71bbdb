import { PAGES, type PageLimits } from '../pagination.ts'
import { COMPARISON_KINDS } from '../resources/comparison.ts'
import * as s from './schema.ts'

/** A parameter of the query. */
export interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: s.JsonSchema
  readonly isRequired?: true
}

/** A search for units. */
export const Q: Parameter = {
  name: 'q',
  description: 'A search, as `state:empty`.',
  schema: s.STRING,
}

/** A search by name. */
export const TEXT: Parameter = {
  name: 'q',
  description: 'Part of a name or code.',
  schema: s.STRING,
}

/** Of the file of a translation. */
export const CONVERSION: Parameter = {
  name: 'format',
  description: 'Another file format: `csv`, `json`, `po`, `xliff` and others.',
  schema: s.STRING,
}

/** Of the files of a component or project. */
export const ARCHIVE: Parameter = {
  name: 'format',
  description: '`zip:FORMAT` converts each translation.',
  schema: { ...s.STRING, default: 'zip' },
}

/** Of the files of a project. */
export const LANGUAGE_CODE: Parameter = {
  name: 'language_code',
  description: 'Files of this language only.',
  schema: s.STRING,
}

/** Of a comparison. */
export const REFS: readonly Parameter[] = [
  {
    name: 'base',
    description: 'Branch, tag or commit to compare with.',
    schema: s.STRING,
    isRequired: true,
  },
  {
    name: 'head',
    description: 'What is compared; the served commit without it.',
    schema: s.STRING,
  },
  {
    name: 'kind',
    description: 'Units of these kinds only; repeated or with commas.',
    schema: s.arrayOf(COMPARISON_KINDS),
  },
  { name: 'language', description: 'Units of this language only.', schema: s.STRING },
]

/** Of lists of changes. */
export const CHANGE_FILTERS: readonly Parameter[] = [
  { name: 'action', description: 'Codes of actions.', schema: s.arrayOf(s.INTEGER) },
  { name: 'user', description: 'Name of a user.', schema: s.STRING },
  { name: 'timestamp_after', description: 'Changes from then on.', schema: s.TIMESTAMP },
  { name: 'timestamp_before', description: 'Changes until then.', schema: s.TIMESTAMP },
]

/** Of counts over time. */
export const TREND_FILTERS: readonly Parameter[] = [
  { name: 'from', description: 'Time of the first point.', schema: s.TIMESTAMP },
  { name: 'to', description: 'Time of the last point.', schema: s.TIMESTAMP },
  {
    name: 'points',
    description: 'How many, at most 500.',
    schema: { ...s.INTEGER, default: 50, minimum: 1, maximum: 500 },
  },
]

/** Of the list of users. */
export const USER_FILTERS: readonly Parameter[] = [
  { name: 'username', description: 'How the name starts.', schema: s.STRING },
  { name: 'id', description: 'One user.', schema: s.INTEGER },
]

/** Of credits. */
export const CREDITS_FILTERS: readonly Parameter[] = [
  { name: 'start', description: 'Commits from then on.', schema: s.TIMESTAMP, isRequired: true },
  { name: 'end', description: 'Commits until then.', schema: s.TIMESTAMP, isRequired: true },
  { name: 'lang', description: 'Code of a language.', schema: s.STRING },
]

/** Of lists of outdated translations. */
export const BASELINE: Parameter = {
  name: 'baseline',
  description: 'A full commit id or a time: what happened up to then is left alone.',
  schema: s.STRING,
}

/** Of lists that are cut into pages. */
export function pageParameters({ defaultSize, maxSize }: PageLimits = PAGES): Parameter[] {
  return [
    {
      name: 'page',
      description: 'Number of the page, from 1 on, or `last`.',
      schema: {
        anyOf: [
          { ...s.INTEGER, minimum: 1 },
          { type: 'string', enum: ['last'] },
        ],
      },
    },
    {
      name: 'page_size',
      description: `Items on a page, at most ${maxSize}.`,
      schema: { ...s.INTEGER, default: defaultSize },
    },
  ]
}
