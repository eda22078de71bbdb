import type { ComponentHistory } from '../../catalog/history/component-history.ts'
import type { Component } from '../../catalog/model.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { RepositoryError } from '../../errors.ts'
import type { PageRequest } from '../page.ts'
import { shortId } from './words.tsx'

/** A commit, which leads to what it did to its project; the first one leads nowhere. */
export function CommitLink({
  commit,
  component,
  request: { links, catalog },
}: {
  readonly commit: string
  readonly component: Component
  readonly request: Pick<PageRequest, 'links' | 'catalog'>
}) {
  const id = shortId(commit)
  const parent = parentOf(commit, catalog.historyOf(component)?.repository)
  if (parent === undefined) return <span class="oid">{id}</span>
  const project = { ...NOWHERE, project: component.project }
  const address = links.area('compare', project, { ref: undefined, base: parent, head: commit })
  return (
    <a href={address} class="oid" aria-label={`What commit ${id} did`}>
      {id}
    </a>
  )
}

function parentOf(
  commit: string,
  repository: ComponentHistory['repository'] | undefined,
): string | undefined {
  if (repository === undefined || repository.isShallow(commit)) return undefined
  try {
    return repository.readCommit(commit).parents[0]
  } catch (error) {
    // What cannot be read cannot be compared with either.
    if (!(error instanceof RepositoryError)) throw error
    return undefined
  }
}
