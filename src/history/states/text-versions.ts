import type { Entry } from '../../../formats/entry.ts'
import { oncePer } from '../../cache.ts'
import type { ComponentConfig } from '../../config/config.ts'
import { ParseError, RepositoryError, unless } from '../../errors.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { groupBy } from '../../group-by.ts'
import { digestOf } from '../../model/digest.ts'
import type { Translation } from '../../model/model.ts'
import { contextOf, sourceId, type Units } from '../../model/unit.ts'
import { checkText, flagsOfEntry } from '../../reading/entry.ts'
import type { MatchedFile } from '../../reading/filemask.ts'
import { fileOid, formatOf } from '../../reading/translation-file.ts'
import type { ComponentHistory } from '../component-history.ts'
import { logKey } from '../past.ts'
import { type Step, stepsByCommit, type Timeline } from '../timeline/timeline.ts'
import { createLunariaRule, type IsTracked } from './lunaria.ts'

/** A text, and the step that introduced it. */
export interface TextVersion {
  readonly step: Step
  /** Blob id instead of the text, if a unit is a whole file. */
  readonly text: string
  /** Whether its commit says that translations may ignore it. */
  readonly isUntracked: boolean
}

type Versions = Map<string, readonly TextVersion[]>

/**
 * Returns the source texts of each context in the template, oldest first, since the context last appeared. Skips
 * versions of the template that do not parse.
 */
export const sourceVersions: (
  history: ComponentHistory,
) => ReadonlyMap<string, readonly TextVersion[]> = oncePer((history) => {
  const { timeline, reader, place } = history
  const template = { path: place.config.template }
  const reading = reader.openVersions(true)
  return replayTexts(history, {
    file: '',
    keepsAll: true,
    lastChange: (index) => timeline.lastTranslationChange('', index),
    fileAt: () => template,
    read: ({ index }) => {
      const read = () => reading.sources(timeline.files(index)).others.list
      return unless(read, ParseError, RepositoryError)
    },
    nameOf: ({ context }) => context,
    textOf: ({ source }) => source,
  })
})

/**
 * Returns the newest step that changed the target of each of these rows at the tip. Follows a moved file by its
 * language, and skips versions that do not parse.
 */
export function lastTargetChanges(
  history: ComponentHistory,
  { language: { code }, units: unitsOf }: Pick<Translation, 'language' | 'units'>,
  rows: readonly number[],
): ReadonlyMap<number, Step> {
  if (rows.length === 0) return new Map()
  const { timeline, reader, place } = history
  const naming = namingOf(place.config)
  const fileAt = (index: number) =>
    timeline.files(index).files.find(({ language }) => language.code === code)
  const reading = reader.openVersions(true)
  const { templateFlagsOnly } = formatOf(place.config)
  let last: readonly Entry[] = []
  function readTranslation(file: MatchedFile): readonly Entry[] {
    const { entries } = reading.parse(fileOid(file), file.code)
    for (const [index, entry] of entries.entries()) {
      if (entry === last[index]) continue
      checkText(entry.target, entry, undefined)
      if (!templateFlagsOnly) flagsOfEntry(entry, undefined)
    }
    last = entries
    return entries
  }
  const versions = replayTexts(history, {
    file: code,
    keepsAll: false,
    lastChange(index) {
      const file = fileAt(index)
      return file && timeline.lastChange(file.path, index)
    },
    fileAt: ({ index }) => fileAt(index)!,
    read: ({ index }) => {
      const file = fileAt(index)
      return file && unless(() => readTranslation(file), ParseError, RepositoryError)
    },
    nameOf: naming.of,
    textOf: ({ target }) => target,
  })
  const units = unitsOf()
  return new Map(
    rows.flatMap((row) => {
      const [version] = versions.get(naming.ofRow(units, row)) ?? []
      return version === undefined ? [] : [[row, version.step]]
    }),
  )
}

/** Returns the name of a unit across versions of a file: its key, or without keys its context and source. */
interface Naming {
  ofRow(units: Units, row: number): string
  of(entry: Pick<Entry, 'context' | 'source'>): string
}

/** Names of a component's units. */
export function namingOf(config: ComponentConfig): Naming {
  if (config.template !== '') return { ofRow: contextOf, of: ({ context }) => context }
  const format = formatOf(config)
  const of: Naming['of'] = ({ context, source }) =>
    JSON.stringify([context, sourceId(source, format)])
  const ofRow: Naming['ofRow'] = (units, row) =>
    of({ context: contextOf(units, row), source: units.table.sources.at(row) ?? '' })
  return { ofRow, of }
}

interface Followed<Item> {
  /** Names the file among those of its component. */
  readonly file: string
  /** Whether all versions of a text are returned, or only the last one that is not untracked. */
  readonly keepsAll: boolean
  /** Returns the newest step up to an index that changed the file. */
  readonly lastChange: (index: number) => Step | undefined
  readonly fileAt: (step: Step) => Parameters<IsTracked>[1]
  /** Returns undefined if that version does not parse. */
  readonly read: (step: Step) => readonly Item[] | undefined
  readonly nameOf: (item: Item) => string
  readonly textOf: (item: Item) => string
}

type StoredVersions = readonly (readonly [
  commit: string,
  texts: readonly (readonly [name: string, text: string, isUntracked: boolean])[],
])[]

/** How many of a file's newest commits to check for a stored result. */
const MAX_LOOKS = 100

/** Replays the versions of a file; those that an earlier call has read are stored. */
function replayTexts<Item>(history: ComponentHistory, followed: Followed<Item>): Versions {
  const { timeline, store } = history
  const stored = store.bucket<StoredVersions>({ name: 'texts' })
  const log = logKey(history)
  const keyOf = ({ key }: Step) => digestOf([log, followed.file, key])
  const unread: Step[] = []
  let versions: Versions = new Map()
  let step = followed.lastChange(timeline.steps.length - 1)
  for (; step !== undefined; step = followed.lastChange(step.index - 1)) {
    const storedVersions = unread.length < MAX_LOOKS ? stored.get(keyOf(step)) : undefined
    if (storedVersions !== undefined) {
      versions = openVersions(storedVersions, timeline)
      break
    }
    unread.push(step)
  }
  const [newest] = unread
  if (newest === undefined) return versions
  addVersions(versions, unread.toReversed(), history, followed)
  if (newest.commit !== WORK_TREE_OID) stored.set(keyOf(newest), packVersions(versions))
  return versions
}

function addVersions<Item>(
  versions: Versions,
  steps: readonly Step[],
  { repository, place }: ComponentHistory,
  { keepsAll, fileAt, read, nameOf, textOf }: Followed<Item>,
): void {
  const isTracked = createLunariaRule(repository, place.config)
  const isSame = (left: Item, right: Item) =>
    left === right || (textOf(left) === textOf(right) && nameOf(left) === nameOf(right))
  let last: readonly Item[] | undefined
  for (const step of steps) {
    const items = read(step)
    if (items === undefined) continue
    // What is stored does not say which of its texts the next version lacks.
    const names = new Set(last === undefined ? versions.keys() : [])
    for (const item of differing(last ?? [], items, isSame)) names.add(nameOf(item))
    last = items
    if (names.size === 0) continue
    const texts = new Map<string, string>()
    for (const item of items) {
      const name = nameOf(item)
      if (names.has(name)) texts.set(name, textOf(item))
    }
    for (const name of names) {
      const text = texts.get(name)
      const list = versions.get(name) ?? []
      const before = list.at(-1)
      if (text === undefined) versions.delete(name)
      else if (text !== before?.text) {
        const isUntracked =
          before !== undefined && before.text !== '' && !isTracked(step, fileAt(step), name)
        const version = { step, text, isUntracked }
        if (keepsAll) versions.set(name, [...list, version])
        else versions.set(name, [isUntracked ? { ...before, text } : version])
      }
    }
  }
}

/** Returns the items of two lists that are not the same, apart from a common end. */
function differing<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (left: Item, right: Item) => boolean,
): Item[] {
  let [oldEnd, newEnd] = [before.length, after.length]
  while (oldEnd > 0 && newEnd > 0 && isSame(before[oldEnd - 1]!, after[newEnd - 1]!)) {
    oldEnd--
    newEnd--
  }
  const items: Item[] = []
  for (let index = 0; index < Math.max(oldEnd, newEnd); index++) {
    const old = index < oldEnd ? before[index] : undefined
    const next = index < newEnd ? after[index] : undefined
    if (old !== undefined && next !== undefined && isSame(old, next)) continue
    if (old !== undefined) items.push(old)
    if (next !== undefined) items.push(next)
  }
  return items
}

function packVersions(versions: Versions): StoredVersions {
  const named = [...versions].flatMap(([name, list]) =>
    list.map((version) => ({ name, ...version })),
  )
  return [...groupBy(named, ({ step }) => step)]
    .sort(([a], [b]) => a.index - b.index)
    .map(([{ commit }, texts]) => [
      commit,
      texts.map(({ name, text, isUntracked }) => [name, text, isUntracked] as const),
    ])
}

/** A commit always has the same ancestors. */
function openVersions(stored: StoredVersions, timeline: Timeline): Versions {
  const steps = stepsByCommit(timeline)
  const versions = new Map<string, TextVersion[]>()
  for (const [commit, texts] of stored) {
    const step = steps.get(commit)
    if (step === undefined) continue
    for (const [name, text, isUntracked] of texts) {
      const list = versions.get(name) ?? []
      versions.set(name, list)
      list.push({ step, text, isUntracked })
    }
  }
  return versions
}
