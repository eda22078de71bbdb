import { parentOf } from '../../catalog/history/commits/commits.ts'
import type { Component } from '../../catalog/model.ts'
import { NOWHERE } from '../../catalog/place.ts'
import type { PageRequest } from '../page.ts'
import { shortId } from './words.tsx'

/** Shows a commit, linked to its comparison with its parent. A root commit has no link. */
export function commitLink(commit: string, component: Component, { links, catalog }: PageRequest) {
  const id = shortId(commit)
  const parent = parentOf(commit, catalog.historyOf(component))
  if (parent === undefined) return <span class="oid">{id}</span>
  const project = { ...NOWHERE, project: component.project }
  const address = links.area('compare', project, { ref: undefined, base: parent, head: commit })
  return (
    <a href={address} class="oid" aria-label={`What commit ${id} did`}>
      {id}
    </a>
  )
}
