import {
  type ComponentDifference,
  compareInSteps,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  type LanguageDifference,
  type UnitDifference,
} from '../../catalog/compare.ts'
import type { Component, View } from '../../catalog/model.ts'
import { componentsOf } from '../../catalog/view/view.ts'
import { type HttpError, invalid } from '../../http/http-error.ts'
import { runYielding } from '../../run-yielding.ts'
import { whole } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoint,
  type Endpoints,
  projectOf,
} from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import {
  COMPARISON,
  comparedComponent,
  comparedLanguage,
  comparedUnit,
  type SideLinks,
} from '../resources/comparison.ts'
import { pageParameters, REFS } from '../schema/parameters.ts'

export const compareEndpoints: Endpoints = {
  '/projects/:project/compare': comparison((request) => projectOf(request).components),
  '/components/:project/:component/compare': comparison((request) => [componentOf(request)]),
}

/** `find` names the components in question, from whatever view. */
function comparison(find: (request: ApiRequest) => readonly Component[]): Endpoint {
  return whole(COMPARISON, {
    name: 'Compare',
    summary: 'The difference of two refs.',
    isOwn: true,
    isComparison: true,
    query: [...Object.values(REFS), ...pageParameters()],
    async get(request) {
      const served = find({ ...request, view: request.catalog.current() })
      const { view, base, query } = request
      if (base === undefined) throw new RangeError('a comparison needs a base')
      const before = componentsIn(base, served)
      const after = componentsIn(view, served)
      if (before.size === 0) throw unknownRef(query, 'base')
      if (after.size === 0) throw unknownRef(query, query.has('head') ? 'head' : 'ref')
      const differences: ComponentDifference[] = []
      for (const [config, component] of after) {
        const earlier = before.get(config)
        if (earlier !== undefined) differences.push(await differenceOf(earlier, component))
      }
      const baseRef = query.get('base') ?? undefined
      const links: SideLinks = { base: request.links.at(baseRef), head: request.links }
      const units = listing([...unitsOf(differences, filterOf(query))], ({ language, unit }) =>
        comparedUnit(language, unit, links),
      )
      return {
        json: {
          base: baseRef ?? '',
          head: query.get('head') || query.get('ref') || null,
          components: differences.map((one) => comparedComponent(one, links)),
          languages: languagesOf(differences),
          ...paginate(units, request),
        },
      }
    },
  })
}

/** The same components in another view, by their configuration. */
function componentsIn(
  view: View,
  served: readonly Component[],
): Map<Component['config'], Component> {
  const wanted = new Set(served.map(({ config }) => config))
  return new Map(
    componentsOf(view)
      .filter(({ config }) => wanted.has(config))
      .map((component) => [component.config, component]),
  )
}

function unknownRef(query: URLSearchParams, parameter: 'base' | 'head' | 'ref'): HttpError {
  const ref = JSON.stringify(query.get(parameter) ?? '')
  const expected = 'expected a branch, tag or commit of this repository'
  return invalid(`ref ${ref}: ${expected}`, parameter)
}

const known = new WeakMap<Component, WeakMap<Component, Promise<ComponentDifference>>>()

/** Worked out once for all pages of a list. */
function differenceOf(before: Component, after: Component): Promise<ComponentDifference> {
  const own = known.get(after) ?? new WeakMap<Component, Promise<ComponentDifference>>()
  known.set(after, own)
  const found = own.get(before) ?? runYielding(compareInSteps(before, after))
  own.set(before, found)
  return found
}

interface ListedUnit {
  readonly language: LanguageDifference
  readonly unit: UnitDifference
}

interface UnitFilter {
  readonly kinds: ReadonlySet<DifferenceKind>
  readonly language: string | undefined
}

function* unitsOf(
  all: readonly ComponentDifference[],
  { kinds, language: code }: UnitFilter,
): Generator<ListedUnit> {
  for (const { languages } of all) {
    for (const language of languages) {
      if (code !== undefined && language.language.code !== code) continue
      for (const unit of language.units) {
        if (unit.kinds.some((kind) => kinds.has(kind))) yield { language, unit }
      }
    }
  }
}

/** Without `kind` and `language` all. */
function filterOf(query: URLSearchParams): UnitFilter {
  const kinds = REFS.kind.read(query)
  return {
    kinds: new Set(kinds.length > 0 ? kinds : DIFFERENCE_KINDS),
    language: query.get('language') ?? undefined,
  }
}

/** Each language once, in the order in which the components have them. */
function languagesOf(all: readonly ComponentDifference[]): ReturnType<typeof comparedLanguage>[] {
  const byCode = new Map<string, LanguageDifference[]>()
  for (const { languages } of all) {
    for (const one of languages) {
      const { code } = one.language
      byCode.set(code, [...(byCode.get(code) ?? []), one])
    }
  }
  return [...byCode.values()].map((own) =>
    comparedLanguage((own[0] as LanguageDifference).language, own),
  )
}
