import type { ComponentConfig } from '../../config/config.ts'
import { RepositoryError, unless } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import { groupBy } from '../../group-by.ts'
import { digestOf } from '../../model/digest.ts'
import type { Translation } from '../../model/model.ts'
import { STATE } from '../../model/statistics.ts'
import { contextOf, rawTarget, type Units } from '../../model/unit.ts'
import { fileTreeOfCommit } from '../../reading/file-tree.ts'
import { realFile } from '../../reading/filemask.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { remember } from '../../store/store.ts'
import { historyWork } from '../ask.ts'
import type { ComponentHistory, HistoryAskOptions, HistoryOf } from '../component-history.ts'
import { logKey } from '../past.ts'
import { type Step, stepAt, stepsByCommit } from '../timeline/timeline.ts'
import { lastTargetChanges, sourceVersions, type TextVersion } from './text-versions.ts'

/** A translated string whose source changed after the translation's last change. */
export interface OutdatedUnit {
  readonly translation: Translation
  readonly row: number
  /** The source that its translation was made for. */
  readonly previousSource: string
  /** The step that changed the source. */
  readonly changed: Step
  /** Number of steps that changed the source since then, including that one. */
  readonly commits: number
  /** The step that last changed the translation; undefined if that predates the known history. */
  readonly translated: Step | undefined
}

interface OutdatedOptions extends HistoryAskOptions {
  /** Earlier changes make nothing outdated (default: all count). */
  readonly baseline?: Baseline | undefined
}

/**
 * Returns the outdated strings of translations, the longest outdated first. A component without a template has none,
 * since a changed source makes another unit there. Rejects with RepositoryError, and when the signal is aborted.
 */
export async function findOutdated(
  translations: readonly Translation[],
  historyOf: HistoryOf,
  { baseline, ...options }: OutdatedOptions = {},
): Promise<OutdatedUnit[]> {
  const outdatedUnits: OutdatedUnit[] = []
  const components = groupBy(translations, ({ component }) => component)
  for (const [index, [component, ofComponent]] of [...components].entries()) {
    options.progress?.(index, components.size, 'components')
    const history = historyOf(component)
    if (history === undefined || component.config.template === '') continue
    const byCode = new Map(
      ofComponent
        .filter(({ isSource }) => !isSource)
        .map((translation) => [translation.language.code, translation]),
    )
    const languages = [...byCode.keys()]
    const request = { languages, baseline: stepOfBaseline(history, baseline) }
    const stored = await history.ask(outdatedWork, [{ component, history }], request, {
      ...options,
      background: true,
    })
    const steps = stepsByCommit(history.timeline)
    const componentUnits = stored.flatMap(([code, units]) =>
      units.flatMap(({ row, previousSource, commits, ...oids }): OutdatedUnit[] => {
        const translation = byCode.get(code)!
        const changed = steps.get(oids.changed)
        const translated = steps.get(oids.translated ?? '')
        if (changed === undefined) return []
        return [{ translation, row, previousSource, changed, commits, translated }]
      }),
    )
    // Pushes one by one, since a call accepts only about 100,000 arguments.
    for (const unit of componentUnits.sort((a, b) => a.changed.index - b.changed.index)) {
      outdatedUnits.push(unit)
    }
  }
  return outdatedUnits.sort((a, b) => a.changed.seconds - b.changed.seconds)
}

/** Returns the outdated rows of a translation; none for one that was not examined. */
export type OutdatedRows = (translation: Translation) => ReadonlyMap<number, OutdatedUnit>

const NONE: ReadonlyMap<number, OutdatedUnit> = new Map()

/** Finds the outdated strings of translations, by row. Rejects as `findOutdated` does. */
export async function findOutdatedRows(
  translations: readonly Translation[],
  historyOf: HistoryOf,
  options?: OutdatedOptions,
): Promise<OutdatedRows> {
  const byTranslation = groupBy(
    await findOutdated(translations, historyOf, options),
    ({ translation }) => translation,
  )
  const rowsOf = new Map(
    Array.from(byTranslation, ([translation, units]) => [
      translation,
      new Map(units.map((unit) => [unit.row, unit])),
    ]),
  )
  return (translation) => rowsOf.get(translation) ?? NONE
}

interface OutdatedAsked {
  readonly languages: readonly string[]
  readonly baseline: number
}

type OutdatedFound = readonly (readonly [language: string, units: readonly StoredUnit[]])[]

/** See `findOutdated`: for one component. */
export const outdatedWork = historyWork(
  'outdated',
  ([logged], { languages, baseline }: OutdatedAsked, { progress }): OutdatedFound => {
    const { component, history } = logged!
    const translations = languages.flatMap(
      (code) => component.translations.find(({ language }) => language.code === code) ?? [],
    )
    return translations.map((translation, index) => {
      progress(index, translations.length, 'translations')
      return [translation.language.code, outdatedIn(history, translation, baseline)] as const
    })
  },
  () => true,
)

/** A stored outdated unit, with commits instead of steps, and blob ids instead of the texts of whole files. */
interface StoredUnit {
  readonly row: number
  readonly previousSource: string
  readonly changed: string
  readonly commits: number
  readonly translated: string | undefined
}

function outdatedIn(
  history: ComponentHistory,
  translation: Translation,
  baseline: number,
): StoredUnit[] {
  const { timeline, store, repository, place } = history
  const { contentKey, filename } = translation
  const last = timeline.lastTranslationChange(filename, timeline.steps.length - 1)
  // Equal content may have a different past in another file.
  const key = digestOf([logKey(history), filename, contentKey, last?.key, baseline])
  const bucket = store.bucket<StoredUnit[]>({ name: 'outdated' })
  const storedUnits = remember(bucket, key, () => findUnits(history, translation, baseline))
  const { textOf } = formatOf(place.config)
  if (textOf === undefined) return storedUnits
  return storedUnits.map((unit) => {
    const previousSource = textOf(repository.readBlob(unit.previousSource))
    return { ...unit, previousSource }
  })
}

function findUnits(
  history: ComponentHistory,
  translation: Translation,
  baseline: number,
): StoredUnit[] {
  const { repository, place, timeline } = history
  const units = translation.units()
  const versions = sourceVersions(history)
  const madeFor = createMadeFor(repository, place.config)
  const rows = candidatesOf(units, versions, baseline)
  const lastChanges = lastTargetChanges(history, translation, rows)
  const { complete } = timeline.completeness
  const isDocument = formatOf(place.config).textOf !== undefined
  // Other line ends make another blob of the same text.
  const linesOf = (oid: string) => repository.readBlob(oid).toString().replace(/\r\n?/g, '\n')
  const storedUnits: StoredUnit[] = []
  for (const row of rows) {
    const lastChange = lastChanges.get(row)
    const textVersions = versions.get(contextOf(units, row)) ?? []
    const step = Math.max(baseline, lastChange?.index ?? 0)
    const change = changeAfter(textVersions, step, madeFor(units, row))
    if (change === undefined) continue
    const { text } = textVersions.at(-1)!
    if (isDocument && linesOf(change.previousSource) === linesOf(text)) continue
    const isCutOff = lastChange?.index === 0 && !complete
    const translated = isCutOff ? undefined : lastChange?.commit
    storedUnits.push({ row, ...change, changed: change.changed.commit, translated })
  }
  return storedUnits
}

/** Returns the translated rows whose source changed after the baseline. */
function candidatesOf(
  { states, table }: Units,
  versions: ReadonlyMap<string, readonly TextVersion[]>,
  baseline: number,
): number[] {
  const rows: number[] = []
  for (const [row, state] of states.entries()) {
    const textVersions = versions.get(table.contexts.at(row)!) ?? []
    const isChanged = textVersions.length > 1 && textVersions.at(-1)!.step.index > baseline
    const isTranslated = state !== STATE.readOnly && state !== STATE.empty
    if (isChanged && isTranslated) rows.push(row)
  }
  return rows
}

/** Returns the lasting change of a source after a step or after `madeFor`; undefined if it is again what it was then. */
function changeAfter(
  versions: readonly TextVersion[],
  step: number,
  madeFor: string | undefined,
): Pick<OutdatedUnit, 'previousSource' | 'changed' | 'commits'> | undefined {
  const named = versions.find(({ text }) => text === madeFor)
  const before =
    named ?? versions.findLast((sourceVersion) => sourceVersion.step.index <= step) ?? versions[0]
  const previousSource = before?.text
  const returned = versions.findLastIndex(({ text }) => text === previousSource)
  const changes = versions.slice(returned + 1).filter(({ isUntracked }) => !isUntracked)
  const [change] = changes
  if (previousSource === undefined || change === undefined) return undefined
  return { previousSource, changed: change.step, commits: changes.length }
}

/**
 * Returns a function that reads the commit named in a document's front matter, and returns the blob id of the source
 * there; undefined if there is none. Other formats have no such commits.
 */
function createMadeFor(
  repository: Repository,
  config: ComponentConfig,
): (units: Units, row: number) => string | undefined {
  const { sourceCommitOf, folder } = formatOf(config)
  if (sourceCommitOf === undefined) return () => undefined
  return (units, row) => {
    const named = sourceCommitOf(rawTarget(units, row))
    if (named === undefined) return undefined
    const { template } = config
    const path = folder === undefined ? template : `${template}/${contextOf(units, row)}`
    // The commit may be in another repository, or missing in a partial clone.
    return unless(() => {
      const commit = repository.resolve(named)
      if (commit === undefined) return undefined
      const tree = fileTreeOfCommit(repository, repository.readCommit(commit).tree)
      return realFile(tree, path)?.oid
    }, RepositoryError)
  }
}

/** The point up to which the past is ignored: a commit id, or a time in seconds since 1970. */
export type Baseline = { readonly commit: string } | { readonly seconds: number }

/**
 * Returns the last step of a history up to a baseline; -1 without one. A commit that is not a step, perhaps on another
 * branch, counts by its time; a commit that the repository lacks counts as none.
 */
function stepOfBaseline(history: ComponentHistory, baseline: Baseline | undefined): number {
  if (baseline === undefined) return -1
  const { repository, timeline } = history
  if ('seconds' in baseline) return stepAt(timeline.steps, baseline.seconds)
  const step = timeline.steps.find(({ commit }) => commit === baseline.commit)
  if (step !== undefined) return step.index
  const commit = unless(() => repository.readCommit(baseline.commit), RepositoryError)
  return commit === undefined ? -1 : stepAt(timeline.steps, commit.committer.timestamp)
}
