import {
  type ComponentDifference,
  DIFFERENCE_KINDS,
  type DifferenceKind,
} from '../../catalog/compare.ts'
import {
  canCompare,
  pairByPath,
  readDifferences,
  sameComponents,
} from '../../catalog/read-differences.ts'
import { groupBy } from '../../group-by.ts'
import { type HttpError, invalid, invalidChoice } from '../../http/http-error.ts'
import { refuseUnknown } from '../../http/refuse-unknown.ts'
import { isAbsent } from '../../model/readiness.ts'
import { type ApiRequest, type Endpoints, whole } from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import {
  COMPARED_COMPONENT,
  COMPARED_LANGUAGE,
  COMPARED_UNIT,
  COMPARISON,
  type SideLinks,
} from '../resources/comparison.ts'
import { ONE_LANGUAGE, pageParameters, parameter, REFS } from '../schema/parameters.ts'
import { arrayOf, oneOf } from '../schema/schema.ts'
import { inScopes, scopeOf } from '../scope.ts'

const KIND = parameter(
  'kind',
  'Only units with one of these differences, separated by commas; may be repeated.',
  arrayOf(oneOf(...DIFFERENCE_KINDS)),
)

function kindsOf(value: string): DifferenceKind[] {
  return value.split(',').map((name) => {
    const kind = DIFFERENCE_KINDS.find((choice) => choice === name)
    if (kind === undefined) throw invalidChoice(name, 'kind')
    return kind
  })
}

export const compareEndpoints: Endpoints = inScopes(
  ['project', 'component'],
  'compare',
  whole(COMPARISON, {
    summary: 'How translations differ between two refs.',
    needs: 'units',
    isOwn: true,
    isComparison: true,
    needsJob: () => true,
    query: [...REFS, KIND, ONE_LANGUAGE, ...pageParameters()],
    async get(request) {
      const { ref, query } = request
      const { base, pairs } = comparedIn(request)
      const { askAbout } = request.catalog
      const { client, signal, progress } = request
      const options = { askAbout, client, signal, progress, by: 'failing' } as const
      const differences = await readDifferences(pairs, options)
      const links: SideLinks = { base: request.links.at(base.ref), head: request.links }
      const units = listing(unitsOf(differences, query), ({ language, unit }) =>
        COMPARED_UNIT.json(language, unit, links),
      )
      return {
        json: {
          base: base.ref,
          head: ref ?? null,
          components: differences.map((difference) => COMPARED_COMPONENT.json(difference, links)),
          languages: languagesOf(differences),
          ...paginate(units, request),
        },
      }
    },
  }),
)

/** Returns a comparison's base and components. Throws HttpError for unknown refs and unreadable components. */
export function comparedIn(request: ApiRequest) {
  const { view, ref, base, query } = request
  if (base === undefined) throw new RangeError('a comparison needs a base')
  const served = scopeOf({ ...request, view: request.catalog.current() }).components
  if (!canCompare(base.view, served)) throw unknownRef(base.ref, 'base')
  if (!canCompare(view, served)) throw unknownRef(ref, query.get('head') ? 'head' : 'ref')
  for (const side of [base.view, view]) {
    const there = [...sameComponents(side, served).values()]
    const present = there.filter((component) => !isAbsent(component))
    refuseUnknown(present, 'units')
  }
  return { base, pairs: pairByPath(base.view, view, served) }
}

function unknownRef(ref: string | undefined, parameter: 'base' | 'head' | 'ref'): HttpError {
  const expected = 'expected a branch, tag or commit that has these components'
  return invalid(`ref ${JSON.stringify(ref ?? '')}: ${expected}`, parameter)
}

/** Returns the units that match `kind` and `language`; all units if neither is given. */
function unitsOf(differences: readonly ComponentDifference[], query: URLSearchParams) {
  const requestedKinds = query.getAll('kind').flatMap(kindsOf)
  const kinds = new Set(requestedKinds.length > 0 ? requestedKinds : DIFFERENCE_KINDS)
  const code = query.get('language') ?? ''
  return differences
    .flatMap(({ languages }) => languages)
    .filter(({ language }) => code === '' || language.code === code)
    .flatMap((language) =>
      language.units
        .filter((unit) => unit.kinds.some((kind) => kinds.has(kind)))
        .map((unit) => ({ language, unit })),
    )
}

/** Returns each language once, in the order of the components. */
function languagesOf(differences: readonly ComponentDifference[]) {
  const all = differences.flatMap(({ languages }) => languages)
  const byCode = groupBy(all, ({ language }) => language.code)
  return [...byCode.values()].map((languages) =>
    COMPARED_LANGUAGE.json(languages[0].language, languages),
  )
}
