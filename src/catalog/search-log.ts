import { setTimeout } from 'node:timers/promises'
import { groupBy } from '../group-by.ts'
import { historyWork } from '../history/ask.ts'
import { loggedComponents } from '../history/changes/segments.ts'
import { ACTION, SOURCE_ADDED } from '../history/changes/step-change.ts'
import { readUnitLog, timesIn, type UnitLog } from '../history/changes/unit-log.ts'
import type { HistoryAskOptions, HistoryOf, LoggedComponent } from '../history/component-history.ts'
import type { People } from '../history/people/people.ts'
import type { Step } from '../history/timeline/timeline.ts'
import { isMerge } from '../history/unit-history/merged-side.ts'
import { writersWork } from '../history/unit-history/writer.ts'
import type { Translation, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { contextOf, findRow, sourceId } from '../model/unit.ts'
import { formatOf } from '../reading/translation-file.ts'
import {
  type LogEntry,
  type LogTest,
  logKeyOf,
  logTermsOf,
  logTestOf,
  type TimeKind,
} from '../search/log-term.ts'
import type { Term } from '../search/query.ts'
import { createSearch } from '../search/search.ts'
import { sourceOf } from '../view/view.ts'
import { toBits } from './row-bits.ts'
import type { LoggedRows } from './search.ts'

/** Where and when a search takes place. */
interface LogSearch {
  readonly view: View
  readonly translations: readonly Translation[]
  readonly query: string
  /** Milliseconds since 1970. */
  readonly now: number
}

interface LogSources {
  readonly historyOf: HistoryOf
  people(view: View): Promise<People>
}

/** The rows of one translation. */
interface FoundRows {
  /** Bits of those that each term on entries or times matches. */
  readonly byTerm: readonly Uint32Array[]
  /** Those that each commit wrote, if a term asks for authors. */
  readonly byCommit: readonly (readonly [commit: string, rows: Uint32Array])[]
}

type FoundTranslation = readonly [place: string, language: string, found: FoundRows]

interface LogAsked {
  readonly translations: readonly (readonly [place: string, languages: readonly string[]])[]
  readonly terms: readonly Term[]
  readonly asksForAuthors: boolean
  /** The start of the day, so that equal searches are one. */
  readonly now: number
}

const DAY = 86_400_000

/**
 * Finds the rows of some translations that the terms of a query on the log match; undefined if it has none. A unit
 * without an entry counts as added by the served commit. Rejects with QueryError if the query is wrong, with
 * RepositoryError for unreadable objects, and when the signal is aborted.
 */
export async function findLoggedRows(
  { view, translations, query, ...search }: LogSearch,
  { historyOf, people: peopleOf }: LogSources,
  options: HistoryAskOptions,
): Promise<((translation: Translation) => LoggedRows) | undefined> {
  const now = DAY * Math.floor(search.now / DAY)
  const weblate = translations[0]?.component.config.weblate
  const terms = logTermsOf(query, weblate).map((term) => ({ term, test: logTestOf(term, now) }))
  if (terms.length === 0) return undefined
  createSearch(query, { now, weblate })
  const rowTerms = terms.flatMap(({ term, test }) => (test.about === 'author' ? [] : [term]))
  const authorTests = terms.flatMap(({ term, test }) =>
    test.about === 'author' ? [{ term, test: test.test }] : [],
  )
  const asked = { terms: rowTerms, asksForAuthors: authorTests.length > 0, now }
  const rowsByTranslation = await askHistories(
    translations,
    loggedComponents(view, historyOf),
    asked,
    options,
  )
  const people = asked.asksForAuthors ? await peopleOf(view) : undefined
  const askedFor = new Set(translations)
  return (translation) => {
    if (!askedFor.has(translation)) return NONE
    const { byTerm, byCommit } =
      rowsByTranslation.get(translation) ?? unloggedRows(translation, rowTerms, now)
    const rows = new Map(rowTerms.map((term, index) => [logKeyOf(term), byTerm[index]!]))
    for (const { term, test } of authorTests) {
      const written = byCommit.flatMap(([commit, ofCommit]) => {
        const { author } = people!.of(translation.component, commit)
        return author !== undefined && test(author.userName) ? [...ofCommit] : []
      })
      rows.set(logKeyOf(term), toBits(written, translation.statistics.total.units))
    }
    return rows
  }
}

/**
 * Does the same, or returns undefined if that takes longer. The work goes on and stores the log, so a later search has it.
 * The result is not kept: readers choose queries.
 */
export async function findLoggedWithin(
  milliseconds: number,
  ...search: Parameters<typeof findLoggedRows>
): ReturnType<typeof findLoggedRows> {
  const ending = new AbortController()
  const late = setTimeout(milliseconds, undefined, { ref: false, signal: ending.signal })
  try {
    return await Promise.race([findLoggedRows(...search), late])
  } finally {
    ending.abort()
  }
}

const NONE: LoggedRows = new Map()

async function askHistories(
  translations: readonly Translation[],
  repositories: readonly (readonly LoggedComponent[])[],
  asked: Omit<LogAsked, 'translations'>,
  options: HistoryAskOptions,
): Promise<ReadonlyMap<Translation, FoundRows>> {
  const byPlace = groupBy(translations, ({ component }) => placeOf(component))
  const rowsByTranslation = new Map<Translation, FoundRows>()
  for (const repository of repositories) {
    const languagesByPlace = repository.flatMap(({ component }) => {
      const place = placeOf(component)
      const languages = byPlace.get(place)?.map(({ language }) => language.code)
      return languages === undefined ? [] : [[place, languages] as const]
    })
    if (languagesByPlace.length === 0) continue
    const question = { ...asked, translations: languagesByPlace }
    const ask = { ...options, background: true }
    for (const [place, code, rows] of await repository[0]!.history.ask(
      searchLogWork,
      repository,
      question,
      ask,
    )) {
      const translation = byPlace.get(place)?.find(({ language }) => language.code === code)
      if (translation !== undefined) rowsByTranslation.set(translation, rows)
    }
  }
  return rowsByTranslation
}

/** See `findLoggedRows`: for translations of one repository. */
export const searchLogWork = historyWork(
  'search-log',
  async (repository, asked: LogAsked, tools): Promise<readonly FoundTranslation[]> => {
    const foundTranslations: FoundTranslation[] = []
    for (const [index, [place, languages]] of asked.translations.entries()) {
      tools.progress(index, asked.translations.length, 'components')
      const logged = repository.find(({ component }) => placeOf(component) === place)!
      const logs = await readUnitLog(logged, repository)
      for (const translation of logged.component.translations) {
        const { code } = translation.language
        const log = logs.get(code)
        if (log === undefined || !languages.includes(code)) continue
        const byTerm = asked.terms.map((term) => rowsIn(logs, translation, term, asked.now))
        const byCommit = asked.asksForAuthors
          ? await writtenRows(log, translation, logged, tools)
          : []
        foundTranslations.push([place, code, { byTerm, byCommit }])
      }
    }
    return foundTranslations
  },
  (path, { translations }) => translations.some(([place]) => place === path),
)

type EntryTest = Extract<LogTest, { about: 'entry' }>
type TimeTest = Extract<LogTest, { about: TimeKind }>

const LOGGED = 1
const MATCHES = 2

function rowsIn(
  logs: ReadonlyMap<string, UnitLog>,
  translation: Translation,
  term: Term,
  now: number,
): Uint32Array {
  const test = rowTest(term, now)
  const isFound =
    test.about === 'entry'
      ? testEntries(logs, translation, test)
      : testTimes(logs, translation, test)
  const { units } = translation.statistics.total
  return toBits(Array.from(Array(units).keys()).filter(isFound), units)
}

function testEntries(
  logs: ReadonlyMap<string, UnitLog>,
  translation: Translation,
  { test }: EntryTest,
): (row: number) => boolean {
  const { rows, actions, micros } = logs.get(translation.language.code)!
  const marks = new Uint8Array(translation.statistics.total.units)
  for (const [index, row] of rows.entries()) {
    const isMatch = test({ action: actions[index]!, time: micros[index]! / 1000 })
    marks[row]! |= isMatch ? LOGGED | MATCHES : LOGGED
  }
  const isImported = test(importOf(translation))
  return (row) => (marks[row] === 0 ? isImported : (marks[row]! & MATCHES) !== 0)
}

function testTimes(
  logs: ReadonlyMap<string, UnitLog>,
  translation: Translation,
  { about, test }: TimeTest,
): (row: number) => boolean {
  if (about === 'sourceChanged') {
    const source = sourceOf(translation.component) ?? translation
    const { table } = translation.units()
    const sourceTable = source.units().table
    const isFound = testTimes(logs, source, { about: 'lastChanged', test })
    return (row) => isFound(table === sourceTable ? row : (findRow(sourceTable, table, row) ?? -1))
  }
  const log = logs.get(translation.language.code)!
  const { added, updated } = timesIn(log, translation.statistics.total.units)
  const micros = about === 'added' ? added : updated
  const imported = importOf(translation).time
  return (row) => test(micros[row] ? micros[row] / 1000 : imported)
}

function unloggedRows(translation: Translation, terms: readonly Term[], now: number): FoundRows {
  const entry = importOf(translation)
  const { units } = translation.statistics.total
  const byTerm = terms.map((term) => {
    const test = rowTest(term, now)
    const isFound = test.about === 'entry' ? test.test(entry) : test.test(entry.time)
    return toBits(isFound ? Array(units).keys() : [], units)
  })
  return { byTerm, byCommit: [] }
}

function rowTest(term: Term, now: number): EntryTest | TimeTest {
  const test = logTestOf(term, now)
  if (test.about === 'author') throw new RangeError(`${term.field}: not about entries or times`)
  return test
}

/** Returns the entry of a unit that a fresh import of the served commit adds. */
function importOf({ component, isSource, filename }: Translation): LogEntry {
  const isFilled = isSource && filename === ''
  const action = isFilled ? SOURCE_ADDED[component.config.weblate] : ACTION.stringAdded
  return { action, time: 1000 * (component.commit?.committer.timestamp ?? 0) }
}

/** Returns the rows that each commit wrote; for a merge, the commits that wrote them on the merged side. */
async function writtenRows(
  { rows, steps }: UnitLog,
  translation: Translation,
  logged: LoggedComponent,
  tools: Parameters<typeof writersWork.find>[2],
): Promise<FoundRows['byCommit']> {
  const { timeline, repository } = logged.history
  const { config } = translation.component
  const units = translation.units()
  const keyOf = (row: number) => ({
    context: contextOf(units, row),
    source:
      config.template === '' ? sourceId(units.table.sources.at(row) ?? '', formatOf(config)) : '',
  })
  const writtenIn = (step: Step, ofStep: readonly number[]) => {
    return { step, languageCode: translation.language.code, keys: ofStep.map(keyOf) }
  }
  const written: { readonly commit: string; readonly row: number }[] = []
  for (const [index, places] of groupBy(rows.keys(), (place) => steps[place]!)) {
    const step = timeline.steps[index]!
    const ofStep = places.map((place) => rows[place]!)
    const writers = isMerge(repository, step.commit)
      ? (await writersWork.find([logged], [writtenIn(step, ofStep)], tools))[0]
      : undefined
    for (const [place, row] of ofStep.entries())
      written.push({ commit: writers?.[place] ?? step.commit, row })
  }
  const byCommit = groupBy(written, ({ commit }) => commit)
  return Array.from(byCommit, ([commit, ofCommit]) => {
    return [commit, Uint32Array.from(ofCommit, ({ row }) => row)] as const
  })
}
