import { oncePerText } from '../cache.ts'
import type { ComponentConfig } from '../config/config.ts'
import { matchOptions } from './component.ts'
import { fileTreeOfPaths } from './file-tree.ts'
import { type DuplicateFile, type MatchedFile, matchFiles } from './filemask.ts'
import type { ConfiguredComponent } from './translation-file.ts'

/**
 * Returns the translation at a present or former path of a component, judging each path by itself; undefined if it is
 * not a translation. A path can be a duplicate only of the source file.
 */
export type PathMatcher = (path: string) => MatchedFile | DuplicateFile | undefined

const matchers = new WeakMap<ComponentConfig, PathMatcher>()

/** Returns the matcher of a component. Equal configurations share a matcher and its cache. */
export function pathMatcherOf(component: ConfiguredComponent): PathMatcher {
  const matcher = matchers.get(component.config) ?? createPathMatcher(component)
  matchers.set(component.config, matcher)
  return matcher
}

function createPathMatcher(component: ConfiguredComponent): PathMatcher {
  const options = matchOptions(component)
  return oncePerText((path) => {
    const { files, duplicates } = matchFiles(fileTreeOfPaths([{ path }], options.kind), options)
    return [...files, ...duplicates].find((file) => file.path === path)
  })
}
