import type { Catalog } from '../catalog/catalog.ts'
import type { AskAbout } from '../catalog/component-work.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import type { HistoryOf } from '../history/component-history.ts'
import type { People } from '../history/people/people.ts'
import { unitHistoryOf } from '../history/unit-history/unit-history.ts'
import type { Component, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { formsOf, keyOrSource } from '../model/unit.ts'
import type { FoundUnit } from '../view/find.ts'
import { findKeyWork } from './find-key.ts'
import { nameOfState } from './find-units.ts'
import type { CommitRecord, HistoryRecord } from './records.ts'
import type { Selected } from './selection.ts'

/** Selected components, and the tools to read their histories. */
export interface HistoryPart {
  readonly selected: readonly Selected[]
  readonly askAbout: AskAbout
  readonly historyOf: HistoryOf
  readonly people: People
}

/** Reads the versions of a unit with their authors; nobody where the known history begins. See `unitHistoryOf`. */
export async function unitVersionsOf(
  unit: FoundUnit,
  { catalog, view, signal }: { catalog: Catalog; view: View; signal: AbortSignal },
) {
  const { component } = unit.translation
  const [history, people] = await Promise.all([
    unitHistoryOf(unit, catalog.historyOf(component), signal),
    catalog.people(view),
  ])
  const versions = history.versions.map((version) => ({
    ...version,
    ...(version.change === 'present'
      ? { author: undefined, coAuthors: [] }
      : people.of(component, version.writtenIn)),
  }))
  return { ...history, versions }
}

/** Finds units by key, source text or checksum; source units without a language. Rejects with UsageError. */
export async function unitsWithKey(
  { selected, askAbout }: HistoryPart,
  key: string,
  language: string | undefined,
): Promise<readonly FoundUnit[]> {
  const searched = selected.map(({ component, translations }) => ({
    component,
    translations: translations.filter(({ isSource }) => language !== undefined || isSource),
  }))
  const translations = searched.flatMap(({ translations }) => translations)
  const matches = await askAbout(findKeyWork, searched, key)
  return matches.map(([place, row]) => ({ translation: translations[place]!, row }))
}

/** Reads the histories of the strings with a key; see `unitsWithKey`. */
export async function historyRecords(
  part: HistoryPart,
  key: string,
  language: string | undefined,
): Promise<readonly HistoryRecord[]> {
  const records: HistoryRecord[] = []
  for (const unit of await unitsWithKey(part, key, language)) {
    records.push(await historyRecord(unit, part))
  }
  return records
}

/** Reads every version of a string in its language. Rejects as `unitHistoryOf`. */
export async function historyRecord(
  unit: FoundUnit,
  { historyOf, people }: HistoryPart,
): Promise<HistoryRecord> {
  const { language, component } = unit.translation
  const { versions, skipped, completeness } = await unitHistoryOf(unit, historyOf(component))
  return {
    component: placeOf(component),
    language: language.code,
    context: keyOrSource(unit.translation.units(), unit.row),
    isComplete: completeness?.complete === true,
    versions: versions.map(({ step: { seconds }, writtenIn, change, ...version }) => ({
      ...commitRecord(people, component, writtenIn, seconds),
      ...{ change, filename: version.filename },
      ...(change === 'present' && { author: null }),
      context: version.key.context || (formsOf(version.source)[0] ?? ''),
      state: version.state === undefined ? null : nameOfState(version.state),
      source: formsOf(version.source),
      target: formsOf(version.target),
    })),
    skipped: skipped.map(({ step, message }) => ({ commit: step.commit, message })),
  }
}

/** `seconds` is the time of the commit, since 1970. */
export function commitRecord(
  people: People,
  component: Component,
  writtenIn: string,
  seconds: number,
): CommitRecord {
  return {
    commit: writtenIn === WORK_TREE_OID ? null : writtenIn,
    author: people.of(component, writtenIn).author?.fullName ?? null,
    date: new Date(1000 * seconds).toISOString(),
  }
}
