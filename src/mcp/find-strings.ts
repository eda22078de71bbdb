import { type ComponentWork, wholeComponents } from '../catalog/component-work.ts'
import { findUnits, type OutdatedFacts, type UnitFilter } from '../facts/find-units.ts'
import type { UnitRecord } from '../facts/records.ts'
import { placeRecord, unitRecord } from '../facts/unit-record.ts'
import { groupBy } from '../group-by.ts'
import type { Translation } from '../model/model.ts'
import type { UnitLocation } from '../reading/unit-places.ts'
import type { PageRequest } from './page.ts'
import type { ToolPart } from './source.ts'
import { createUnitFacts, type UnitFacts } from './unit-facts.ts'

type StringRecord = UnitRecord & UnitFacts

interface FindOptions
  extends Pick<UnitFilter, 'states' | 'checks' | 'query' | 'onlyOutdated'>,
    PageRequest {
  /** Codes of further languages whose translations are shown. */
  readonly languages: readonly string[]
}

interface FindArgs extends FindOptions {
  /** Language codes to search, for each of the first components; the remaining components are glossaries. */
  readonly codes: readonly (readonly string[])[]
  /** Outdated rows of each searched translation. */
  readonly outdated: readonly ReadonlyMap<number, OutdatedFacts>[] | undefined
}

interface FoundStrings {
  readonly total: number
  /** The strings of the page, with the index of their translation among the searched ones. */
  readonly strings: readonly {
    readonly place: number
    readonly row: number
    /** The string without its position in a file. */
    readonly record: StringRecord
  }[]
}

/** Finds the strings of a page, and counts all. */
export const findStringsWork: ComponentWork<FindArgs, FoundStrings> = {
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
    const places = new Map(
      selected
        .flatMap(({ translations }) => translations)
        .map((translation, place) => [translation, place]),
    )
    const outdated = late && ((translation: Translation) => late[places.get(translation)!]!)
    const factsOf = createUnitFacts(languages)
    const strings: FoundStrings['strings'][number][] = []
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
  const locations = new Map<(typeof strings)[number], UnitLocation | undefined>()
  for (const [place, inTranslation] of groupBy(strings, (string) => string.place)) {
    const rows = inTranslation.map(({ row }) => row)
    const ofRows = await findPlaces(translations[place]!, rows)
    for (const [index, string] of inTranslation.entries()) locations.set(string, ofRows[index])
  }
  const records = strings.map((string) => ({
    ...string.record,
    ...placeRecord(translations[string.place]!, locations.get(string)),
  }))
  return { total, strings: records }
}

/** Copies an object so that it can be sent to a thread and printed. */
function withoutSteps(
  rows: ReadonlyMap<number, OutdatedFacts>,
): ReadonlyMap<number, OutdatedFacts> {
  const copies = [...rows].map(([row, { previousSource, commits, changed }]) => {
    const { commit, seconds } = changed
    return [row, { previousSource, commits, changed: { commit, seconds } }] as const
  })
  return new Map(copies)
}
