import type { Alert } from '../../model/model.ts'
import { hasFile, isFilled, type MatchedFile, templateOf } from '../../reading/filemask.ts'
import type { FormerUnit, FormerUnits } from '../../reading/former-units.ts'
import {
  ACTION,
  failure,
  remoteUpdated,
  type StepChange,
  sourceAdded,
  translationRemoved,
  unitChanged,
  updated,
} from '../changes/step-change.ts'
import type { StepFiles, Timeline } from '../timeline/timeline.ts'
import type { StepReader, UnitReader } from '../timeline/unit-reader.ts'
import { type Blob, blobsOf, type LastTranslation, readLast, walkBack } from './last-read.ts'
import { type FuzzyState, type StepOptions, stepUnits, type UnitChange } from './unit-step.ts'

interface FoldOptions extends StepOptions {
  readonly timeline: Timeline
  readonly reader: UnitReader
  /** The step to start after (default: -1, the beginning). */
  readonly after?: number
  /** Restricts the changes to one language of a component with a template. */
  readonly only?: string | undefined
  /** Returns the fuzzy state of a translation after that step; needed to follow states from there. */
  readonly fuzzyStateOf?: (language: string) => FuzzyState
}

interface FileStep {
  readonly changes: readonly StepChange[]
  /** The new units; undefined if nothing was read. */
  readonly units: FormerUnits | undefined
  readonly added: readonly FormerUnit[]
}

const UNCHANGED: FileStep = { changes: [], units: undefined, added: [] }
const NOTHING: FuzzyState = new Map()

interface FuzzyChange {
  readonly before: FuzzyState
  readonly after: FuzzyState
}

/** The fuzzy states of translations before and after a step, by language. */
export type FuzzyChanges = ReadonlyMap<string, FuzzyChange>

/** Replays the log of a component step by step. Reads translations on demand. */
export class Fold {
  readonly #options: FoldOptions
  readonly #reader: StepReader<FormerUnits>
  readonly #start: number
  #index: number
  /** The files after the last step. */
  #files: StepFiles
  /** By language: undefined if there is no translation, absent if not looked up yet. */
  readonly #translations = new Map<string, LastTranslation | undefined>()
  /** Unreadable blobs by path, so that each is reported once. */
  readonly #broken = new Map<string, string>()
  #changed = new Map<string, FuzzyChange>()

  constructor(options: FoldOptions) {
    this.#options = options
    this.#reader = options.reader.former()
    this.#start = options.after ?? -1
    this.#index = this.#start
    this.#files = options.timeline.files(this.#start)
  }

  /** The last replayed step; -1 before the first. */
  get index(): number {
    return this.#index
  }

  /** The fuzzy states of translations that the last step changed or removed. */
  get changed(): FuzzyChanges {
    return this.#changed
  }

  /** Returns the translations with a file after the last step, each as last read. */
  translations(): readonly LastTranslation[] {
    return this.#files.files.flatMap((file) => {
      const translation = isFilled(file) ? undefined : this.#before(file.language.code)
      return translation === undefined ? [] : [translation]
    })
  }

  /** Returns the changes of the next step in Weblate's order. Throws RangeError if there is no next step. */
  next(): readonly StepChange[] {
    const { timeline } = this.#options
    const index = this.#index + 1
    if (index >= timeline.steps.length) throw new RangeError('there is no next step')
    const files = timeline.files(index)
    this.#changed = new Map()
    const alert = this.#reader.templateAlert(files)
    const changes = alert === undefined ? this.#readAll(files) : this.#fail(files, alert)
    this.#index = index
    this.#files = files
    return [...this.#update(index), ...changes]
  }

  /** While the template is broken nothing is read. A missing template is not a parse error. */
  #fail(files: StepFiles, alert: Alert): StepChange[] {
    const isNew = !isSameBase(files, this.#files)
    return isNew && templateOf(files)?.real !== undefined ? [failure(undefined, alert)] : []
  }

  #readAll(files: StepFiles): StepChange[] {
    const { only } = this.#options
    const changes: StepChange[] = []
    const isBilingual = files.files.some(isFilled)
    const sources: FormerUnits[] = []
    const isBaseSame = isSameBase(files, this.#files)
    const before = isBaseSame ? this.#files.files : this.#lastRead()
    changes.push(...this.#forget(before, files, sources))
    for (const [index, file] of files.files.entries()) {
      if (!hasFile(file) || (only !== undefined && file.language.code !== only)) continue
      if (isBaseSame && this.#isSame(file, index)) continue
      const fileStep = this.#read(files, file, sources)
      const isTranslation = isBilingual && !isFilled(file)
      const added = isTranslation ? this.#addedSources(files, file, fileStep, sources) : []
      for (const change of [...added, ...fileStep.changes]) changes.push(change)
      if (fileStep.units !== undefined) sources.push(fileStep.units)
    }
    return changes
  }

  /** Returns whether the last step left a file as it is; `index` is its place among the files. */
  #isSame(file: MatchedFile, index: number): boolean {
    const isFile = ({ path, language }: MatchedFile) =>
      path === file.path && language.code === file.language.code
    const { files } = this.#files
    const near = files[index]
    if (near === file) return true
    const before = near !== undefined && isFile(near) ? near : files.find(isFile)
    return before !== undefined && before.real?.oid === file.real?.oid
  }

  /** Logs the new commit on the remote, which concerns all languages. */
  #update(index: number): StepChange[] {
    const { timeline } = this.#options
    if (index === 0 || !this.#logsComponent()) return []
    return [remoteUpdated(timeline.steps[index]!.commit, () => timeline.parentOf(index))]
  }

  /** Returns whether to log what concerns no single language. */
  #logsComponent(): boolean {
    const { only, weblate } = this.#options
    return weblate !== '5.14' && (only === undefined || only === '')
  }

  /** Returns the files after the last step whose template is not broken. */
  #lastRead(): readonly MatchedFile[] {
    for (const { files } of walkBack(this.#options.timeline, this.#index, () => false)) {
      if (this.#reader.templateAlert(files) === undefined) return files.files
    }
    return []
  }

  /** Forgets translations whose file is gone, logs those that went with it, and adds their units to `sources`. */
  #forget(
    before: readonly MatchedFile[],
    { files }: StepFiles,
    sources: FormerUnits[],
  ): StepChange[] {
    const removed: StepChange[] = []
    const languages = new Set(files.map(({ language }) => language.code))
    const present = files.filter(hasFile)
    const withFile = new Set(present.map(({ language }) => language.code))
    const paths = new Set(present.map(({ path }) => path))
    for (const file of before) {
      const { code } = file.language
      if (!hasFile(file) || withFile.has(code)) continue
      const translation = this.#before(code)
      if (translation !== undefined) sources.push(translation.units)
      else if (!this.#broken.has(file.path)) continue
      // A source stays without its file.
      if (!languages.has(code)) removed.push(translationRemoved(file.path))
    }
    for (const [code, translation] of this.#translations) {
      if (translation === undefined || withFile.has(code)) continue
      this.#changed.set(code, { before: translation.fuzzy, after: NOTHING })
      this.#translations.set(code, undefined)
    }
    for (const path of this.#broken.keys()) {
      if (!paths.has(path)) this.#broken.delete(path)
    }
    return this.#logsComponent() ? removed : []
  }

  /** Reads a changed file, and adds its former units to `sources`. */
  #read(files: StepFiles, file: MatchedFile, sources: FormerUnits[]): FileStep {
    const before = this.#before(file.language.code)
    const blobs = blobsOf(files, file)
    const isRenamed = before !== undefined && before.filename !== file.path
    const changed = blobs.find(({ oid }, index) => before?.blobs[index]?.oid !== oid)?.path
    if (changed === undefined && !isRenamed) {
      this.#broken.delete(file.path)
      return UNCHANGED
    }
    const read = this.#reader.read(files, file)
    if ('alert' in read) {
      const isNew = this.#isNewlyBroken(blobs[0]!)
      return isNew ? { ...UNCHANGED, changes: [failure(file.language, read.alert)] } : UNCHANGED
    }
    this.#broken.delete(file.path)
    const units = read.value
    const { changes: unitChanges, state } = stepUnits(before, units, this.#options)
    const changes = isFilled(file) ? this.#withoutLogged(file, unitChanges) : unitChanges
    const { language, path: filename } = file
    this.#changed.set(language.code, { before: before?.fuzzy ?? NOTHING, after: state.fuzzy })
    this.#translations.set(language.code, { ...state, language, filename, blobs })
    if (before !== undefined) sources.push(before.units)
    const reason =
      before === undefined ? 'new file' : isRenamed ? 'check forced' : 'content changed'
    const isOwn = before === undefined || isRenamed || changed === undefined
    return {
      units,
      added: changes.flatMap(({ action, unit }) => (action === ACTION.stringAdded ? [unit] : [])),
      changes: [
        ...changes.map((change) => unitChanged(language, change)),
        updated(language, reason, isOwn ? filename : changed),
      ],
    }
  }

  /** Skips sources that translations added since their file was last read, which removed all older ones. */
  #withoutLogged({ path }: MatchedFile, changes: readonly UnitChange[]): readonly UnitChange[] {
    const isAdded = ({ action }: UnitChange) => action === ACTION.stringAdded
    const readAt = (filename: string) =>
      this.#options.timeline.lastTranslationChange(filename, this.#index)?.index ?? -1
    const isLater = (file: MatchedFile) => !isFilled(file) && readAt(file.path) >= readAt(path)
    const added = changes.filter(isAdded).map(({ unit }) => unit)
    const unknown = new Set(this.#withoutKnown(added, isLater))
    return changes.filter((change) => !isAdded(change) || unknown.has(change.unit))
  }

  /** Returns the units that none of these translations had after the last step. */
  #withoutKnown(
    units: readonly FormerUnit[],
    isAsked: (file: MatchedFile) => boolean,
  ): readonly FormerUnit[] {
    let unknown = units
    for (const file of this.#files.files) {
      if (unknown.length === 0) break
      const translation = isAsked(file) ? this.#before(file.language.code) : undefined
      if (translation !== undefined) unknown = withoutUnits(unknown, translation.units)
    }
    return unknown
  }

  /** Logs sources of new units that no translation had. Searches `sources` first, since these are already read. */
  #addedSources(
    files: StepFiles,
    { language }: MatchedFile,
    { added }: FileStep,
    sources: readonly FormerUnits[],
  ): StepChange[] {
    const source = files.files.find(({ isSource }) => isSource)
    if (source === undefined) return []
    const isOther = (file: MatchedFile) => hasFile(file) && file.language.code !== language.code
    const unknown = this.#withoutKnown(sources.reduce(withoutUnits, added), isOther)
    const { weblate } = this.#options
    return unknown.map((unit) => sourceAdded(source.language, unit, weblate))
  }

  /** Returns whether an unreadable blob differs from the one at the step before. */
  #isNewlyBroken({ path, oid }: Blob): boolean {
    if (this.#broken.get(path) === oid) return false
    this.#broken.set(path, oid)
    return true
  }

  #before(code: string): LastTranslation | undefined {
    if (this.#translations.has(code)) return this.#translations.get(code)
    let isLatest = true
    const isWanted = ({ language, path }: MatchedFile) => language.code === code && path !== ''
    const { timeline } = this.#options
    const last = readLast(timeline, this.#reader, this.#start, isWanted, ({ file }) => {
      if (isLatest) this.#broken.set(file.path, file.real?.oid ?? '')
      isLatest = false
    })
    const translation = last && {
      units: last.value,
      fuzzy: this.#options.fuzzyStateOf?.(code) ?? NOTHING,
      language: last.file.language,
      filename: last.file.path,
      blobs: blobsOf(last.files, last.file),
    }
    this.#translations.set(code, translation)
    return translation
  }
}

function withoutUnits(units: readonly FormerUnit[], others: FormerUnits): readonly FormerUnit[] {
  return units.filter(({ id }) => others.indexOf(id) === undefined)
}

function isSameBase(files: StepFiles, before: StepFiles): boolean {
  return (
    templateOf(files)?.real?.oid === templateOf(before)?.real?.oid &&
    files.intermediate?.oid === before.intermediate?.oid
  )
}
