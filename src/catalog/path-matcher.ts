import { matchOptions } from './component.ts'
import { fileTreeOfPaths } from './file-tree.ts'
import { type DuplicateFile, type MatchedFile, matchFiles } from './filemask.ts'
import type { ReadOptions } from './translation-file.ts'

/**
 * Says of paths, whether they are there now or were once, what they are to a component, each taken alone; undefined for
 * what is no translation. Only where another file is the source can a path be a duplicate.
 */
export function createPathMatcher(
  component: Pick<ReadOptions, 'config' | 'project'>,
): (path: string) => MatchedFile | DuplicateFile | undefined {
  const options = matchOptions(component)
  const known = new Map<string, MatchedFile | DuplicateFile | undefined>()
  return (path) => {
    if (!known.has(path)) {
      const { files, duplicates } = matchFiles(fileTreeOfPaths([{ path }]), options)
      known.set(
        path,
        [...files, ...duplicates].find((file) => file.path === path),
      )
    }
    return known.get(path)
  }
}
