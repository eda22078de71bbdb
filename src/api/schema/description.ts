import { LARGE_PAGES, PAGES, type PageLimits, WHOLE_PAGES } from '../pagination.ts'
import { arrayOf, INTEGER, type JsonSchema, page, type Resource, type Schema } from './schema.ts'

/** What an endpoint answers, for people and for programs. */
export interface Description {
  /** One sentence. */
  readonly summary: string
  /** The body of 200; `file` for bytes as they are, `refused` where the answer is always an error. */
  readonly body: Schema | 'file' | 'refused'
  readonly query: readonly Parameter[]
  /** Whether Weblate has no such address. */
  readonly isOwn?: true
}

/** A parameter of the query. */
export interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly isRequired?: true
}

/** One object. */
export function one(summary: string, body: Resource, ...query: Parameter[]): Description {
  return { summary, body, query }
}

/** All at once, in a bare array. */
export function list(summary: string, item: Resource, ...query: Parameter[]): Description {
  return { summary, body: arrayOf(item), query }
}

/** A page of many. */
export function paged(summary: string, item: Resource, ...query: Parameter[]): Description {
  return { summary, body: page(item), query: [...query, ...pageParameters(PAGES)] }
}

/** A page of very many. */
export function largePaged(summary: string, item: Resource, ...query: Parameter[]): Description {
  return { summary, body: page(item), query: [...query, ...pageParameters(LARGE_PAGES)] }
}

/** A page of a list that is more than a list. */
export function pagedAs(summary: string, body: Resource, ...query: Parameter[]): Description {
  return { summary, body, query: [...query, ...pageParameters(PAGES)] }
}

/** All of a whole project on one page, unless asked otherwise. */
export function wholePaged(summary: string, item: Resource, ...query: Parameter[]): Description {
  return { summary, body: page(item), query: [...query, ...pageParameters(WHOLE_PAGES)] }
}

/** Bytes of a file, or of several as a zip. */
export function file(summary: string, ...query: Parameter[]): Description {
  return { summary, body: 'file', query }
}

/** The same, for what Weblate does not have. */
export function own(description: Description): Description {
  return { ...description, isOwn: true }
}

/** What is there in Weblate and answers an error here. */
export function refused(summary: string): Description {
  return { summary, body: 'refused', query: [] }
}

function pageParameters({ defaultSize, maxSize }: PageLimits): Parameter[] {
  return [
    {
      name: 'page',
      description: 'Number of the page, from 1 on, or `last`.',
      schema: {
        anyOf: [
          { ...INTEGER, minimum: 1 },
          { type: 'string', enum: ['last'] },
        ],
      },
    },
    {
      name: 'page_size',
      description: `Items on a page, at most ${maxSize}.`,
      schema: { ...INTEGER, default: defaultSize },
    },
  ]
}
