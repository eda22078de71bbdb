import type { ComponentConfig } from '../../config/config.ts'
import { ParseError, unless } from '../../errors.ts'
import type { HistoryRow } from '../../git/history/history.ts'
import type { Repository } from '../../git/repository.ts'
import { fileTreeOfCommit } from '../../reading/file-tree.ts'
import { realFile } from '../../reading/filemask.ts'
import { rowsByContext } from '../../reading/pair.ts'
import { kindOf, pathInGit } from '../../reading/translation-file.ts'
import type { LoggedComponent } from '../component-history.ts'
import type { StepFiles } from '../timeline/timeline.ts'

/**
 * Returns the keys that were units of a component at a commit: those of its template, or intermediate file, that pass its
 * key filter. Undefined if the file is missing or does not parse, and for a component without a template, where every
 * entry is a unit. Throws RepositoryError.
 */
export type UnitKeysAt = (commit: string) => Pick<ReadonlySet<string>, 'has'> | undefined

/** Opens the keys of a component's past. `rows` tell where its template was moved from. */
export function createUnitKeys(
  { component: { config }, history: { repository, timeline, reader } }: LoggedComponent,
  rows: Iterable<Pick<HistoryRow, 'path' | 'from'>>,
): UnitKeysAt {
  if (config.template === '') return () => undefined
  const versions = reader.openVersions(true)
  const now = timeline.files(timeline.steps.length - 1)
  const filesAt = createSourceFinder(config, repository, now, rows)
  const steps = new Map(timeline.steps.map(({ commit, index }) => [commit, index]))
  return (commit) => {
    const step = steps.get(commit)
    // The log knows the files of commits on the branch; the tree of another commit takes much longer.
    const files = step === undefined ? filesAt(commit) : timeline.files(step)
    const sources = unless(() => versions.sources(files).others, ParseError)
    return sources && rowsByContext(sources)
  }
}

/** Returns the function that finds the template and the intermediate file in the tree of a commit. */
function createSourceFinder(
  config: ComponentConfig,
  repository: Repository,
  now: StepFiles,
  rows: Iterable<Pick<HistoryRow, 'path' | 'from'>>,
): (commit: string) => StepFiles {
  const { template, intermediate } = config
  const kind = kindOf(config)
  const templates = formerPaths(pathInGit(template, config), rows)
  const intermediates = intermediate === '' ? [] : formerPaths(intermediate, rows)
  return (commit) => {
    const tree = fileTreeOfCommit(repository, repository.readCommit(commit).tree)
    const find = (paths: readonly string[]) => {
      for (const path of paths) {
        const real = realFile(tree, path, kind)
        if (real !== undefined) return real
      }
      return undefined
    }
    const real = find(templates)
    const files = now.files.filter(({ isTemplate }) => isTemplate)
    return { files: files.map((file) => ({ ...file, real })), intermediate: find(intermediates) }
  }
}

/** Returns a path, then the former paths of its file, the latest first. */
function formerPaths(
  path: string,
  rows: Iterable<Pick<HistoryRow, 'path' | 'from'>>,
): readonly string[] {
  const paths = new Set([path])
  const moves = Array.from(rows).filter(({ from }) => from !== undefined)
  for (const { path: to, from } of moves.reverse()) {
    if (from !== undefined && paths.has(to)) paths.add(from)
  }
  return [...paths]
}
