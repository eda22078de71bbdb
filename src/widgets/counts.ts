import type { HistoryOf } from '../catalog/history/component-history.ts'
import { readOutdatedRows } from '../catalog/history/states/outdated-rows.ts'
import type { Component, Translation, View } from '../catalog/model.ts'
import { componentsAt, type Place, pageOfPlace, translationsAt } from '../catalog/place.ts'
import { knownTranslations, readinessOf } from '../catalog/readiness.ts'
import { summedComponents, withoutGlossaries } from '../catalog/view/share.ts'
import { translationsOf } from '../catalog/view/view.ts'
import { figuresOf, figuresOfComponents } from '../facts/figures.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { groupBy } from '../group-by.ts'
import type { Job } from '../jobs.ts'

/** The numbers of a place that `gitglot status --ref` prints at its commit. */
export interface Counts {
  /** 0 to 100 with one decimal, truncated. Undefined: not known, as nothing can be read. */
  readonly percent: number | undefined
  /** Strings that fail a check whose severity is an error. */
  readonly errors: number
  /** How far each language is translated, as `percent`. */
  readonly languages: readonly (number | undefined)[]
  /** Ids; more than one for components of several repositories or branches. */
  readonly commits: readonly string[]
  /** Address of the page that shows them, without the origin. */
  readonly page: string
}

/** The numbers of a place, without glossaries unless there is nothing else. Throws NotFoundError. */
export function readCounts(view: View, place: Place): Counts {
  const { components, translations } = countedAt(view, place)
  const projects = place.project === undefined ? view.projects : [place.project]
  const { percent, errors } =
    place.code === undefined
      ? figuresOfComponents(components, { projects })
      : figuresOf(translations)
  const oids = components.flatMap(({ commit }) => commit?.oid ?? [])
  const commits = [...new Set(oids)].filter((oid) => oid !== WORK_TREE_OID)
  const languages = [...groupBy(translations, ({ language }) => language.code).values()]
  return {
    percent: components.some(({ state }) => state === 'ready') ? percent : undefined,
    errors,
    languages: languages.map((translations) => figuresOf(translations).percent),
    commits,
    page: pageOfPlace(place) + (commits.length === 1 ? `?ref=${commits[0]}` : ''),
  }
}

/** How many strings of a place are older than their source; undefined where a history is not known. Rejects as the job's signal. */
export async function countOutdated(
  view: View,
  place: Place,
  { historyOf, ...options }: Job & { readonly historyOf: HistoryOf },
): Promise<number | undefined> {
  const { components, translations } = countedAt(view, place)
  if (components.some((component) => readinessOf(component, 'history') !== 'known'))
    return undefined
  const rowsOf = await readOutdatedRows(translations, historyOf, options)
  return translations.reduce((sum, translation) => sum + rowsOf(translation).size, 0)
}

function countedAt(
  view: View,
  place: Place,
): { readonly components: readonly Component[]; readonly translations: readonly Translation[] } {
  const components = withoutGlossaries(componentsAt(view, place))
  const isReady = components.some(({ state }) => state === 'ready')
  // Whether there is such a language is not known otherwise.
  if (place.code !== undefined && isReady) translationsAt(view, place)
  const summed = place.code === undefined ? summedComponents(components) : components
  const translations = knownTranslations(translationsOf(summed)).filter(
    ({ language }) => place.code === undefined || language.code === place.code,
  )
  return { components, translations }
}
