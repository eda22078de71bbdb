import type { AskedComponent } from '../catalog/component-work.ts'
import type { ComponentPair } from '../catalog/read-differences.ts'
import { guess } from '../config/nearest.ts'
import { UsageError } from '../errors.ts'
import { parseAliases } from '../languages/language.ts'
import { createLanguageTest } from '../languages/wanted.ts'
import type { Component, Translation } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { isBroken } from '../model/readiness.ts'

/** The part of a view to show. */
export interface Selection {
  /** `project/component`, or a component's slug (default: all). */
  readonly component?: string | undefined
  /** A language code, see `createTranslationTest` (default: all). */
  readonly language?: string | undefined
}

/** A component, and its selected translations. */
export type Selected = AskedComponent

/** Returns the selected components, in their order. Throws UsageError if there is no such component or language. */
export function select(
  components: readonly Component[],
  { component, language }: Selection,
): Selected[] {
  const chosen = components.filter(
    (candidate) =>
      component === undefined || [placeOf(candidate), candidate.config.slug].includes(component),
  )
  if (chosen.length === 0 && component !== undefined) {
    throw unknown('component', component, [...new Set(components.map(placeOf))])
  }
  const isWanted = language === undefined ? () => true : createTranslationTest(language)
  const selected = chosen.map((chosenComponent) => ({
    component: chosenComponent,
    translations: chosenComponent.translations.filter(isWanted),
  }))
  if (language === undefined) return selected
  const withTranslations = selected.filter(({ translations }) => translations.length > 0)
  if (withTranslations.length > 0) return withTranslations
  const codes = chosen.flatMap(({ translations }) =>
    translations.map((translation) => translation.language.code),
  )
  throw unknown('language', language, [...new Set(codes)].sort())
}

/** Returns the pairs of which a side is selected. */
export function selectPairs<T extends ComponentPair>(
  pairs: readonly T[],
  selected: readonly Selected[],
): T[] {
  const chosen = new Set<Component | undefined>(selected.map(({ component }) => component))
  return pairs.filter(({ before, after }) => chosen.has(before) || chosen.has(after))
}

/** Returns why parts of a selection cannot be read, each reason once. */
export function unreadIn(selected: readonly Selected[]): string[] {
  const alerts = selected.flatMap(({ component }) => component.alerts.filter(isBroken))
  return [...new Set(alerts.map(({ message }) => message))]
}

/** Creates a test for translations into the language of a code, in any spelling that `createLanguageTest` takes. */
export function createTranslationTest(languageCode: string): (translation: Translation) => boolean {
  const isWanted = createLanguageTest(languageCode)
  return ({ language: { code }, languageCode: fileCode, component: { project } }) =>
    isWanted({ code, fileCode }, parseAliases(project.config.languageAliases))
}

/** Most known names in a message. */
const MAX_NAMED = 50

function unknown(what: string, name: string, names: readonly string[]): UsageError {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  const hint = `${more === '' ? '' : guess(name, names)}; known: ${names.slice(0, MAX_NAMED).join(', ')}${more}`
  return new UsageError(`there is no ${what} ${JSON.stringify(name)}${hint}`)
}
