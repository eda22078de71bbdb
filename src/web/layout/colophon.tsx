import { completenessOf } from '../../catalog/history/timeline/completeness.ts'
import type { Component, View } from '../../catalog/model.ts'
import { componentsAt, type Place } from '../../catalog/place.ts'
import { hasStatesOfHistory } from '../../catalog/readiness.ts'
import { formatDay, shortId, Time } from '../components/words.tsx'
import type { Links } from '../links.ts'

/** Shows the commit that a page was computed from, and the API addresses with the same data. */
export function Colophon({
  view,
  place,
  shownRef,
  links,
  facts = [],
}: {
  view: View
  place: Place
  shownRef: string | undefined
  links: Links
  facts?: readonly string[] | undefined
}) {
  const components = componentsAt(view, place)
  return (
    <footer class="foot" id="end">
      <p>
        <Source components={components} view={view} shownRef={shownRef} /> {historyText(components)}
      </p>
      {facts.length > 0 && (
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
      <p>
        <a href={links.to('')}>Projects</a> · <a href={links.to('languages/')}>Languages</a> ·{' '}
        <a href={links.to('users/')}>People</a> · <a href={links.to('stats/')}>Statistics</a> ·{' '}
        <a href={links.to('api/')}>API</a> ·{' '}
        <a href={links.to('api/docs/', { ref: undefined })}>API reference</a> ·{' '}
        <a href={links.to('about/')}>About</a>
      </p>
    </footer>
  )
}

/** Returns the link to an API address, which may have a query, at the ref of the page. */
function factLink(fact: string, links: Links): string {
  const [path, search] = fact.split('?')
  return links.to(`api/${path}`, Object.fromEntries(new URLSearchParams(search)))
}

function Source({
  components,
  view,
  shownRef,
}: {
  components: readonly Component[]
  view: View
  shownRef: string | undefined
}) {
  const commits = new Map(
    components.flatMap(({ commit }) => (commit ? [[commit.oid, commit]] : [])),
  )
  const [only] = commits.values()
  const branch = components.find(({ commit }) => commit !== undefined)?.branch
  if (commits.size === 1 && only !== undefined) {
    return (
      <>
        Computed from commit <span class="oid">{shortId(only.oid)}</span> on{' '}
        <b>{shownRef ?? branch}</b>, <Time seconds={only.committer.timestamp} hasTime />.
      </>
    )
  }
  if (view.timestamp === undefined) return <>No commit has been read yet.</>
  return (
    <>
      The newest commit of these repositories is of <Time seconds={view.timestamp} hasTime />.
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
