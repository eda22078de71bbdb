import type { ComponentConfig } from '../../config/config.ts'
import { matchOptions } from './component.ts'
import { fileTreeOfPaths } from './file-tree.ts'
import { type DuplicateFile, type MatchedFile, matchFiles } from './filemask.ts'
import type { ReadOptions } from './translation-file.ts'

/**
 * The translation that a present or former path of a component is, each taken alone; undefined for
 * what is no translation. Only where another file is the source can a path be a duplicate.
 */
export type PathMatcher = (path: string) => MatchedFile | DuplicateFile | undefined

const matchers = new WeakMap<ComponentConfig, PathMatcher>()

/** The matcher of a component; for the same configuration the same, which keeps its answers. */
export function pathMatcherOf(component: Pick<ReadOptions, 'config' | 'project'>): PathMatcher {
  const matcher = matchers.get(component.config) ?? createPathMatcher(component)
  matchers.set(component.config, matcher)
  return matcher
}

function createPathMatcher(component: Pick<ReadOptions, 'config' | 'project'>): PathMatcher {
  const options = matchOptions(component)
  const matches = new Map<string, ReturnType<PathMatcher>>()
  return (path) => {
    if (!matches.has(path)) {
      const tree = fileTreeOfPaths([{ path }], options.kind)
      const { files, duplicates } = matchFiles(tree, options)
      matches.set(
        path,
        [...files, ...duplicates].find((file) => file.path === path),
      )
    }
    return matches.get(path)
  }
}
