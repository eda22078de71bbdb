import { ApiError, notFound } from './errors.ts'

/** How a body is rendered, and what `format=` the links in it carry. */
export interface Rendering {
  readonly renderer: 'json' | 'json-flat' | 'csv'
  /** Blanks per level of JSON; 0 for compact. */
  readonly indent: number
  /** `''` for plain links. */
  readonly linkFormat: string
}

/** Renderers that an endpoint offers beside JSON and CSV. */
export interface Offer {
  readonly flat: boolean
}

/**
 * Chooses by `format=`, else by `Accept`. Links carry the request's `format`; without one they are plain for a client that
 * names `application/json` and carry `format=api` for every other. Throws 404 for an unknown format, 406 for `Accept`.
 */
export function negotiate(
  { format, accept }: { format: string | null; accept: string | undefined },
  { flat }: Offer,
): Rendering {
  if (format !== null && format !== '') {
    if (format === 'json' || format === 'api') {
      return { renderer: 'json', indent: 0, linkFormat: format }
    }
    if (format === 'csv' || (format === 'json-flat' && flat)) {
      return { renderer: format, indent: 0, linkFormat: format }
    }
    throw notFound()
  }
  if (accept === undefined || accept.trim() === '') {
    return { renderer: 'json', indent: 0, linkFormat: 'api' }
  }
  return fromAccept(accept)
}

function fromAccept(accept: string): Rendering {
  const ranges = accept.split(',').map(rangeOf)
  const json = ranges.find(({ type }) => type === 'application/json')
  if (json !== undefined) {
    const indent = json.parameters.find((parameter) => parameter.startsWith('indent='))
    return { renderer: 'json', indent: indentOf(indent?.slice(7)), linkFormat: '' }
  }
  const has = (...types: string[]) => ranges.some(({ type }) => types.includes(type))
  if (has('text/html', '*/*', 'application/*', 'application/xhtml+xml')) {
    return { renderer: 'json', indent: 0, linkFormat: 'api' }
  }
  if (has('text/csv', 'text/*')) return { renderer: 'csv', indent: 0, linkFormat: '' }
  throw new ApiError(406, 'not_acceptable', 'Could not satisfy the request Accept header.')
}

/** The media types of an `Accept` header in its order, in small letters, without their parameters. */
export function acceptedTypes(accept: string): string[] {
  return accept.split(',').map((range) => rangeOf(range).type)
}

function rangeOf(range: string): { type: string; parameters: string[] } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  return { type, parameters }
}

function indentOf(text: string | undefined): number {
  const indent = Number(text)
  return Number.isInteger(indent) ? Math.min(Math.max(indent, 0), 8) : 0
}
