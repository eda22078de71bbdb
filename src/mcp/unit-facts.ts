import { checkedUnitsOf } from '../checking/checked-units.ts'
import { glossaryPlaceOf, termsOf } from '../checking/glossary.ts'
import type { GlossaryTerm } from '../checks/check.ts'
import { glossaryTermsOf } from '../checks/glossary/terms.ts'
import { findPlaceholders } from '../checks/placeholders/find.ts'
import type { FoundUnit } from '../facts/find-units.ts'
import { createTranslationTest } from '../facts/selection.ts'
import type { Translation } from '../model/model.ts'
import { findRow, targetForms } from '../model/unit.ts'

/** What a translator of a unit should know besides its own texts. */
export interface UnitFacts {
  /** Parts of the source that the translation must keep. */
  readonly placeholders: readonly string[]
  /** Terms of the project's glossaries that occur in the source, with their translations. */
  readonly glossary: readonly { readonly source: string; readonly target: string }[]
  /** Plural forms of the translations into other languages, by code. */
  readonly otherLanguages: Readonly<Record<string, readonly string[]>>
}

/** Returns a function that finds these facts for units. `languages` are codes as users write them. */
export function createUnitFacts(languages: readonly string[]): (unit: FoundUnit) => UnitFacts {
  const glossaries = new Map<Translation, readonly GlossaryTerm[]>()
  function glossaryOf(translation: Translation): readonly GlossaryTerm[] {
    const { language, component } = translation
    const terms = glossaries.get(translation) ?? termsOf(language.code, glossaryPlaceOf(component))
    glossaries.set(translation, terms)
    return terms
  }
  return ({ translation, row }) => {
    const unit = checkedUnitsOf(translation)(translation.units(), row)
    const terms = glossaryTermsOf({ ...unit, glossary: glossaryOf(translation) })
    const placeholders = unit.sources.flatMap((text) =>
      findPlaceholders(unit, text).map(({ start, end }) => text.slice(start, end)),
    )
    return {
      placeholders: [...new Set(placeholders)],
      glossary: terms.map(({ source, target }) => ({ source, target })),
      otherLanguages: otherLanguages(translation, row, languages),
    }
  }
}

function otherLanguages(
  translation: Translation,
  row: number,
  languages: readonly string[],
): UnitFacts['otherLanguages'] {
  const tests = languages.map(createTranslationTest)
  const { table } = translation.units()
  const others = translation.component.translations.filter(
    (candidate) => candidate !== translation && tests.some((isWanted) => isWanted(candidate)),
  )
  return Object.fromEntries(
    others.flatMap((other) => {
      const units = other.units()
      const otherRow = units.table === table ? row : findRow(units.table, table, row)
      return otherRow === undefined ? [] : [[other.language.code, targetForms(units, otherRow)]]
    }),
  )
}
