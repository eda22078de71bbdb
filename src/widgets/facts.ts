import { once } from '../cache.ts'
import {
  componentsAt,
  nameOfPlace,
  type Place,
  pageOfPlace,
  translationsAt,
} from '../catalog/place.ts'
import { figuresOf, figuresOfComponents } from '../facts/figures.ts'
import { groupBy } from '../group-by.ts'
import type { Component, Translation, View } from '../model/model.ts'
import { FORBIDDEN } from '../xml/escape.ts'
import { type Counts, readCounts } from './counts.ts'

/** What badges show of a place. */
export interface Facts {
  readonly name: string
  /**
   * 0 to 100 with one decimal, without glossaries; 100 if there are no strings. Undefined if unknown because nothing is
   * readable.
   */
  readonly percent: number | undefined
  /** Source strings without glossaries; for a translation, its strings. */
  readonly strings: number
  /** Sorted by English name. */
  readonly languages: readonly LanguageFacts[]
}

/** Facts with the numbers that can be recomputed from a commit. */
export interface CountedFacts extends Facts {
  /** Computed on demand. */
  readonly counts: () => Counts
}

/** A language of a place, including glossaries. */
export interface LanguageFacts {
  readonly name: string
  /** Undefined if unknown. */
  readonly percent: number | undefined
  /** Translated strings; 0 for a language without strings, whose percentage is 100. */
  readonly translated: number
  /** Address of the language's page, without the origin. */
  readonly page: string
}

/** Returns the known facts of a place. Throws NotFoundError. */
export function readFacts(view: View, place: Place, siteTitle: string): CountedFacts {
  const counts = once(() => readCounts(view, place))
  const components = componentsAt(view, place)
  if (place.code !== undefined && !components.some(({ state }) => state === 'ready')) {
    // It is also unknown whether the language exists.
    const name = nameOfPlace(view, { ...place, code: undefined }, siteTitle)
    const nothing = { percent: undefined, strings: 0, languages: [] }
    return { name: name.replace(FORBIDDEN, ''), ...nothing, counts }
  }
  const translations = translationsAt(view, place)
  const counted = translations.filter(({ component }) => !component.config.isGlossary)
  const isOne = place.component !== undefined && place.code !== undefined
  const languages = groupBy(translations, ({ language }) => language.code)
  return {
    name: nameOfPlace(view, place, siteTitle).replace(FORBIDDEN, ''),
    percent: percentAt(view, place, counted),
    strings: figuresOf(isOne ? counted : sourcesOf(components)).total,
    languages: [...languages]
      .map(([code, ofLanguage]) => ({
        name: ofLanguage[0].language.name.replace(FORBIDDEN, ''),
        percent: figuresOf(ofLanguage).percent,
        translated: figuresOf(ofLanguage).translated,
        page: pageOfPlace({ ...place, code }),
      }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    counts,
  }
}

/** For a language, one readable file is enough; for all languages, more than the sources must be readable. */
function percentAt(view: View, place: Place, counted: readonly Translation[]): Facts['percent'] {
  if (place.code !== undefined) return figuresOf(counted).percent
  const components = componentsAt(view, place).filter(({ config }) => !config.isGlossary)
  const projects = place.project === undefined ? view.projects : [place.project]
  return figuresOfComponents(components, { projects }).percent
}

function sourcesOf(components: readonly Component[]): Translation[] {
  return components
    .filter((component) => !component.config.isGlossary)
    .flatMap(({ translations }) => translations.filter(({ isSource }) => isSource))
}
