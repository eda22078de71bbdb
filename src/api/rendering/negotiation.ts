import { notAcceptable, notFound } from '../../http/http-error.ts'

/** How a body is rendered, and which `format=` its links carry. */
export interface Rendering {
  readonly renderer: 'json' | 'json-flat' | 'csv' | 'openmetrics' | 'ndjson'
  /** Spaces per level of JSON; 0 for compact JSON. */
  readonly indent: number
  /** `''` for plain links. */
  readonly linkFormat: string
}

/** The rendering of responses without content negotiation. */
export const PLAIN: Rendering = { renderer: 'json', indent: 0, linkFormat: '' }

/** In Weblate's order of preference. `api`, Weblate's page for browsers, is answered with JSON. */
const RENDERERS = [
  { format: 'json', type: 'application/json', renderer: 'json' },
  { format: 'api', type: 'text/html', renderer: 'json' },
  { format: 'csv', type: 'text/csv', renderer: 'csv' },
  { format: 'json-flat', type: 'application/json', renderer: 'json-flat' },
  { format: 'openmetrics', type: 'application/openmetrics-text', renderer: 'openmetrics' },
  { format: 'ndjson', type: 'application/x-ndjson', renderer: 'ndjson' },
] as const

type Format = (typeof RENDERERS)[number]['format']

/** The formats that an endpoint offers besides JSON and CSV. */
export interface Offer {
  readonly formats?: readonly Exclude<Format, 'json' | 'api' | 'csv'>[]
}

/**
 * Negotiates the rendering by `format=`, otherwise by `Accept`. Links repeat the request's `format`. Without one, links
 * carry `format=api`, unless the client's `Accept` names a type. Throws 404 for an unknown format, 406 for an
 * unsupported `Accept`.
 */
export function negotiate(
  { format, accept }: { format: string | null; accept: string | undefined },
  offer: Offer,
): Rendering {
  const offered = offeredBy(offer)
  if (format !== null && format !== '') {
    const rendering = offered.find((offer) => offer.format === format)
    if (rendering === undefined) throw notFound()
    return { renderer: rendering.renderer, indent: 0, linkFormat: format }
  }
  if (accept === undefined || accept.trim() === '') {
    return { renderer: 'json', indent: 0, linkFormat: 'api' }
  }
  const chosen = chooseAccepted(accept, offered)
  if (chosen === undefined) throw notAcceptable()
  const { renderer } = chosen.offer
  if (renderer !== 'json') return { renderer, indent: 0, linkFormat: '' }
  const isPlain = acceptedTypes(accept).includes('application/json')
  return { renderer, indent: indentOf(chosen.parameters), linkFormat: isPlain ? '' : 'api' }
}

/** Lists the values of `format=` that an endpoint accepts. */
export function formatsOf(offer: Offer): string[] {
  return offeredBy(offer).map(({ format }) => format)
}

/** Lists the media types of an endpoint as OPTIONS does, which are those of Weblate. */
export function mediaTypesOf(offer: Offer): string[] {
  const offered = offeredBy(offer).filter(({ format }) => format !== 'ndjson')
  return offered.map(({ type }) => type)
}

/** Lists the media types of an endpoint's responses, without parameters and with JSON first. */
export function answerTypesOf(offer: Offer): ReadonlySet<string> {
  const answered = offeredBy(offer).filter(({ format }) => format !== 'api')
  return new Set(answered.map(({ type }) => type))
}

function offeredBy({ formats = [] }: Offer): (typeof RENDERERS)[number][] {
  const all: readonly Format[] = ['json', 'api', 'csv', ...formats]
  return RENDERERS.filter(({ format }) => all.includes(format))
}

/** Parses `indent=4`; the maximum is 8. */
function indentOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('indent='))?.slice(7)
  const indent = Number(text)
  return Number.isInteger(indent) ? Math.min(Math.max(indent, 0), 8) : 0
}

/**
 * Returns the offer that an `Accept` header asks for, with the parameters of the matching range; undefined if no offer
 * is acceptable. The most specific ranges win, and among them the first offer; weights (`q=`) are ignored.
 */
function chooseAccepted(accept: string, offers: ReturnType<typeof offeredBy>) {
  const ranges = accept.split(',').map(rangeOf)
  for (const specificity of [3, 2, 1, 0]) {
    const group = ranges.filter((range) => specificityOf(range) === specificity)
    for (const offer of offers) {
      const range = group.find((candidate) => matches(candidate.type, offer.type))
      if (range !== undefined) return { offer, parameters: range.parameters }
    }
  }
  return undefined
}

/** Returns the media types of an `Accept` header in order, in lower case and without parameters. */
export function acceptedTypes(accept: string): string[] {
  return accept.split(',').map((range) => rangeOf(range).type)
}

function rangeOf(range: string) {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  return { type, parameters }
}

function specificityOf({ type, parameters }: ReturnType<typeof rangeOf>) {
  if (type.startsWith('*')) return 0
  if (type.endsWith('/*')) return 1
  return parameters.every((parameter) => parameter.startsWith('q=')) ? 2 : 3
}

function matches(range: string, type: string): boolean {
  return range === '*/*' || range === type || range === type.replace(/\/.*/, '/*')
}
