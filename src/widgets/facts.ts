import {
  componentsAt,
  nameOfPlace,
  type Place,
  pageOfPlace,
  translationsAt,
} from '../catalog/place.ts'
import { figuresAt, figuresOf } from '../facts/figures.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { groupBy } from '../group-by.ts'
import type { HistoryOf } from '../history/component-history.ts'
import { findOutdatedRows } from '../history/states/outdated.ts'
import { withRef } from '../http/request-info.ts'
import type { Job } from '../jobs.ts'
import type { View } from '../model/model.ts'
import { readinessOf } from '../model/readiness.ts'
import {
  summedComponents,
  summedTranslations,
  withoutGlossaries,
} from '../view/counted-components.ts'
import { translationsOf } from '../view/view.ts'
import { FORBIDDEN } from '../xml/escape.ts'

/** What an address or a server says about a widget. */
export interface WidgetOptions {
  readonly color: string
  /** Minimum percentage for a language to count. */
  readonly threshold: number
  /** Whether the word of `svg-badge` is capitalized. */
  readonly isCapitalized?: boolean
  /** Minimum percentage for a language to count in `languages-badge` (default: 100). */
  readonly percent?: number
  /** Number of outdated strings; undefined if unknown. */
  readonly outdated?: number | undefined
  /** Prefix of the addresses of pages, with a trailing slash. */
  readonly base: string
  /** Query of the addresses of pages at a ref (default: none). */
  readonly search?: string
}

/** What badges show of a place. */
export type Facts = ReturnType<typeof readFacts>

/** Returns the known facts of a place. Addresses have no origin. Throws NotFoundError. */
export function readFacts(view: View, place: Place, siteTitle: string) {
  const { code } = place
  const components = componentsAt(view, place)
  const isKnown = code === undefined || components.some(({ state }) => state === 'ready')
  // Otherwise it is unknown whether the language exists.
  const named = isKnown ? place : { ...place, code: undefined }
  const translations = isKnown ? translationsAt(view, place) : []
  const { percent, errors } = isKnown ? figuresAt(view, place) : { percent: undefined, errors: 0 }
  const counted = countedAt(view, place)
  const sources = translationsOf(withoutGlossaries(components)).filter(({ isSource }) => isSource)
  const oids = counted.components.flatMap(({ commit }) => commit?.oid ?? [])
  const commits = [...new Set(oids)].filter((oid) => oid !== WORK_TREE_OID)
  const shares = [...groupBy(counted.translations, ({ language }) => language.code).values()]
  return {
    name: nameOfPlace(view, named, siteTitle).replace(FORBIDDEN, ''),
    /**
     * 0 to 100 with one decimal, without glossaries unless there is nothing else; 100 if there are no strings. Undefined
     * if unknown because nothing is readable.
     */
    percent,
    /** Strings that fail a check with severity `error`. */
    errors,
    /** Whether any of the components that count can be read. Without one, gitglot's own badges are unknown. */
    isCounted: counted.isReady,
    /** Source strings, or those of the language; of glossaries only if there is nothing else. */
    strings: figuresOf(code === undefined ? sources : counted.translations).total,
    /** The languages of a place, also of glossaries, by English name. One without strings is 100 % translated. */
    languages: [...groupBy(translations, ({ language }) => language.code)]
      .map(([code, ofLanguage]) => ({
        name: ofLanguage[0].language.name.replace(FORBIDDEN, ''),
        percent: figuresOf(ofLanguage).percent,
        translated: figuresOf(ofLanguage).translated,
        page: pageOfPlace({ ...place, code }),
      }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    /** The translated share of each language, like `percent`. */
    shares: shares.map((ofLanguage) => figuresOf(ofLanguage).percent),
    /** Commit ids; several if the components belong to several repositories or branches. */
    commits,
    page: withRef(pageOfPlace(place), commits.length === 1 ? commits[0] : undefined),
  }
}

/**
 * Counts strings older than their source; undefined if the history of a readable component is unknown. Rejects with the
 * signal's reason.
 */
export async function countOutdated(
  view: View,
  place: Place,
  { historyOf, ...options }: Job & { readonly historyOf: HistoryOf },
): Promise<number | undefined> {
  const { components, translations } = countedAt(view, place)
  const isKnown = components.every(
    (component) =>
      component.state === 'unreadable' || readinessOf(component, 'history') === 'known',
  )
  if (!isKnown) return undefined
  const rowsOf = await findOutdatedRows(translations, historyOf, options)
  return translations.reduce((sum, translation) => sum + rowsOf(translation).size, 0)
}

/** Returns what counts at a place: no glossaries, unless it has nothing else. */
function countedAt(view: View, place: Place) {
  const components = withoutGlossaries(componentsAt(view, place))
  const isReady = components.some(({ state }) => state === 'ready')
  if (place.code === undefined) {
    const translations = translationsOf(summedComponents(components))
    return { components, isReady, translations }
  }
  // Otherwise it is unknown whether the language exists.
  const translations = isReady ? summedTranslations(translationsAt(view, place)) : []
  return { components, isReady, translations }
}
