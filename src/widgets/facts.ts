import { knowledgeOf } from '../catalog/knowledge.ts'
import type { Component, Translation, View } from '../catalog/model.ts'
import {
  componentsAt,
  nameOfPlace,
  type Place,
  pageOfPlace,
  translationsAt,
} from '../catalog/place.ts'
import { percent, sumStatistics } from '../catalog/statistics.ts'
import { FORBIDDEN } from '../xml/escape.ts'

/** What badges show of a place. */
export interface Facts {
  readonly name: string
  /** 0 to 100 with one decimal, without glossaries; 100 of nothing. */
  readonly percent: number
  /** Source strings without glossaries; of a translation its strings. */
  readonly strings: number
  /** By English name. */
  readonly languages: readonly LanguageFacts[]
}

/** A language of a place, glossaries included. */
export interface LanguageFacts {
  readonly name: string
  readonly percent: number
  /** Strings; 0 of a language without any, which is at 100 percent. */
  readonly translated: number
  /** Address of its page, without the origin. */
  readonly page: string
}

/** Facts of what is known of a place. Throws NotFoundError. */
export function readFacts(view: View, place: Place, siteTitle: string): Facts {
  const known = translationsAt(view, place).filter((one) => isKnown(one.component))
  const counted = known.filter(({ component }) => !component.config.isGlossary)
  const isOne = place.component !== undefined && place.code !== undefined
  const languages = new Map<string, Translation[]>()
  for (const one of known) {
    languages.set(one.language.code, [...(languages.get(one.language.code) ?? []), one])
  }
  return {
    name: nameOfPlace(view, place, siteTitle).replace(FORBIDDEN, ''),
    percent: countTranslated(counted).percent,
    strings: countStrings(isOne ? counted : sourcesOf(componentsAt(view, place))),
    languages: [...languages]
      .map(([code, translations]) => ({
        name: (translations[0]?.language.name ?? code).replace(FORBIDDEN, ''),
        ...countTranslated(translations),
        page: pageOfPlace({ ...place, code }),
      }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}

function isKnown(component: Component): boolean {
  return knowledgeOf(component, 'units') === 'known'
}

function countTranslated(translations: readonly Translation[]) {
  const { total, translated } = sumStatistics(translations.map(({ statistics }) => statistics))
  return { percent: percent(translated.units, total.units, 100), translated: translated.units }
}

function sourcesOf(components: readonly Component[]): Translation[] {
  return components
    .filter((one) => isKnown(one) && !one.config.isGlossary)
    .flatMap(({ translations }) => translations.filter(({ isSource }) => isSource))
}

function countStrings(translations: readonly Translation[]): number {
  return translations.reduce((sum, { statistics }) => sum + statistics.total.units, 0)
}
