import { componentsAt, pathOfPlace } from '../../catalog/place.ts'
import { completenessOf } from '../../history/timeline/completeness.ts'
import type { Component } from '../../model/model.ts'
import { hasStatesOfHistory } from '../../model/readiness.ts'
import { formatDay, joined, shortId, Time } from '../components/words.tsx'
import type { Links } from '../links.ts'
import type { Framed, PartAttributes } from '../page.ts'

const PAGES = [
  ['', 'Projects'],
  ['languages/', 'Languages'],
  ['users/', 'People'],
  ['stats/', 'Statistics'],
  ['api/', 'API'],
  ['api/docs/', 'API reference'],
  ['about/', 'About'],
] as const

/**
 * Shows the commit that a page was computed from, and the API addresses with the same data, `facts`: undefined for a page
 * that does not depend on commits.
 */
export function footer(
  { view, place, ref, links }: Framed,
  facts: readonly string[] | undefined,
  attributes: PartAttributes,
) {
  const components = componentsAt(view, place)
  const pages = PAGES.map(([path, name]) => (
    <a href={links.to(path, path === 'api/docs/' ? { ref: undefined } : {})}>{name}</a>
  ))
  if (place.category === undefined) {
    pages.push(<a href={links.to(`exports/atom/${pathOfPlace(place)}`)}>Feed of changes</a>)
  }
  return (
    <footer class="foot" {...attributes}>
      {facts !== undefined && (
        <p>
          {sourceText(components, ref)} {components.length > 0 && historyText(components)}
        </p>
      )}
      {facts !== undefined && facts.length > 0 && (
        <p>
          This page in the API:{' '}
          {facts.map((fact) => (
            <>
              <code>
                <a href={factLink(fact, links)}>/api/{fact}</a>
              </code>{' '}
            </>
          ))}
        </p>
      )}
      <p>{joined(pages, ' · ')}</p>
    </footer>
  )
}

function factLink(fact: string, links: Links): string {
  const [path, search] = fact.split('?')
  return links.to(`api/${path}`, Object.fromEntries(new URLSearchParams(search)))
}

function sourceText(components: readonly Component[], ref: string | undefined) {
  const commits = new Map(
    components.flatMap(({ commit }) => (commit ? [[commit.oid, commit]] : [])),
  )
  const [only] = commits.values()
  if (commits.size === 1 && only !== undefined) {
    const branch = components.find(({ commit }) => commit !== undefined)?.branch
    return (
      <>
        Computed from commit <span class="oid">{shortId(only.oid)}</span> on <b>{ref ?? branch}</b>,{' '}
        <Time seconds={only.committer.timestamp} hasTime />.
      </>
    )
  }
  if (only === undefined) return 'No commit has been read yet.'
  const times = Array.from(commits.values(), ({ committer }) => committer.timestamp)
  return (
    <>
      The newest commit in these repositories is from <Time seconds={Math.max(...times)} hasTime />.
    </>
  )
}

function historyText(components: readonly Component[]): string {
  const states = components.some(({ config }) => hasStatesOfHistory(config))
    ? 'States of strings are computed from the history.'
    : 'States of strings are those in the files.'
  const completeness = completenessOf(components)
  if (completeness === undefined || completeness.complete) return states
  return `${states} The history is known since ${formatDay(completeness.since)}.`
}
