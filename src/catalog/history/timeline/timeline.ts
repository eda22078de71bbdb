import { oncePer } from '../../../cache.ts'
import type { Completeness } from '../../../git/commit.ts'
import type { HistoryRows } from '../../../git/history/history.ts'
import type { Repository } from '../../../git/repository.ts'
import { hasAllLanguages, matchesIn, matchOptions } from '../../reading/component.ts'
import { fileTreeOfCommit, fileTreeOfPaths } from '../../reading/file-tree.ts'
import {
  type MatchedFile,
  type Matches,
  type MatchOptions,
  matchFiles,
  realFile,
} from '../../reading/filemask.ts'
import { findPaths } from '../../reading/glob.ts'
import type { ReadOptions } from '../../reading/translation-file.ts'
import { createPathLog, type PathLog } from './path-log.ts'

/** A first-parent commit that changed files of a component. */
export interface Step {
  /** Its place in the timeline, 0 for the oldest. */
  readonly index: number
  readonly commit: string
  /** When it was committed, in seconds since 1970. */
  readonly seconds: number
  /** Paths of the component that it added, changed or removed; where history is cut off, all that it has. */
  readonly changed: readonly string[]
}

/** The files of a component at a step, as `matchFiles` gives them. */
export type StepFiles = Pick<Matches, 'files' | 'intermediate'>

/**
 * What a component's branch did to its files, oldest first. Made from the index of history without reading trees, so it
 * costs little to make and `files` little to ask. How to use it:
 *
 *     const { timeline, reader } = component.history
 *     for (const step of timeline.steps) {
 *       for (const file of timeline.files(step.index).files) {
 *         const read = reader.read(timeline.files(step.index), file) // { value } or { alert }
 *       }
 *     }
 *
 * Before a folder moved to where the component's files are now, its files count under their present paths. A merge is one
 * step: what it did to its first parent. For all ancestors ask `component.history.rows('ancestors')`.
 */
export interface Timeline {
  readonly tip: string
  /** Whether the first step is the beginning; else its changes are not known, only what it has. */
  readonly completeness: Completeness
  readonly steps: readonly Step[]
  /** The component's files after a step; none for -1. */
  files(index: number): StepFiles
  /** The newest step up to `index` that changed a path; undefined without one. */
  lastChange(path: string, index: number): Step | undefined
  /**
   * The newest step up to `index` that changed a translation: its file, the template, the intermediate file, or where links
   * to them lead after `index`; of `''` one that changed what all translations share.
   */
  lastTranslationChange(filename: string, index: number): Step | undefined
}

/** The steps of a timeline by their commits. */
export const stepsByCommit: (timeline: Timeline) => ReadonlyMap<string, Step> = oncePer(
  ({ steps }: Timeline) => new Map(steps.map((step) => [step.commit, step])),
)

interface TimelineOptions {
  /** Of mode `first-parent-moves`. */
  readonly rows: HistoryRows
  readonly tip: string
  readonly component: Pick<ReadOptions, 'config' | 'project'>
  readonly repository: Repository
}

const NO_FILES: StepFiles = { files: [], intermediate: undefined }
/** How many steps' files are kept where each has to be read from its tree, and how many layouts. */
const KEPT_TREES = 4
const KEPT_LAYOUTS = 16

/**
 * The timeline behind a served commit. Throws RepositoryError when the oldest known tree or the newest
 * cannot be read. It is long because its functions share the steps.
 */
export function createTimeline({ rows, tip, component, repository }: TimelineOptions): Timeline {
  const options = matchOptions(component)
  const readTree = (commit: string) =>
    fileTreeOfCommit(repository, repository.readCommit(commit).tree)
  const log = createPathLog(rows, (commit) => ({
    seconds: repository.readCommit(commit).committer.timestamp,
    files: pathsIn(readTree(commit), options),
  }))
  const steps = log.steps.map(
    ({ commit, seconds, changed }, index): Step => ({ index, commit, seconds, changed }),
  )
  const layouts = new Map<number, Matches>()

  function filesFromLog(index: number): StepFiles {
    const layout = log.layout(index)
    let matches = layouts.get(layout)
    if (matches === undefined) {
      const paths = log.paths(layout).map((path) => ({ path }))
      matches = matchFiles(fileTreeOfPaths(paths, options.kind), options)
      if (layouts.size === KEPT_LAYOUTS) layouts.delete([...layouts.keys()][0]!)
      layouts.set(layout, matches)
    }
    return withBlobs(matches, log, index)
  }

  const now = matchesIn(readTree(tip), { ...component, repository })
  const codes = now.files.map(({ code }) => code)
  // The log neither follows links nor reads files: where that is needed, each step's own tree says what there is.
  const isPlain =
    !hasAllLanguages(component.config) &&
    (steps.length === 0 || isSame(now, filesFromLog(steps.length - 1)))
  const trees = new Map<number, StepFiles>()
  let last: { readonly index: number; readonly files: StepFiles } | undefined

  function filesFromTree(index: number): StepFiles {
    let files = trees.get(index)
    if (files === undefined) {
      const tree = readTree(steps[index]!.commit)
      files = matchesIn(tree, { ...component, repository }, codes)
      if (trees.size === KEPT_TREES) trees.delete([...trees.keys()][0]!)
      trees.set(index, files)
    }
    return files
  }

  function filesAt(index: number): StepFiles {
    if (index < 0) return NO_FILES
    if (!isPlain) return filesFromTree(index)
    if (last?.index !== index) last = { index, files: filesFromLog(index) }
    return last.files
  }

  return {
    tip,
    completeness: rows.history,
    steps,
    files: filesAt,
    lastChange: (path, index) => steps[log.lastChange(path, index)],
    lastTranslationChange(filename, index) {
      const paths = [filename, options.template, options.intermediate]
      if (!isPlain) paths.push(...realPaths(filesAt(index), filename))
      return steps[Math.max(...paths.map((path) => log.lastChange(path, index)))]
    },
  }
}

/** Where the blobs that a translation is made of are. */
function realPaths({ files, intermediate }: StepFiles, filename: string): string[] {
  const own = files.filter(({ path, isTemplate }) => isTemplate || path === filename)
  return [...own.map(({ real }) => real), intermediate].flatMap((real) => real?.path ?? [])
}

/** All paths of a component in a tree, and their blobs; of folders their trees. */
export function pathsIn(
  tree: ReturnType<typeof fileTreeOfCommit>,
  { filemask, template, intermediate, sourceFile = '', kind }: MatchOptions,
): Map<string, string> {
  const found = new Map<string, string>()
  const own = [template, intermediate, sourceFile]
  for (const path of [...findPaths(tree, filemask, { kind }), ...own]) {
    const real = realFile(tree, path, kind)
    if (real !== undefined) found.set(path, real.oid)
  }
  return found
}

function withBlobs({ files, intermediate }: Matches, log: PathLog, index: number): StepFiles {
  const blobOf = (real: MatchedFile['real']): MatchedFile['real'] =>
    real && { path: real.path, oid: log.blob(real.path, index) ?? '' }
  return {
    files: files.map((file) => ({ ...file, real: blobOf(file.real) })),
    intermediate: blobOf(intermediate),
  }
}

function isSame(one: StepFiles, other: StepFiles): boolean {
  const listOf = ({ files, intermediate }: StepFiles) =>
    [...files.map(({ real }) => real), intermediate].map((real) => `${real?.path} ${real?.oid}`)
  return listOf(one).join() === listOf(other).join()
}
