import { type ComponentWork, wholeComponents } from '../catalog/component-work.ts'
import type { Translation } from '../catalog/model.ts'
import type { UnitLocation } from '../catalog/unit-places.ts'
import { findUnits, type OutdatedFacts, type UnitFilter } from '../facts/find-units.ts'
import { placeRecord, type UnitRecord, unitRecord } from '../facts/unit-record.ts'
import { groupBy } from '../group-by.ts'
import type { PageRequest } from './page.ts'
import type { ToolPart } from './source.ts'
import { createUnitFacts, type UnitFacts } from './unit-facts.ts'

type StringRecord = UnitRecord & UnitFacts

interface FindOptions
  extends Pick<UnitFilter, 'states' | 'checks' | 'query' | 'onlyOutdated'>,
    PageRequest {
  /** Codes of languages whose translations are shown, too. */
  readonly languages: readonly string[]
}

interface FindArgs extends FindOptions {
  /** The codes of the languages to search, of each of the first components; the others have glossaries. */
  readonly codes: readonly (readonly string[])[]
  /** Of each translation that is searched. */
  readonly outdated: readonly ReadonlyMap<number, OutdatedFacts>[] | undefined
}

interface FoundStrings {
  readonly total: number
  /** Those of the page, with the place of the translation among those that are searched. */
  readonly strings: readonly {
    readonly place: number
    readonly row: number
    /** Without its place in a file. */
    readonly record: StringRecord
  }[]
}

/** Finds the strings of a page, and counts all. */
export const findStringsWork: ComponentWork<FindArgs, FoundStrings> = {
  name: 'find-strings',
  run(asked, { codes, outdated: late, languages, offset = 0, limit = 50, ...filter }) {
    const selected = codes.map((own, index) => {
      const { component } = asked[index]!
      const isWanted = new Set(own)
      const translations = component.translations.filter(({ language }) =>
        isWanted.has(language.code),
      )
      return { component, translations }
    })
    const places = new Map(
      selected.flatMap((one) => one.translations).map((translation, place) => [translation, place]),
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

/** The strings of a page, and how many there are in all. Rejects with UsageError. */
export async function findStrings(
  { selected, outdated, askAbout, findPlaces }: ToolPart,
  options: FindOptions,
): Promise<{ readonly total: number; readonly strings: readonly StringRecord[] }> {
  const chosen = new Set(selected.map(({ component }) => component))
  const glossaries = [...chosen]
    .flatMap(({ project }) => project.components)
    .filter((one) => one.config.isGlossary && !chosen.has(one))
  const asked = wholeComponents([...chosen, ...new Set(glossaries)])
  const translations = selected.flatMap((one) => one.translations)
  const found = await askAbout(findStringsWork, asked, {
    ...options,
    codes: selected.map((one) => one.translations.map(({ language }) => language.code)),
    outdated: outdated && translations.map((one) => withoutSteps(outdated(one))),
  })
  const placeAt = new Map<(typeof found.strings)[number], UnitLocation | undefined>()
  for (const [place, own] of groupBy(found.strings, (one) => one.place)) {
    const rows = own.map(({ row }) => row)
    const places = await findPlaces(translations[place]!, rows)
    for (const [index, one] of own.entries()) placeAt.set(one, places[index])
  }
  const strings = found.strings.map((one) => ({
    ...one.record,
    ...placeRecord(translations[one.place]!, placeAt.get(one)),
  }))
  return { total: found.total, strings }
}

/** What can be copied to a thread, and is said. */
function withoutSteps(
  rows: ReadonlyMap<number, OutdatedFacts>,
): ReadonlyMap<number, OutdatedFacts> {
  return new Map(
    [...rows].map(
      ([
        row,
        {
          previousSource,
          commits,
          changed: { commit, seconds },
        },
      ]) => [row, { previousSource, commits, changed: { commit, seconds } }],
    ),
  )
}
