import { oncePer } from '../cache.ts'
import { type ComponentWork, wholeComponents } from '../catalog/component-work.ts'
import { checkedUnitsOf } from '../checking/checked-units.ts'
import { glossaryPlaceOf, termsOf } from '../checking/glossary.ts'
import { glossaryTermsOf } from '../checks/glossary/terms.ts'
import { findPlaceholders } from '../checks/placeholders/find.ts'
import {
  type FoundUnit,
  findUnits,
  type OutdatedFacts,
  placeRecord,
  type UnitFilter,
  unitRecord,
} from '../facts/find-units.ts'
import type { UnitRecord } from '../facts/records.ts'
import { createTranslationTest } from '../facts/selection.ts'
import { groupBy } from '../group-by.ts'
import type { Translation } from '../model/model.ts'
import { findRow, targetForms } from '../model/unit.ts'
import type { PageRequest } from './page.ts'
import type { ToolPart } from './source.ts'

/** A unit, with what its translator should know besides its own texts. */
interface StringRecord extends UnitRecord {
  /** Parts of the source that the translation must keep. */
  readonly placeholders: readonly string[]
  /** Terms of the project's glossaries that occur in the source, with their translations. */
  readonly glossary: readonly { readonly source: string; readonly target: string }[]
  /** Plural forms of the translations into other languages, by code. */
  readonly otherLanguages: Readonly<Record<string, readonly string[]>>
}

interface FindOptions extends Omit<UnitFilter, 'outdated'>, PageRequest {
  /** Codes of further languages whose translations are shown. */
  readonly languages: readonly string[]
}

interface FindArgs extends FindOptions {
  /** Language codes to search, for each of the first components; the remaining components are glossaries. */
  readonly codes: readonly (readonly string[])[]
  /** Outdated rows of each searched translation. */
  readonly outdated: readonly ReadonlyMap<number, OutdatedFacts>[] | undefined
}

/** A string of the page, and the index of its translation among the searched ones. */
interface FoundString {
  readonly place: number
  readonly row: number
  /** The string without its position in a file. */
  readonly record: StringRecord
}

/** Finds the strings of a page, and counts all. */
export const findStringsWork: ComponentWork<
  FindArgs,
  { readonly total: number; readonly strings: readonly FoundString[] }
> = {
  name: 'find-strings',
  run(components, { codes, outdated: late, languages, offset = 0, limit = 50, ...filter }) {
    const selected = codes.map((languageCodes, index) => {
      const { component } = components[index]!
      const codeSet = new Set(languageCodes)
      const translations = component.translations.filter(({ language }) =>
        codeSet.has(language.code),
      )
      return { component, translations }
    })
    const searched = selected.flatMap(({ translations }) => translations)
    const places = new Map(searched.map((translation, place) => [translation, place]))
    const outdated = late && ((translation: Translation) => late[places.get(translation)!]!)
    const factsOf = createUnitFacts(languages)
    const strings: FoundString[] = []
    let total = 0
    for (const unit of findUnits(selected, { ...filter, outdated })) {
      total += 1
      if (total <= offset || total > offset + limit) continue
      const record = { ...unitRecord(unit, undefined), ...factsOf(unit) }
      strings.push({ place: places.get(unit.translation)!, row: unit.row, record })
    }
    return { total, strings }
  },
}

/** Returns the strings of a page and their total number. Rejects with UsageError. */
export async function findStrings(
  { selected, outdated, askAbout, findPlaces }: ToolPart,
  options: FindOptions,
): Promise<{ readonly total: number; readonly strings: readonly StringRecord[] }> {
  const chosen = new Set(selected.map(({ component }) => component))
  const glossaries = [...chosen]
    .flatMap(({ project }) => project.components)
    .filter((component) => component.config.isGlossary && !chosen.has(component))
  const components = wholeComponents([...chosen, ...new Set(glossaries)])
  const translations = selected.flatMap((component) => component.translations)
  const { total, strings } = await askAbout(findStringsWork, components, {
    ...options,
    codes: selected.map((component) => component.translations.map(({ language }) => language.code)),
    outdated: outdated && translations.map((translation) => withoutSteps(outdated(translation))),
  })
  const records: StringRecord[] = []
  // Strings of a translation follow one another.
  for (const [place, inTranslation] of groupBy(strings, (string) => string.place)) {
    const translation = translations[place]!
    const rows = inTranslation.map(({ row }) => row)
    const locations = await findPlaces(translation, rows)
    for (const [index, { record }] of inTranslation.entries())
      records.push({ ...record, ...placeRecord(translation, locations[index]) })
  }
  return { total, strings: records }
}

/** Copies an object so that it can be sent to a thread and printed. */
function withoutSteps(rows: ReadonlyMap<number, OutdatedFacts>): Map<number, OutdatedFacts> {
  const copies = [...rows].map(([row, { previousSource, commits, changed }]) => {
    const { commit, seconds } = changed
    return [row, { previousSource, commits, changed: { commit, seconds } }] as const
  })
  return new Map(copies)
}

/** Returns a function that finds these facts for units. `languages` are codes as users write them. */
function createUnitFacts(languages: readonly string[]) {
  const glossaryOf = oncePer(({ language, component }: Translation) =>
    termsOf(language.code, glossaryPlaceOf(component)),
  )
  const tests = languages.map(createTranslationTest)
  return ({ translation, row }: FoundUnit): Omit<StringRecord, keyof UnitRecord> => {
    const unit = checkedUnitsOf(translation)(translation.units(), row)
    const terms = glossaryTermsOf({ ...unit, glossary: glossaryOf(translation) })
    const placeholders = unit.sources.flatMap((text) =>
      findPlaceholders(unit, text).map(({ start, end }) => text.slice(start, end)),
    )
    return {
      placeholders: [...new Set(placeholders)],
      glossary: terms.map(({ source, target }) => ({ source, target })),
      otherLanguages: otherLanguages(translation, row, tests),
    }
  }
}

function otherLanguages(
  translation: Translation,
  row: number,
  tests: readonly ReturnType<typeof createTranslationTest>[],
): StringRecord['otherLanguages'] {
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
