import type { ComponentConfig } from '../../../config/config.ts'
import { RepositoryError } from '../../../errors.ts'
import type { Repository } from '../../../git/repository.ts'
import { remember } from '../../../storage/store.ts'
import { digestOf } from '../../digest.ts'
import type { Component, Translation } from '../../model.ts'
import { fileTreeOfCommit } from '../../reading/file-tree.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { STATE } from '../../statistics.ts'
import { contextOf, rawTarget, type Units } from '../../unit.ts'
import { historyWork } from '../ask.ts'
import { logKey } from '../changes/stored-runs.ts'
import type { AskHistories, ComponentHistory } from '../component-history.ts'
import { type Step, stepsByCommit } from '../timeline/timeline.ts'
import { lastTargetChanges } from './last-target-changes.ts'
import { type SourceVersion, sourceVersions } from './source-versions.ts'
import { createTracked } from './tracked.ts'

/** A translated string whose source changed after its translation changed last. */
export interface OutdatedUnit {
  readonly translation: Translation
  readonly row: number
  /** The source that its translation was made for. */
  readonly previousSource: string
  /** The step that changed the source. */
  readonly changed: Step
  /** How many steps have changed the source since then, that one included. */
  readonly commits: number
  /** The step that changed the translation last; undefined where history is cut off before it. */
  readonly translated: Step | undefined
}

/** Translations of one component that are looked at. */
interface OutdatedOptions {
  readonly history: ComponentHistory | undefined
  readonly translations: readonly Translation[]
  /** Nothing that happened up to this step (-1: nothing) makes a string outdated. */
  readonly baseline: number
}

/**
 * The outdated strings of a component's translations, those that are outdated longest first. None without a template:
 * there another source is another unit. Rejects with RepositoryError, and when the signal is aborted.
 */
export async function deriveOutdated(
  component: Component,
  { history, translations, baseline }: OutdatedOptions,
  options?: Parameters<AskHistories>[3],
): Promise<OutdatedUnit[]> {
  if (history === undefined || component.config.template === '') return []
  const byCode = new Map(
    translations
      .filter(({ isSource }) => !isSource)
      .map((translation) => [translation.language.code, translation]),
  )
  const request = { languages: [...byCode.keys()], baseline }
  const logged = { component, history }
  const stored = await history.ask(outdatedWork, [logged], request, {
    ...options,
    background: true,
  })
  const steps = stepsByCommit(history.timeline)
  const outdatedUnits = stored.flatMap(([code, units]) =>
    units.flatMap(({ row, previousSource, commits, ...oids }): OutdatedUnit[] => {
      const translation = byCode.get(code)!
      const changed = steps.get(oids.changed)
      const translated = steps.get(oids.translated ?? '')
      if (changed === undefined) return []
      return [{ translation, row, previousSource, changed, commits, translated }]
    }),
  )
  return outdatedUnits.sort((outdated, other) => outdated.changed.index - other.changed.index)
}

interface OutdatedAsked {
  readonly languages: readonly string[]
  readonly baseline: number
}

type OutdatedFound = readonly (readonly [language: string, units: readonly StoredUnit[]])[]

/** See `deriveOutdated`. */
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
  { readsFiles: true },
)

/** An outdated unit as it is kept: its steps by their commits, and the previous text of a whole file by its id. */
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
  const { timeline, store } = history
  const { contentKey, filename } = translation
  const last = timeline.lastTranslationChange(filename, timeline.steps.length - 1)
  const { config, project } = translation.component
  // The same content may have another past in another file.
  const log = logKey({ config, project: project.config }, timeline)
  const key = digestOf([log, filename, contentKey, last?.commit, baseline])
  const bucket = store.bucket<StoredUnit[]>({ name: 'outdated' })
  const storedUnits = remember(bucket, key, () =>
    findUnits(translation, { history, log, baseline }),
  )
  const { textOf } = formatOf(config)
  if (textOf === undefined) return storedUnits
  return storedUnits.map((unit) => {
    const previousSource = textOf(history.repository.readBlob(unit.previousSource))
    return { ...unit, previousSource }
  })
}

function findUnits(
  translation: Translation,
  {
    history,
    log,
    baseline,
  }: { readonly history: ComponentHistory; readonly log: string; readonly baseline: number },
): StoredUnit[] {
  const units = translation.units()
  const { config } = translation.component
  const { repository } = history
  const isTracked = createTracked(repository, config)
  const readable = { ...history, config }
  const versions = sourceVersions(readable, log, (step, context) => {
    return isTracked(step, { path: config.template }, context)
  })
  const madeFor = createMadeFor(repository, config)
  const rows = candidatesOf(units, versions, baseline)
  const lastChanges = lastTargetChanges(readable, { log, translation, units, rows, isTracked })
  const { complete } = history.timeline.completeness
  const storedUnits: StoredUnit[] = []
  for (const row of rows) {
    const lastChange = lastChanges.get(row)
    const textVersions = versions.get(contextOf(units, row)) ?? []
    const step = Math.max(baseline, lastChange?.index ?? 0)
    const change = changeAfter(textVersions, step, madeFor(units, row))
    if (change === undefined) continue
    const isCutOff = lastChange?.index === 0 && !complete
    const translated = isCutOff ? undefined : lastChange?.commit
    storedUnits.push({ row, ...change, changed: change.changed.commit, translated })
  }
  return storedUnits
}

/** Rows with a translation whose source was changed after the baseline. */
function candidatesOf(
  { states, table }: Units,
  versions: ReadonlyMap<string, readonly SourceVersion[]>,
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

/**
 * What changed a source for good after a step, or after it was `madeFor`; undefined when it is (again) as it was then.
 */
function changeAfter(
  versions: readonly SourceVersion[],
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

/** The id of the source that a translated document says that it was made for; undefined where it says nothing or the repository lacks it. */
type MadeFor = (units: Units, row: number) => string | undefined

/** Reads the commit that the front matter of a document names; in other components no unit names one. */
function createMadeFor(repository: Repository, config: ComponentConfig): MadeFor {
  const { sourceCommitOf, folder } = formatOf(config)
  if (sourceCommitOf === undefined) return () => undefined
  return (units, row) => {
    const named = sourceCommitOf(rawTarget(units, row))
    if (named === undefined) return undefined
    const { template } = config
    const path = folder === undefined ? template : `${template}/${contextOf(units, row)}`
    try {
      const commit = repository.resolve(named)
      if (commit === undefined) return undefined
      const resolved = fileTreeOfCommit(repository, repository.readCommit(commit).tree).resolve(
        path,
      )
      return resolved.kind === 'file' ? resolved.oid : undefined
    } catch (error) {
      // The commit may be one of another repository, or a part of a clone that was left out.
      if (error instanceof RepositoryError) return undefined
      throw error
    }
  }
}
