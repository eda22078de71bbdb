import { oncePer, oncePerText } from '../../cache.ts'
import { ParseError, RepositoryError, unless } from '../../errors.ts'
import type { HistoryRow, HistoryRows } from '../../git/history/history.ts'
import { groupBy } from '../../group-by.ts'
import { type MatchedFile, templateOf } from '../../reading/filemask.ts'
import { rememberAnswer } from '../answer.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory, LoggedComponent } from '../component-history.ts'
import { throughMoves } from '../people/contributions.ts'
import { namingOf } from '../states/text-versions.ts'
import type { Step } from '../timeline/timeline.ts'
import { createEntryReader, type ReadEntries } from './entry-reader.ts'
import { isMerge, mergedCommits } from './merged-side.ts'
import type { UnitInFile, Written } from './revision.ts'

/** A unit of a translation, at a step that changed one of its texts. */
interface WrittenUnit extends Pick<UnitInFile, 'languageCode' | 'key'> {
  readonly step: Step
}

/**
 * Returns the commit that wrote each item: for a merge, the one on the merged side if it can be found. Calls `unitOf`
 * only for items of merges; it returns undefined if the merge itself counts. Rejects when the signal is aborted.
 */
export async function findWriters<T extends { readonly step: Step }>(
  items: readonly T[],
  unitOf: (item: T) => Omit<WrittenUnit, 'step'> | undefined,
  logged: LoggedComponent,
  signal?: AbortSignal,
): Promise<ReadonlyMap<T, string>> {
  // Often many items are of the same commit.
  const isOfMerge = oncePerText((commit) => isMerge(logged.history.repository, commit))
  const merged = items.flatMap((item) => {
    const unit = isOfMerge(item.step.commit) ? unitOf(item) : undefined
    return unit === undefined ? [] : [{ ...unit, item }]
  })
  if (merged.length === 0) return new Map()
  // Groups units by file, so that each version of a file is read once.
  const files = [
    ...groupBy(merged, ({ item, languageCode }) => `${item.step.index} ${languageCode}`).values(),
  ]
  const written = files.map((units): Written => {
    const [{ item, languageCode }] = units
    return { step: item.step, languageCode, keys: units.map(({ key }) => key) }
  })
  const writers = await logged.history.ask(writersWork, [logged], written, { signal })
  return new Map(
    files.flatMap((units, file) => units.map(({ item }, index) => [item, writers[file]![index]!])),
  )
}

/** See `findWriters`. */
export const writersWork = historyWork('writers', async ([logged], written: readonly Written[]) => {
  const { history } = logged!
  const cached = finderOf(history)
  cached.finder ??= new WriterFinder(history, await history.rows('ancestors-moves'))
  const { finder } = cached
  const question = written.map(({ step, ...units }) => ({ ...units, commit: step.commit }))
  return rememberAnswer(history, 'writers', question, () =>
    written.map((unit) => finder.find(unit)),
  )
})

/** All questions about a history share its finder, and what that has read. */
const finderOf = oncePer((_: ComponentHistory): { finder?: WriterFinder } => ({}))

/**
 * Returns the commit that wrote a unit: for a merge, the newest one on the merged side that gave the translation, or
 * else the template, the merge's text. Without one, and for other commits, that is the step's own commit.
 */
class WriterFinder {
  readonly #history: ComponentHistory
  /** In mode `ancestors-moves`. */
  readonly #ancestors: HistoryRows
  readonly #read: ReadEntries
  readonly #rowsOfPaths = new Map<string, readonly HistoryRow[]>()
  readonly #sides = new Map<string, ReadonlySet<string>>()

  constructor(history: ComponentHistory, ancestors: HistoryRows) {
    this.#history = history
    this.#ancestors = ancestors
    this.#read = createEntryReader(history)
  }

  find({ step, languageCode, keys }: Written): readonly string[] {
    const names = keys.map(namingOf(this.#history.place.config).of)
    const writers = new Map<string, string>()
    const search = () => {
      if (this.#sideOf(step.commit).size === 0) return
      const files = this.#history.timeline.files(step.index)
      const translationFile = files.files.find(({ language }) => language.code === languageCode)
      for (const file of [translationFile, templateOf(files)]) {
        const left = new Set(names.filter((name) => !writers.has(name)))
        if (file === undefined || left.size === 0) continue
        for (const [name, commit] of this.#writersIn(file, step, left)) writers.set(name, commit)
      }
    }
    // A damaged commit hides the authors of what it brought.
    unless(search, RepositoryError)
    return names.map((name) => writers.get(name) ?? step.commit)
  }

  #writersIn(
    file: MatchedFile,
    step: Step,
    names: ReadonlySet<string>,
  ): ReadonlyMap<string, string> {
    const { code, real } = file
    const before = this.#history.timeline
      .files(step.index - 1)
      .files.find(
        ({ path, language }) => path === file.path && language.code === file.language.code,
      )
    const old = this.#targetsIn(before?.real?.oid, code)
    const left = new Map(
      [...this.#targetsIn(real?.oid, code)].filter(
        ([name, text]) => names.has(name) && old.get(name) !== text,
      ),
    )
    const writers = new Map<string, string>()
    const side = this.#sideOf(step.commit)
    for (const row of this.#rowsOf(real?.path ?? file.path, file).toReversed()) {
      if (left.size === 0) break
      if (!side.has(row.commit)) continue
      const after = this.#targetsIn(row.new, code)
      const prior = this.#targetsIn(row.old, code)
      for (const [name, text] of left) {
        if (after.get(name) !== text || prior.get(name) === text) continue
        writers.set(name, row.commit)
        left.delete(name)
      }
    }
    return writers
  }

  /** Returns the rows of a path, and of the paths that its file was moved from, parents before children. */
  #rowsOf(path: string, file: MatchedFile): readonly HistoryRow[] {
    let historyRows = this.#rowsOfPaths.get(path)
    if (historyRows === undefined) {
      const rows = [...this.#ancestors]
      const languagesOf = throughMoves((other) => (other === path ? [file] : []), rows)
      historyRows = rows.filter((row) => languagesOf(row.path).length > 0)
    }
    this.#rowsOfPaths.set(path, historyRows)
    return historyRows
  }

  #sideOf(commit: string): ReadonlySet<string> {
    const side = this.#sides.get(commit) ?? mergedCommits(this.#history.repository, commit)
    this.#sides.set(commit, side)
    return side
  }

  #targetsIn(oid: string | undefined, code: string): ReadonlyMap<string, string> {
    if (oid === undefined) return NOTHING
    return unless(() => this.#read(oid, code).targets(), ParseError, RepositoryError) ?? NOTHING
  }
}

const NOTHING: ReadonlyMap<string, string> = new Map()
