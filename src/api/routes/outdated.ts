import { stepOfBaseline } from '../../catalog/history/states/baseline.ts'
import { findOutdated, type OutdatedUnit } from '../../catalog/history/states/outdated.ts'
import { completenessOf } from '../../catalog/history/timeline/completeness.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { runYielding } from '../../run-yielding.ts'
import { whole } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoint,
  type Endpoints,
  projectOf,
  translationOf,
} from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import { completenessResource } from '../resources/completeness.ts'
import { OUTDATED, outdatedResource } from '../resources/outdated.ts'
import { BASELINE, pageParameters } from '../schema/parameters.ts'

export const outdatedEndpoints: Endpoints = {
  '/projects/:project/outdated': outdated(
    'Translations of a project whose source changed since.',
    (request) => ({ components: projectOf(request).components }),
  ),
  '/components/:project/:component/outdated': outdated(
    'Translations of a component whose source changed since.',
    (request) => ({ components: [componentOf(request)] }),
  ),
  '/translations/:project/:component/:language/outdated': outdated(
    'Units whose source changed since their translation.',
    (request) => {
      const translation = translationOf(request)
      return { components: [translation.component], only: [translation] }
    },
  ),
}

interface Scope {
  readonly components: readonly Component[]
  /** Without it all translations of the components. */
  readonly only?: readonly Translation[]
}

function outdated(summary: string, scopeOf: (request: ApiRequest) => Scope): Endpoint {
  return whole(OUTDATED, {
    name: 'Outdated',
    summary,
    isOwn: true,
    query: [BASELINE, ...pageParameters()],
    async get(request) {
      const { components, only } = scopeOf(request)
      const { catalog, view, links, query } = request
      const baseline = BASELINE.read(query)
      const people = await catalog.people(view)
      const found: OutdatedUnit[] = []
      for (const component of components) {
        const translations = only ?? component.translations
        const history = catalog.historyOf(component)
        const step = stepOfBaseline(history, baseline)
        const steps = findOutdated(component, { history, translations, baseline: step })
        const own = await runYielding(steps)
        // One by one: a call takes some 100,000 arguments at most.
        for (const unit of own) found.push(unit)
      }
      found.sort((one, other) => one.changed.seconds - other.changed.seconds)
      const items = listing(found, (one) => outdatedResource(one, people, links))
      const history = completenessResource(completenessOf(components))
      return { json: { ...paginate(items, request), history } }
    },
  })
}
