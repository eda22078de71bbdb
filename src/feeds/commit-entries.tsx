import { Fragment } from 'hono/jsx'
import { componentsAt, NOWHERE, type Place, pathOfPlace } from '../catalog/place.ts'
import { effectLines, effectsOfCommit } from '../facts/effects.ts'
import { counted } from '../facts/format-numbers.ts'
import { groupBy } from '../group-by.ts'
import type { Change } from '../history/changes/change.ts'
import { ACTION } from '../history/changes/step-change.ts'
import { commitsOf, type LoggedCommit, parentOf, subjectOf } from '../history/commits/commits.ts'
import type { People } from '../history/people/people.ts'
import type { ViewRequest } from '../http/views.ts'
import { languageForCode } from '../languages/language.ts'
import { formsOf } from '../model/unit.ts'
import { nameFor } from '../model/unit-name.ts'
import { ACTION_NAMES } from '../search/action.ts'
import type { Entry } from './feed.ts'

/** How many differences an entry shows, and how many characters of each text. */
const MAX_DIFFERENCES = 20
const MAX_CHARACTERS = 500

/**
 * Returns an entry for each commit of these changes, with the effects of the whole commit on the place, by language;
 * without a place, with these changes only.
 */
export async function commitEntries(
  changes: readonly Change[],
  place: Place | undefined,
  {
    request: { catalog, view, origin, signal },
    max,
    people,
  }: {
    readonly request: ViewRequest
    readonly max: number
    readonly people: People
  },
): Promise<Entry[]> {
  const { historyOf } = catalog
  const language = place?.code
  const components = place === undefined ? [] : componentsAt(view, place)
  const groups = [...groupBy(changes, ({ commit }) => commit)].slice(0, max)
  const oids = new Set(groups.map(([oid]) => oid))
  const isWanted = ({ commit }: LoggedCommit) => oids.has(commit)
  const commits = new Map(
    commitsOf(components, { historyOf, language, isWanted })
      .slice(0)
      .map((logged) => [logged.commit, logged]),
  )
  const entries: Entry[] = []
  for (const [oid, commitChanges] of groups) {
    const { component, authorCommit, seconds } = commitChanges[0]
    const commit = commits.get(oid)
    const effects = commit ? await effectsOfCommit(commit, { language, signal }) : []
    const lines = effectLines(effects)
    const project = { ...NOWHERE, project: component.project }
    const base = parentOf(oid, historyOf(component))
    const page =
      base === undefined
        ? `commits/${pathOfPlace(project)}`
        : `compare/${pathOfPlace(project)}?base=${base}&head=${oid}`
    entries.push({
      id: `${origin}/exports/atom/#${oid}`,
      title: subjectOf(oid, historyOf(component)) || oid,
      link: `${origin}/${page}`,
      summary:
        lines.join('; ') ||
        [...new Set(commitChanges.map(({ action }) => ACTION_NAMES[action]))].join(', '),
      html: htmlOf(lines, commitChanges),
      author: people.of(component, authorCommit).author?.fullName,
      seconds,
    })
  }
  return entries
}

function htmlOf(lines: readonly string[], changes: readonly Change[]): string {
  const shown = changes.filter(isTold)
  const rest = shown.length - MAX_DIFFERENCES
  const children = [
    ...lines.map((line) => <p>{line}</p>),
    <ul>{shown.slice(0, MAX_DIFFERENCES).map(differenceOf)}</ul>,
    rest > 0 && <p>And {counted(rest, 'more change')}.</p>,
  ]
  return String(Fragment({ children }))
}

/**
 * Skips changes that repeat others: that a file was read, and that the source language's string changed with its
 * source.
 */
function isTold({ action, component, languageCode }: Change): boolean {
  if (action === ACTION.updated || action === ACTION.remoteUpdated) return false
  return action !== ACTION.stringUpdated || languageCode !== component.sourceLanguage.code
}

function differenceOf({ component, context, languageCode, action, details, old, target }: Change) {
  const source = String(details['source'] ?? '')
  const name = context === undefined ? '' : nameFor(component.config, { context, source })
  const code = action === ACTION.sourceChanged ? component.sourceLanguage.code : languageCode
  const text = target || String(details['error_message'] ?? '')
  return (
    <li>
      {ACTION_NAMES[action]}
      {name !== '' && <b> {shortened(name)}</b>}
      {code !== undefined && ` (${languageForCode(code).name})`}
      {old !== '' && old !== text && <del> {shortened(old)}</del>}
      {text !== '' && (old === text ? `: ${shortened(text)}` : <ins> {shortened(text)}</ins>)}
    </li>
  )
}

/** Joins plural forms, and truncates long texts. */
function shortened(text: string): string {
  const whole = formsOf(text).join(' / ')
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1)}…` : whole
}
