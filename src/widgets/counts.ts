import { componentsAt, type Place, pageOfPlace, translationsAt } from '../catalog/place.ts'
import { figuresOf, figuresOfComponents } from '../facts/figures.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { groupBy } from '../group-by.ts'
import type { HistoryOf } from '../history/component-history.ts'
import { findOutdatedRows } from '../history/states/outdated.ts'
import type { Job } from '../jobs.ts'
import type { Component, Translation, View } from '../model/model.ts'
import { readinessOf } from '../model/readiness.ts'
import { summedComponents, withoutGlossaries } from '../view/share.ts'
import { translationsOf } from '../view/view.ts'

/** The numbers of a place, as `gitglot status --ref` prints them for its commit. */
export interface Counts {
  /** 0 to 100 with one decimal, truncated; undefined if unknown because nothing is readable. */
  readonly percent: number | undefined
  /** Strings that fail a check with severity `error`. */
  readonly errors: number
  /** The translated share of each language, like `percent`. */
  readonly languages: readonly (number | undefined)[]
  /** Commit ids; several if the components belong to several repositories or branches. */
  readonly commits: readonly string[]
  /** Address of the page that shows the numbers, without the origin. */
  readonly page: string
}

/** Counts a place, without glossaries unless it has nothing else. Throws NotFoundError. */
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

/**
 * Counts the strings of a place that are older than their source; undefined if a history is unknown. Rejects with the
 * reason of the job's signal.
 */
export async function countOutdated(
  view: View,
  place: Place,
  { historyOf, ...options }: Job & { readonly historyOf: HistoryOf },
): Promise<number | undefined> {
  const { components, translations } = countedAt(view, place)
  if (components.some((component) => readinessOf(component, 'history') !== 'known'))
    return undefined
  const rowsOf = await findOutdatedRows(translations, historyOf, options)
  return translations.reduce((sum, translation) => sum + rowsOf(translation).size, 0)
}

function countedAt(
  view: View,
  place: Place,
): { readonly components: readonly Component[]; readonly translations: readonly Translation[] } {
  const components = withoutGlossaries(componentsAt(view, place))
  const isReady = components.some(({ state }) => state === 'ready')
  // Otherwise it is unknown whether the language exists.
  if (place.code !== undefined && isReady) translationsAt(view, place)
  const summed = place.code === undefined ? summedComponents(components) : components
  const translations = translationsOf(summed).filter(
    ({ language }) => place.code === undefined || language.code === place.code,
  )
  return { components, translations }
}
