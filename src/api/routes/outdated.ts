import { stepOfBaseline } from '../../catalog/history/states/baseline.ts'
import { deriveOutdated, type OutdatedUnit } from '../../catalog/history/states/outdated.ts'
import { completenessOf } from '../../catalog/history/timeline/completeness.ts'
import { refuseUnknown, refuseUnreadableFiles } from '../../http/until-known.ts'
import { whole } from '../define.ts'
import type { Endpoints } from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import { completenessResource } from '../resources/completeness.ts'
import { OUTDATED, outdatedResource } from '../resources/outdated.ts'
import { BASELINE, pageParameters } from '../schema/parameters.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'

export const outdatedEndpoints: Endpoints = inScopes(
  EVERY_SCOPE,
  'outdated',
  whole(OUTDATED, {
    name: 'Outdated',
    summary: 'Outdated units of a {scope}: their source changed after their translation.',
    needs: 'history',
    isOwn: true,
    needsJob: () => true,
    query: [BASELINE, ...pageParameters()],
    async get(request) {
      const { components, translation } = scopeOf(request)
      refuseUnknown(components, { needs: 'units' })
      refuseUnreadableFiles(translation === undefined ? [] : [translation])
      const { catalog, view, links, query, signal, progress } = request
      const baseline = BASELINE.read(query)
      const people = await catalog.people(view)
      const outdated: OutdatedUnit[] = []
      for (const [index, component] of components.entries()) {
        progress(index, components.length, 'components')
        const translations = translation ? [translation] : component.translations
        const history = catalog.historyOf(component)
        const step = stepOfBaseline(history, baseline)
        const options = { history, translations, baseline: step }
        const ofComponent = await deriveOutdated(component, options, { signal, progress })
        // Pushes one by one, since a call accepts only about 100,000 arguments.
        for (const unit of ofComponent) outdated.push(unit)
      }
      outdated.sort((a, b) => a.changed.seconds - b.changed.seconds)
      const items = listing(outdated, (unit) => outdatedResource(unit, people, links))
      const history = completenessResource(completenessOf(components))
      return { json: { ...paginate(items, request), history } }
    },
  }),
)
