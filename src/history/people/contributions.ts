import type { Tools } from '../../engine/work.ts'
import { ParseError, RepositoryError, unless } from '../../errors.ts'
import type { HistoryRow, HistoryRows } from '../../git/history/history.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import type { Language } from '../../languages/language.ts'
import { textIfAny } from '../../model/unit.ts'
import { hasAllLanguages, matchesIn } from '../../reading/component.ts'
import { fileTreeOfCommit } from '../../reading/file-tree.ts'
import type { MatchedFile } from '../../reading/filemask.ts'
import { pathMatcherOf } from '../../reading/path-matcher.ts'
import { remember, type Store } from '../../store/store.ts'
import type { LoggedComponent } from '../component-history.ts'
import { createEntryReader } from '../unit-history/entry-reader.ts'
import { createUnitKeys } from './unit-keys.ts'

/** Returns the languages of a file: mostly one, all of a component if one file holds them, none for other files. */
export type LanguagesOf = (path: string) => readonly Pick<MatchedFile, 'code' | 'language'>[]

/** Returns the languages of a component's files, now and where they were before. Files that it leaves out have none. */
export function languagesInFiles(
  {
    component: { config, project, commit, translations },
    history: { repository },
  }: LoggedComponent,
  rows: Iterable<Pick<HistoryRow, 'path' | 'from'>>,
): LanguagesOf {
  const match = pathMatcherOf({ config, project: project.config })
  const tree = fileTreeOfCommit(repository, commit!.tree)
  const { duplicates } = matchesIn(tree, { config, project: project.config, repository }, [])
  const leftOut = new Set(duplicates.map(({ path }) => path))
  const all = translations.map(({ languageCode: code, language }) => ({ code, language }))
  return throughMoves((path) => {
    if (hasAllLanguages(config)) return path === config.filemask ? all : []
    const file = leftOut.has(path) ? undefined : match(path)
    return file === undefined ? [] : [file]
  }, rows)
}

/** Also covers paths that files were moved from: they hold the languages of the new path. */
export function throughMoves(
  languagesOf: LanguagesOf,
  rows: Iterable<Pick<HistoryRow, 'path' | 'from'>>,
): LanguagesOf {
  const moves = new Map<string, string>()
  for (const { path, from } of rows) {
    if (from !== undefined && languagesOf(from).length === 0) moves.set(from, path)
  }
  if (moves.size === 0) return languagesOf
  return (path) => {
    // A file may have been moved back.
    const seen = new Set<string>()
    let place: string | undefined = path
    while (place !== undefined && !seen.has(place)) {
      const languages = languagesOf(place)
      if (languages.length > 0) return languages
      seen.add(place)
      place = moves.get(place)
    }
    return []
  }
}

/** The contribution of one commit to one translation file. */
export interface Contribution {
  readonly commit: string
  readonly language: Language
  /** Number of units whose text it wrote; contributions of 0 are omitted. */
  readonly units: number
}

/**
 * Returns what the commits behind a tip translated in a component, parents before children. Moved files and files that
 * do not parse count nothing; the next version that parses is compared with the last one that did.
 */
export function findContributions(
  logged: LoggedComponent,
  rows: HistoryRows,
  languagesOf: LanguagesOf,
  isWanted: (row: HistoryRow, language: Language) => boolean,
  { store, progress }: Pick<Tools, 'store' | 'progress'>,
): Contribution[] {
  const countUnits = createCounter(logged, rows, store)
  const contributions: Contribution[] = []
  /** The blobs that each path had, oldest first, as far as rows say. */
  const versions = new Map<string, string[]>()
  let done = 0
  for (const row of rows) {
    done++
    const { commit, path, from } = row
    const older = versions.get(path) ?? []
    versions.set(path, older)
    const isCounted = from === undefined && row.new !== undefined
    for (const { code, language } of isCounted ? languagesOf(path) : []) {
      if (!isWanted(row, language)) continue
      const units = countRow(row, code, older, countUnits)
      if (units > 0) contributions.push({ commit, language, units })
      progress(done, rows.length, 'changes of files')
    }
    if (row.new !== undefined) older.push(row.new)
  }
  return contributions
}

/** How many versions back to search for one that parses. */
const MAX_OLDER = 20

function countRow(
  row: HistoryRow,
  code: string,
  older: readonly string[],
  countUnits: CountUnits,
): number {
  const candidates = row.old === undefined ? [undefined] : [row.old, ...older.toReversed()]
  const count = () => {
    for (const old of candidates.slice(0, MAX_OLDER)) {
      const units = countUnits(old, row, code)
      if (units !== undefined) return units
    }
    return 0
  }
  // A missing or damaged blob hides what a single commit did.
  return unless(count, RepositoryError) ?? 0
}

/**
 * Counts the units of a commit whose text in the new version is not empty and differs from the old one. Undefined if
 * either version does not parse. Throws RepositoryError for an unreadable blob.
 */
type CountUnits = (old: string | undefined, row: HistoryRow, code: string) => number | undefined

const NOTHING: ReadonlyMap<string, string> = new Map()

function createCounter(logged: LoggedComponent, rows: HistoryRows, store: Store): CountUnits {
  const { config } = logged.component
  const { fileFormat, fileFormatParams, weblate, sourceLanguage } = config
  const { template, intermediate, keyFilter } = config
  const read = createEntryReader(logged.history)
  const keysAt = createUnitKeys(logged, rows)
  const counts = store.bucket<number | null>({ name: 'unit-counts' })
  const params = JSON.stringify(fileFormatParams)
  const sources =
    template === '' ? sourceLanguage : JSON.stringify([template, intermediate, keyFilter])
  /** Names the settings that decide what a blob counts. */
  const kind = [weblate, fileFormat, params, sources].join(' ')

  /** Returns undefined for a version that did not parse when it was committed. */
  function targetsIn(oid: string | undefined, code: string) {
    return oid === undefined ? NOTHING : unless(() => read(oid, code).targets(), ParseError)
  }
  return (old, { new: now, commit }, code) => {
    if (old === now) return 0
    // The template decides which keys are units.
    const at = template === '' ? '' : commit
    const key = `${kind}/${encodeURIComponent(code)}/${old ?? ''}/${now ?? ''}/${at}`
    const compare = (): number | null => {
      const [before, after] = [old, now].map((oid) => targetsIn(oid, code))
      if (before === undefined || after === undefined) return null
      const written = [...after].filter(
        ([name, target]) => textIfAny(target) !== '' && before.get(name) !== target,
      )
      const keys = written.length === 0 ? undefined : keysAt(commit)
      return written.filter(([name]) => keys?.has(name) !== false).length
    }
    // Tomorrow the files on disk may differ under the same id.
    if (at === WORK_TREE_OID) return compare() ?? undefined
    return remember(counts, key, compare) ?? undefined
  }
}
