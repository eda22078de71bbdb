import { once } from '../cache.ts'
import type { Component, Translation, View } from '../catalog/model.ts'
import {
  componentsAt,
  nameOfPlace,
  type Place,
  pageOfPlace,
  translationsAt,
} from '../catalog/place.ts'
import { figuresOf, figuresOfComponents } from '../facts/figures.ts'
import { groupBy } from '../group-by.ts'
import { FORBIDDEN } from '../xml/escape.ts'
import { type Counts, readCounts } from './counts.ts'

/** What badges show of a place. */
export interface Facts {
  readonly name: string
  /** 0 to 100 with one decimal, without glossaries; 100 of nothing. Undefined: not known, as nothing can be read. */
  readonly percent: number | undefined
  /** Source strings without glossaries; of a translation its strings. */
  readonly strings: number
  /** By English name. */
  readonly languages: readonly LanguageFacts[]
}

/** The same, and what can be counted again at a commit. */
export interface CountedFacts extends Facts {
  /** Counted when it is asked for. */
  readonly counts: () => Counts
}

/** A language of a place, glossaries included. */
export interface LanguageFacts {
  readonly name: string
  /** Undefined: not known. */
  readonly percent: number | undefined
  /** Strings; 0 of a language without any, which is at 100 percent. */
  readonly translated: number
  /** Address of its page, without the origin. */
  readonly page: string
}

/** Facts of what is known of a place. Throws NotFoundError. */
export function readFacts(view: View, place: Place, siteTitle: string): CountedFacts {
  const counts = once(() => readCounts(view, place))
  const components = componentsAt(view, place)
  if (place.code !== undefined && !components.some(({ state }) => state === 'ready')) {
    // Whether there is such a language is not known either.
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

/** Of a language where one of its files can be read, of all languages where more than sources can be. */
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
