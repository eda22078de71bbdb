import { createRecent, once, oncePer } from '../../cache.ts'
import type { Completeness } from '../../git/commit.ts'
import type { HistoryRows } from '../../git/history/history.ts'
import type { Repository } from '../../git/repository.ts'
import {
  hasAllLanguages,
  matchesIn,
  matchesUnlessBroken,
  matchOptions,
} from '../../reading/component.ts'
import { type FileTree, fileTreeOfCommit, fileTreeOfPaths } from '../../reading/file-tree.ts'
import {
  type MatchedFile,
  type Matches,
  type MatchOptions,
  matchFiles,
  realFile,
} from '../../reading/filemask.ts'
import { findPaths } from '../../reading/find-paths.ts'
import type { ConfiguredComponent } from '../../reading/translation-file.ts'
import { createPathLog, type PathLog, type Step } from './path-log.ts'

export type { Step }

/** The files of a component at a step, as `matchFiles` returns them. */
export type StepFiles = Pick<Matches, 'files' | 'intermediate'>

/** Returns the steps of a timeline by commit. */
export const stepsByCommit: (timeline: Timeline) => ReadonlyMap<string, Step> = oncePer(
  ({ steps }: Timeline) => new Map(steps.map((step) => [step.commit, step])),
)

/** Returns the newest step at a time; -1 before the first. */
export function stepAt(steps: readonly { readonly seconds: number }[], seconds: number): number {
  return steps.findLastIndex((step) => step.seconds <= seconds)
}

const NO_FILES: StepFiles = { files: [], intermediate: undefined }
/** How many steps' files to cache if each must be read from its tree, and how many layouts. */
const KEPT_TREES = 4
const KEPT_LAYOUTS = 16

/**
 * What a component's branch did to its files, oldest first. Made from the index of history without reading trees, so it
 * is cheap to make, and so is `files`. How to use it:
 *
 *     const { timeline, reader } = component.history
 *     for (const step of timeline.steps) {
 *       for (const file of timeline.files(step.index).files) {
 *         const read = reader.read(timeline.files(step.index), file) // { value } or { alert }
 *       }
 *     }
 *
 * Before a folder moved to where the component's files are now, its files count under their present paths. A merge is one
 * step: what it did to its first parent. For all ancestors ask `component.history.rows('ancestors')`. Steps and files
 * throw RepositoryError when the oldest known tree or the newest cannot be read.
 */
export class Timeline {
  readonly tip: string
  /** Whether the first step is the real beginning. Otherwise only its files are known, not its changes. */
  readonly completeness: Completeness
  readonly #rows: HistoryRows
  readonly #component: ConfiguredComponent & { readonly repository: Repository }
  readonly #match: MatchOptions
  /** Created on demand: most questions go to workers, which have timelines of their own. */
  readonly #log = once(() => this.#readLog())
  /** What determines the files: the log alone, or each step's own tree. */
  readonly #filesFrom = once((): 'log' | 'trees' => (this.#isPlain() ? 'log' : 'trees'))
  /** The language codes in each version of a file that holds all languages. */
  readonly #codesIn = new Map<string, readonly string[]>()
  readonly #layouts = createRecent<number, Matches>(KEPT_LAYOUTS)
  readonly #trees = createRecent<number, StepFiles>(KEPT_TREES)
  #last: { readonly index: number; readonly files: StepFiles } | undefined

  /** The rows are those behind the commit in mode `first-parent-moves`. */
  constructor(
    rows: HistoryRows,
    component: ConfiguredComponent & { readonly commit: string },
    repository: Repository,
  ) {
    this.#rows = rows
    this.#component = { ...component, repository }
    this.#match = matchOptions(component)
    this.tip = component.commit
    this.completeness = rows.history
  }

  get steps(): readonly Step[] {
    return this.#log().steps
  }

  #readLog(): PathLog {
    return createPathLog(this.#rows, (commit, former) => {
      const tree = this.#readTree(commit)
      const files = pathsIn(tree, this.#match)
      for (const path of former) {
        const real = realFile(tree, path, this.#match.kind)
        if (real !== undefined) files.set(path, real.oid)
      }
      const { committer } = this.#component.repository.readCommit(commit)
      return { seconds: committer.timestamp, files }
    })
  }

  /** Returns whether no file holds all languages, and none is a link. */
  #isPlain(): boolean {
    if (hasAllLanguages(this.#component.config)) return false
    if (this.steps.length === 0) return true
    const files = matchesIn(this.#readTree(this.tip), this.#component)
    return isSame(files, this.#filesFromLog(this.steps.length - 1))
  }

  /** Returns the component's files after a step; none for -1. */
  files(index: number): StepFiles {
    if (index < 0) return NO_FILES
    if (this.#filesFrom() === 'trees') return this.#filesFromTree(index)
    if (this.#last?.index !== index) this.#last = { index, files: this.#filesFromLog(index) }
    return this.#last.files
  }

  /** Returns the first parent of the commit of any step but the first, which is an import. */
  parentOf(index: number): string {
    return this.#component.repository.readCommit(this.steps[index]!.commit).parents[0]!
  }

  /** Returns the paths of the component that a step added, changed or removed. */
  changed(index: number): readonly string[] {
    return this.#log().changed(index)
  }

  /** Returns the newest step up to `index` that changed a path; undefined if none did. */
  lastChange(path: string, index: number): Step | undefined {
    return this.steps[this.#log().lastChange(path, index)]
  }

  /**
   * Returns the newest step up to `index` that changed a translation: its file, the template, the intermediate file, or
   * the targets of links to them after `index`; for `''`, one that changed what all translations share.
   */
  lastTranslationChange(filename: string, index: number): Step | undefined {
    const paths = [filename, this.#match.template, this.#match.intermediate]
    if (this.#filesFrom() === 'trees') paths.push(...realPaths(this.files(index), filename))
    return this.steps[Math.max(...paths.map((path) => this.#log().lastChange(path, index)))]
  }

  #readTree(commit: string): FileTree {
    const { repository } = this.#component
    return fileTreeOfCommit(repository, repository.readCommit(commit).tree)
  }

  #filesFromLog(index: number): StepFiles {
    const log = this.#log()
    const layout = log.layout(index)
    if (this.#last?.index === index - 1 && log.layout(index - 1) === layout) {
      // Most steps change few of many files.
      return withBlobs(this.#last.files, log, index, new Set(log.changed(index)))
    }
    let matches = this.#layouts.get(layout)
    if (matches === undefined) {
      const paths = log.paths(layout).map((path) => ({ path }))
      matches = matchFiles(fileTreeOfPaths(paths, this.#match.kind), this.#match)
      this.#layouts.set(layout, matches)
    }
    return withBlobs(matches, log, index)
  }

  #filesFromTree(index: number): StepFiles {
    const files = this.#trees.get(index) ?? this.#matchesAt(index) ?? this.#matchesOfBroken(index)
    this.#trees.set(index, files)
    return files
  }

  /** Returns undefined if one file holds all languages and is broken, unless they are given. */
  #matchesAt(index: number, codesIfBroken?: readonly string[]): Matches | undefined {
    const match = (tree: FileTree) =>
      codesIfBroken === undefined
        ? matchesUnlessBroken(tree, this.#component, this.#codesIn)
        : matchesIn(tree, this.#component, codesIfBroken, this.#codesIn)
    const files = match(this.#readTree(this.steps[index]!.commit))
    const isThere = files === undefined || files.files.some(({ real }) => real)
    return isThere ? files : match(this.#movedTree(index))
  }

  /** Gives a broken file of all languages, and the broken versions before it, those of the last good version. */
  #matchesOfBroken(index: number): Matches {
    const broken = [index]
    let good: Matches | undefined
    while (good === undefined) {
      const change = this.lastChange(this.#component.config.filemask, broken.at(-1)!)
      if (change === undefined || change.index === 0) break
      const before = change.index - 1
      good = this.#matchesAt(before)
      if (good === undefined) broken.push(before)
    }
    const codes = good?.files.map(({ code }) => code) ?? []
    // Their languages are known from now on.
    const matches = broken.map((step) => this.#matchesAt(step, codes)!)
    return matches[0]!
  }

  /** Returns the files after a step under their present paths, without those that are links now. */
  #movedTree(index: number): FileTree {
    const log = this.#log()
    const now = this.#readTree(this.tip)
    const isLink = (path: string) => {
      const resolved = now.resolve(path)
      return resolved.kind !== 'missing' && !('path' in resolved && resolved.path === path)
    }
    const paths = log.paths(index).filter((path) => !isLink(path))
    return fileTreeOfPaths(
      paths.map((path) => ({ path, oid: log.blob(path, index) })),
      this.#match.kind,
    )
  }
}

/** Returns the locations of the blobs that a translation is made of. */
function realPaths({ files, intermediate }: StepFiles, filename: string): string[] {
  const matched = files.filter(({ path, isTemplate }) => isTemplate || path === filename)
  return [...matched.map(({ real }) => real), intermediate].flatMap((real) => real?.path ?? [])
}

/** Returns all paths of a component in a tree, with their blobs, or trees for folders. */
export function pathsIn(
  tree: FileTree,
  { filemask, template, intermediate, sourceFile = '', kind }: MatchOptions,
): Map<string, string> {
  const paths = new Map<string, string>()
  const configured = [template, intermediate, sourceFile]
  for (const path of [...findPaths(tree, filemask, { kind }), ...configured]) {
    const real = realFile(tree, path, kind)
    if (real !== undefined) paths.set(path, real.oid)
  }
  return paths
}

/** Returns files with their blobs after a step. `changed`: the others have theirs already. */
function withBlobs(
  { files, intermediate }: StepFiles,
  log: PathLog,
  index: number,
  changed?: ReadonlySet<string>,
): StepFiles {
  const blobOf = (real: MatchedFile['real']): MatchedFile['real'] =>
    real === undefined || changed?.has(real.path) === false
      ? real
      : { path: real.path, oid: log.blob(real.path, index) ?? '' }
  return {
    files: files.map((file) => {
      const real = blobOf(file.real)
      return real === file.real ? file : { ...file, real }
    }),
    intermediate: blobOf(intermediate),
  }
}

function isSame(stepFiles: StepFiles, other: StepFiles): boolean {
  const listOf = ({ files, intermediate }: StepFiles) =>
    [...files.map(({ real }) => real), intermediate].map((real) => `${real?.path} ${real?.oid}`)
  return listOf(stepFiles).join() === listOf(other).join()
}
