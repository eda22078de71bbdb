import { ParseError } from '../../errors.ts'
import type { Translation } from '../../model/model.ts'
import { OUTDATED_STATE, STATE } from '../../model/statistics.ts'
import { findRow, sourceId } from '../../model/unit.ts'
import { type FormerUnits, toFormerUnits } from '../../reading/former-units.ts'
import { type ConfiguredComponent, formatOf } from '../../reading/translation-file.ts'
import type { LoggedComponent } from '../component-history.ts'
import { stepUnits, type TranslationState } from '../states/unit-step.ts'
import type { Step } from '../timeline/timeline.ts'
import type { ReadEntries } from './entry-reader.ts'
import { type Revision, type UnitInFile, type UnitKey, unitsOf } from './revision.ts'
import { type Skipped, traceUnit } from './trace.ts'

/** A version of a unit. */
export interface Version {
  readonly step: Step
  /** The commit that wrote it: the step's own, or for a merge the one on the merged side. */
  readonly writtenIn: string
  /**
   * `present`: the unit existed where the known history begins, its writer is unknown. `renamed`: only the key or the
   * file's path changed.
   */
  readonly change: 'added' | 'changed' | 'renamed' | 'removed' | 'present'
  readonly key: UnitKey
  /** Path and language of the file at that time. */
  readonly filename: string
  readonly languageCode: string
  /** Stored texts, plural forms joined; for a removed unit, its last ones. */
  readonly source: string
  readonly target: string
  /** Undefined for a removed unit. */
  readonly state: number | undefined
  readonly previousSource: string
}

/** The history of a unit. */
export interface UnitHistory {
  /** Newest first. */
  readonly versions: readonly Version[]
  readonly skipped: readonly Skipped[]
}

/**
 * Yields the unit in its translation's file, then, for the source language of bilingual files, in the first translation
 * that has it: its own file, if any, may lack it.
 */
export function* unitInFiles(translation: Translation, row: number): Generator<UnitInFile> {
  if (translation.filename !== '') yield unitIn(translation, row, translation)
  if (!translation.isSource || translation.component.config.template !== '') return
  for (const other of translation.component.translations) {
    if (other === translation || other.filename === '') continue
    const otherRow = findRow(other.units().table, translation.units().table, row)
    if (otherRow === undefined) continue
    yield unitIn(other, otherRow, translation)
    return
  }
}

function unitIn(place: Translation, row: number, translation: Translation): UnitInFile {
  const { table } = place.units()
  const { config } = place.component
  const isMonolingual = config.template !== ''
  return {
    filename: place.filename,
    languageCode: place.language.code,
    key: {
      context: table.contexts.at(row) ?? '',
      source: isMonolingual ? '' : sourceId(table.sources.at(row) ?? '', formatOf(config)),
    },
    isSource: translation.isSource && !isMonolingual,
  }
}

/**
 * Returns every version of a unit's source, target and state as Weblate logs them, also under former keys and in moved
 * files. States are those of the files, unless they follow the branch step by step. Reads each version of the files
 * once. Does not look into merges: see `findWriters`.
 */
export function readUnitHistory(
  unit: UnitInFile,
  { component: { config, project }, history: { timeline } }: LoggedComponent,
  read: ReadEntries,
): UnitHistory {
  const trace = traceUnit(unit, timeline, read)
  const boundary = timeline.completeness.complete ? undefined : timeline.steps[0]
  const component = { config, project: project.config }
  const folded = foldRevisions(trace.revisions, unit.key.context, component, boundary)
  const skipped = [...trace.skipped, ...folded.skipped]
  skipped.sort((a, b) => b.step.index - a.step.index)
  const versions = unit.isSource ? folded.versions.flatMap(asSource) : folded.versions
  return { versions: versions.toReversed(), skipped }
}

/** Returns the version of a source that is its own translation. */
function asSource(version: Version): Version[] {
  if (version.change === 'changed') return []
  const { source, state } = version
  const ownState = state === undefined ? undefined : STATE.readOnly
  return [{ ...version, target: source, state: ownState, previousSource: '' }]
}

/** Oldest first. */
function foldRevisions(
  revisions: readonly Revision[],
  context: string,
  component: ConfiguredComponent,
  boundary: Step | undefined,
): { readonly versions: readonly Version[]; readonly skipped: readonly Skipped[] } {
  const { weblate, stateFrom } = component.config
  const isFollowing = stateFrom === 'follow'
  const versions: Version[] = []
  const skipped: Skipped[] = []
  let before: TranslationState | undefined
  for (const revision of revisions.toReversed()) {
    const { step, key, file, unit } = revision
    const last = versions.at(-1)
    if (unit === undefined || file === undefined) {
      if (before !== undefined && last !== undefined) {
        const gone = { change: 'removed', state: undefined, previousSource: '' } as const
        versions.push({ ...last, step, writtenIn: step.commit, ...gone })
      }
      before = undefined
      continue
    }
    let units: FormerUnits
    try {
      units = toFormerUnits(unitsOf(unit, file, context, component), component.config)
    } catch (error) {
      // A revision that cannot be paired counts as broken, too.
      if (!(error instanceof ParseError)) throw error
      skipped.push({ step, filename: file.path, message: error.message })
      continue
    }
    const first = before === undefined ? (step === boundary ? 'present' : 'added') : undefined
    const next = stepUnits(before, units, { isFollowing, weblate })
    before = next.state
    const isMoved =
      last !== undefined && (last.key.context !== key.context || last.filename !== file.path)
    if (next.changes.length === 0 && !isMoved) continue
    const fuzzy = before.fuzzy.get(context)
    const [paired] = units.list
    versions.push({
      step,
      writtenIn: step.commit,
      change: first ?? (next.changes.length === 0 ? 'renamed' : 'changed'),
      key,
      filename: file.path,
      languageCode: file.language.code,
      source: paired?.source ?? '',
      target: paired?.target ?? '',
      state: fuzzy === undefined ? paired?.state : OUTDATED_STATE[weblate],
      previousSource: fuzzy?.previousSource ?? '',
    })
  }
  return { versions, skipped }
}
