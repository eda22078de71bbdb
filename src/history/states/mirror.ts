import type { PreviousSources } from '../../checking/needs-edit.ts'
import type { Commit } from '../../git/commit.ts'
import type { HistoryRow } from '../../git/history/history.ts'
import { STATE } from '../../model/statistics.ts'
import { fileTreeOfCommit } from '../../reading/file-tree.ts'
import { type MatchedFile, realFile } from '../../reading/filemask.ts'
import { type FormerSources, type FormerUnits, findSource } from '../../reading/former-units.ts'
import { type PathMatcher, pathMatcherOf } from '../../reading/path-matcher.ts'
import { kindOf } from '../../reading/translation-file.ts'
import type { ComponentHistory } from '../component-history.ts'
import type { StepFiles } from '../timeline/timeline.ts'
import type { FormerReader } from '../timeline/unit-reader.ts'
import {
  type CommitRows,
  countInMessage,
  findLastOfRuns,
  isWeblateCommit,
  readCommitRows,
  type TranslationRow,
  translationRows,
} from './commit-rows.ts'

interface MirrorOptions extends Pick<ComponentHistory, 'place' | 'repository' | 'reader'> {
  /** In mode `ancestors`, parents before children. */
  readonly rows: Iterable<HistoryRow>
}

interface Language {
  /** The last good version of its file. */
  units: FormerUnits
  /** The source that a translation was made for, if it changed after the baseline. */
  readonly madeFor: Map<string, string>
  readonly outdated: Map<string, Outdated>
}

interface Outdated {
  readonly previousSource: string
  /** The step that last changed its source. */
  readonly step: number
}

/**
 * Returns the strings of a component with a template that a Weblate working on its repository most likely shows as
 * needing editing. Implements the rule `mirror` of `state_from`, whose numbers stand beside the code. Compares every
 * step with its own first parent. Throws RepositoryError for unreadable objects.
 */
export function mirrorSteps(options: MirrorOptions): PreviousSources {
  return new Mirror(options).walk()
}

class Mirror {
  readonly #options: MirrorOptions
  readonly #reader: FormerReader
  readonly #steps: readonly CommitRows[]
  readonly #languages = new Map<string, Language>()
  readonly #match: PathMatcher
  /** The last good versions of the template and the intermediate file. */
  #readable: StepFiles | undefined
  #isAfterBaseline = false

  constructor(options: MirrorOptions) {
    this.#options = options
    this.#reader = options.reader.former()
    this.#match = pathMatcherOf(options.place)
    this.#steps = readCommitRows(options.rows, options.repository)
  }

  walk(): PreviousSources {
    const lastOfRun = findLastOfRuns(this.#steps, (path) => this.#fileOf(path)?.language.code)
    const baseline = this.#baseline()
    const { place, repository } = this.#options
    const owner = { ...place, repository }
    for (const [index, step] of this.#steps.entries()) {
      this.#isAfterBaseline = index > baseline
      const files = this.#filesOf(step.commit)
      const sources = this.#reader.sources(files)
      // Rule 10: while the template is broken, its last good version counts.
      if (sources !== undefined) {
        this.#changeSources(step, sources, index)
        this.#readable = files
      }
      for (const row of step.rows.flatMap((commitRow) => translationRows(commitRow, owner))) {
        this.#changeFile(row, step)
      }
      if (isWeblateCommit(step.commit.message)) {
        for (const code of lastOfRun[index] ?? []) this.#confirm(code, step.commit)
      }
    }
    return new Map(
      [...this.#languages].map(([code, { outdated }]) => [
        code,
        new Map([...outdated].map(([context, { previousSource }]) => [context, previousSource])),
      ]),
    )
  }

  /** Rule 4: the last step that makes nothing outdated. A commit that is no step counts by its date. */
  #baseline(): number {
    const { place, repository } = this.#options
    const { mirrorBaseline: oid } = place.config
    if (oid === '') {
      const signed = this.#steps.findIndex(({ commit }) => isWeblateCommit(commit.message))
      return signed < 0 ? this.#steps.length : signed
    }
    const step = this.#steps.findIndex(({ commit }) => commit.oid === oid)
    if (step >= 0) return step
    const { timestamp } = repository.readCommit(oid).committer
    return this.#steps.findLastIndex(({ commit }) => commit.committer.timestamp <= timestamp)
  }

  /** Applies rules 7 to 9 to what a step did to the template. */
  #changeSources({ commit, rows }: CommitRows, sources: FormerSources, index: number): void {
    const { template, intermediate } = this.#options.place.config
    if (!rows.some(({ path }) => path === template || path === intermediate)) return
    const before = this.#sourcesBefore(commit)
    if (before === undefined) return
    for (const { context, source } of sources.list) {
      const old = findSource(before, context)
      if (old === undefined) this.#forget(context)
      else if (old.source !== source && this.#isAfterBaseline) {
        this.#changeSource(context, source, old.source, index)
      }
    }
    for (const { context } of before.list) {
      if (findSource(sources, context) === undefined) this.#forget(context)
    }
  }

  #sourcesBefore({ parents: [parent] }: Commit): FormerSources | undefined {
    if (parent === undefined) return undefined
    const files = this.#filesOf(this.#options.repository.readCommit(parent))
    return this.#reader.sources(files) ?? (this.#readable && this.#reader.sources(this.#readable))
  }

  #forget(context: string): void {
    for (const { madeFor, outdated } of this.#languages.values()) {
      madeFor.delete(context)
      outdated.delete(context)
    }
  }

  #changeSource(context: string, source: string, old: string, index: number): void {
    for (const { units, madeFor, outdated } of this.#languages.values()) {
      const row = units.indexOf(context)
      // Units that the file itself marks need no history. For a plural without texts the state alone decides.
      const state = row === undefined ? STATE.empty : units.list[row]!.state
      if (state === STATE.empty || state === STATE.fuzzy) continue
      const previousSource = outdated.get(context)?.previousSource ?? madeFor.get(context) ?? old
      if (previousSource === source) outdated.delete(context)
      else outdated.set(context, { previousSource, step: index })
    }
  }

  /** Applies rules 5, 6, 9 and 10 to what a step did to a translation. */
  #changeFile({ file, ...row }: TranslationRow, { rows }: CommitRows): void {
    const files = this.#readable
    if (files === undefined || file.isTemplate) return
    const { code } = file.language
    const others = rows.filter(
      ({ path }) => path !== row.path && this.#fileOf(path)?.language.code === code,
    )
    if (row.new === undefined) {
      if (!others.some((other) => other.new !== undefined)) this.#languages.delete(code)
      return
    }
    const readBlob = (oid: string) =>
      this.#reader.read(files, { ...file, real: { path: row.path, oid } })
    const read = readBlob(row.new)
    if ('alert' in read) return
    const units = read.value
    const language = this.#languages.get(code) ?? { units, madeFor: new Map(), outdated: new Map() }
    this.#languages.set(code, language)
    const oldBlob = row.old ?? others.find((other) => other.new === undefined)?.old
    const old = oldBlob === undefined ? undefined : readBlob(oldBlob)
    const before = old !== undefined && 'alert' in old ? language.units : old?.value
    this.#noteChanges(language, before, units)
    language.units = units
  }

  #noteChanges(
    { madeFor, outdated }: Language,
    before: FormerUnits | undefined,
    units: FormerUnits,
  ): void {
    for (const [index, { context, source, target, state }] of units.list.entries()) {
      const old = before?.list[before.indexOf(context, index) ?? -1]
      // A file with states also confirms a translation by changing its state.
      if (old?.target === target && old.state === state) continue
      outdated.delete(context)
      if (this.#isAfterBaseline) madeFor.set(context, source)
    }
  }

  /** Applies rules 11 and 12: what a commit message of Weblate confirms. */
  #confirm(code: string, { message, author }: Commit): void {
    const language = this.#languages.get(code)
    if (language === undefined) return
    const { outdated, units } = language
    const total = units.list.length
    const done = units.list.filter(({ state }) => state >= STATE.translated).length
    const count = countInMessage(message)
    if (count?.total === total) keepNewest(outdated, done - count.translated)
    else if (count !== undefined && count.translated === count.total) outdated.clear()
    else if (author.name !== 'Anonymous' && done === total) outdated.clear()
  }

  /** Reads the template and the intermediate file in a commit's own tree. */
  #filesOf({ tree }: Commit): StepFiles {
    const { config } = this.#options.place
    const { template, intermediate } = config
    const files = fileTreeOfCommit(this.#options.repository, tree)
    const kind = kindOf(config)
    const file = this.#fileOf(template)
    return {
      files: file === undefined ? [] : [{ ...file, real: realFile(files, template, kind) }],
      intermediate: realFile(files, intermediate, kind),
    }
  }

  #fileOf(path: string): MatchedFile | undefined {
    const file = this.#match(path)
    return file !== undefined && 'isTemplate' in file ? file : undefined
  }
}

/** Keeps only the strings whose source changed last. */
function keepNewest(outdated: Map<string, Outdated>, count: number): void {
  const newest = [...outdated].sort(([, a], [, b]) => b.step - a.step)
  for (const [context] of newest.slice(Math.max(count, 0))) outdated.delete(context)
}
