import { type Baseline, stepOfBaseline } from '../../catalog/history/states/baseline.ts'
import { findOutdated, type OutdatedUnit } from '../../catalog/history/states/outdated.ts'
import { completenessOf } from '../../catalog/history/timeline/completeness.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { invalid } from '../../http/http-error.ts'
import { parseTime } from '../../http/time.ts'
import { runYielding } from '../../run-yielding.ts'
import { type Answer, type ApiRequest, componentOf, projectOf, translationOf } from '../endpoint.ts'
import { listing, paginate } from '../pagination.ts'
import { completenessResource } from '../resources/completeness.ts'
import { outdatedResource } from '../resources/outdated.ts'

/** The outdated strings of a translation. */
export function listTranslationOutdated(request: ApiRequest): Promise<Answer> {
  const translation = translationOf(request)
  return listOutdated([translation.component], request, [translation])
}

/** The outdated strings of a component. */
export function listComponentOutdated(request: ApiRequest): Promise<Answer> {
  return listOutdated([componentOf(request)], request)
}

/** The outdated strings of a project. */
export function listProjectOutdated(request: ApiRequest): Promise<Answer> {
  return listOutdated(projectOf(request).components, request)
}

async function listOutdated(
  components: readonly Component[],
  request: ApiRequest,
  only?: readonly Translation[],
): Promise<Answer> {
  const { catalog, view, links, address, query } = request
  const baseline = baselineOf(query)
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
  return { json: { ...paginate(items, { address, query }), history } }
}

/** Throws 400 for what is neither a commit id nor a date. */
function baselineOf(query: URLSearchParams): Baseline | undefined {
  const text = query.get('baseline') ?? ''
  if (text === '') return undefined
  if (/^[0-9a-f]{40}$/.test(text)) return { commit: text }
  const time = parseTime(text)
  if (time !== undefined) return { seconds: time.micros / 1e6 }
  throw invalid('Expected a full commit id, or a date or time.', 'baseline')
}
