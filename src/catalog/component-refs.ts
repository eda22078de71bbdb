import { oncePerText } from '../cache.ts'
import type { ComponentConfig } from '../config/config.ts'
import { nearest } from '../config/nearest.ts'
import type { Work } from '../engine/work.ts'
import { RepositoryError, unless } from '../errors.ts'
import type { Commit } from '../git/commit.ts'
import type { Ref, Repository, RepositoryLocation } from '../git/repository.ts'
import { fileTreeOfCommit } from '../reading/file-tree.ts'
import { findPaths } from '../reading/find-paths.ts'
import { kindOf } from '../reading/translation-file.ts'

/** A branch or tag at which a component has files. */
export interface ComponentRef extends Pick<Ref, 'kind' | 'name'> {
  readonly commit: Commit
}

/** Finds the branches and tags that have a component. */
export const refsWork: Work<
  { place: RepositoryLocation; config: ComponentConfig },
  ComponentRef[]
> = {
  name: 'refs',
  run: ({ place, config }, { repositoryAt }) => findComponentRefs(repositoryAt(place), config),
}

/**
 * Returns the branches, then the tags, whose commit has the template or a file of a component, newest first. Skips refs
 * that cannot be read.
 */
function findComponentRefs(repository: Repository, config: ComponentConfig): ComponentRef[] {
  const hasFilesIn = oncePerText((tree) => hasFiles(repository, tree, config))
  const refs: ComponentRef[] = []
  for (const { kind, name, oid } of repository.listRefs()) {
    const readRef = () => {
      const commit = repository.readCommit(oid)
      if (hasFilesIn(commit.tree)) refs.push({ kind, name, commit })
    }
    unless(readRef, RepositoryError)
  }
  return refs.sort(
    (a, b) =>
      Number(a.kind === 'tag') - Number(b.kind === 'tag') ||
      b.commit.committer.timestamp - a.commit.committer.timestamp ||
      (a.name < b.name ? -1 : 1),
  )
}

function hasFiles(repository: Repository, rootOid: string, config: ComponentConfig): boolean {
  const { filemask, template } = config
  const kind = kindOf(config)
  const tree = fileTreeOfCommit(repository, rootOid)
  if (template !== '' && tree.resolve(template).kind === kind) return true
  return findPaths(tree, filemask, { kind }).length > 0
}

/** Maximum number of names and of their characters to compare, since the client chooses the name. */
const MAX_REFS = 100
const MAX_CHARACTERS = 40

/** Returns the name of the branch or tag that is most similar to an unknown one; undefined if all are too different. */
export function nearestRef(unknown: string, refs: readonly ComponentRef[]): string | undefined {
  const names = refs.map(({ name }) => name).filter((name) => name.length <= MAX_CHARACTERS)
  return nearest(unknown.slice(0, MAX_CHARACTERS), names.slice(0, MAX_REFS))
}
