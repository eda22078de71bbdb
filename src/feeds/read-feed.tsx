import { Fragment } from 'hono/jsx'
import {
  changesAt,
  componentsAt,
  findPlace,
  NOWHERE,
  nameOfPlace,
  type Place,
  pageOfPlace,
  pathOfPlace,
  translationsAt,
} from '../catalog/place.ts'
import { effectLines, effectsOfCommit } from '../facts/effects.ts'
import { counted } from '../facts/format-numbers.ts'
import { groupBy } from '../group-by.ts'
import type { Change } from '../history/changes/change.ts'
import type { ChangeFilter } from '../history/changes/change-filter.ts'
import { ACTION } from '../history/changes/step-change.ts'
import { commitsOf, type LoggedCommit, parentOf, subjectOf } from '../history/commits/commits.ts'
import type { People } from '../history/people/people.ts'
import { notFound } from '../http/http-error.ts'
import { withRef } from '../http/request-info.ts'
import { selectChanges } from '../http/select-changes.ts'
import type { ViewRequest } from '../http/views.ts'
import { languageForCode } from '../languages/language.ts'
import { placeOf, translationPlace } from '../model/paths.ts'
import { checksumText, formsOf, textIfAny } from '../model/unit.ts'
import { nameFor } from '../model/unit-name.ts'
import { ACTION_NAMES } from '../search/action.ts'
import { type FoundUnit, findUnit } from '../view/find.ts'

/** Recent events at a place, the newest first: with the address of the feed and of the page that it follows. */
export type Feed = Awaited<ReturnType<typeof readFeed>>

interface FeedRequest extends ViewRequest {
  readonly siteTitle: string
  /** Maximum number of entries. */
  readonly max: number
  /** Whether an entry stands for a commit instead of a change. */
  readonly isByCommit: boolean
}

/** How many changes are read at once in search of those of commits. */
const SEARCHED = 1000

/** Returns a feed of the place and the unit that an address names. Rejects with 404, or with 400 for a filter. */
export async function readFeed(
  address: { readonly place: readonly string[]; readonly unit: string | undefined },
  request: FeedRequest,
) {
  const { siteTitle, view, origin, path, search, max, isByCommit } = request
  const place = findPlace(view, address.place)
  const unit = address.unit === undefined ? undefined : findUnit(view, address.unit)
  if (unit && !translationsAt(view, place).includes(unit.translation)) throw notFound()
  const filter = { ...changesAt(place), ...(unit && changesOf(unit)) }
  const { people, list } = await selectChanges(request, filter)
  const size = isByCommit && unit === undefined ? SEARCHED : max
  const matching: Change[] = []
  for (let start = 0, isEnd = false; !isEnd && matching.length < max; start += size) {
    const { changes } = await list({ start, size })
    matching.push(...changes)
    isEnd = changes.length < size
  }
  const isSite = place.project === undefined && place.code === undefined
  return {
    title: `Recent changes ${isSite ? 'on' : 'in'} ${nameOfPlace(view, place, siteTitle)}`,
    site: siteTitle,
    self: `${origin}${path}${search}`,
    page: addressOf(unit === undefined ? pageOfPlace(place) : unitPath(unit), request),
    entries: isByCommit
      ? await commitEntries(matching, unit === undefined ? place : undefined, people, request)
      : matching.map((change) => entryOf(change, people, request)),
  }
}

/**
 * Returns the entry for a change, whose summary has Weblate's wording: `String added in the repository at 2026-11-21
 * 04:05:06+00:00 on Demo/Web — Czech by Jana`.
 */
function entryOf(change: Change, people: People, request: FeedRequest): Entry {
  const { translation, component, row, seconds, action } = change
  const { project } = component
  const where = { project, category: undefined, component, code: translation?.language.code }
  const isOfUnit = translation !== undefined && row !== undefined
  const title = ACTION_NAMES[action]
  const place = nameOfPlace(request.view, where, request.siteTitle)
  const author = people.of(component, change.authorCommit).author?.fullName
  const time = new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', '+00:00')
  return {
    ...{ title, author, seconds },
    id: addressOf(`api/changes/${change.id}/`, request),
    link: addressOf(isOfUnit ? unitPath({ translation, row }) : pageOfPlace(where), request),
    summary: `${title} at ${time} on ${place}${author === undefined ? '' : ` by ${author}`}`,
  }
}

function changesOf({ translation, row }: FoundUnit): ChangeFilter {
  const { contexts, sources } = translation.units().table
  return {
    place: placeOf(translation.component),
    language: translation.language.code,
    unit: { context: contexts.at(row) ?? '', source: sources.at(row) ?? '' },
  }
}

function addressOf(path: string, { origin, ref }: FeedRequest): string {
  return withRef(`${origin}/${path}`, ref)
}

function unitPath({ translation, row }: FoundUnit): string {
  const checksum = checksumText(translation.units(), row)
  return `translate/${translationPlace(translation)}/?checksum=${checksum}`
}

/** An event in a feed. */
export interface Entry {
  /** A permanent URI that no other entry has. */
  readonly id: string
  /** The event in a few words; for a commit, its subject. */
  readonly title: string
  /** Page of the event, or of a unit in it. */
  readonly link: string
  /** A sentence with what, when, where and, if known, who. */
  readonly summary: string
  /** The summary as HTML, with the changed texts. */
  readonly html?: string
  readonly author: string | undefined
  /** Time of the event in seconds since 1970. */
  readonly seconds: number
}

/** How many differences an entry shows, and how many characters of each text. */
const MAX_DIFFERENCES = 20
const MAX_CHARACTERS = 500

/** Returns an entry for each commit of these changes, with its effects on a place; without one, with the changes. */
async function commitEntries(
  changes: readonly Change[],
  place: Place | undefined,
  people: People,
  request: FeedRequest,
): Promise<Entry[]> {
  const { catalog, view, origin, query, signal, max } = request
  const { historyOf } = catalog
  const language = place?.code
  const components = place === undefined ? [] : componentsAt(view, place)
  const groups = groupBy(changes, ({ commit }) => commit)
  const isWanted = ({ commit }: LoggedCommit) => groups.has(commit)
  const logged = commitsOf(components, { historyOf, language, isWanted }).slice(0)
  const commits = new Map(logged.map((commit) => [commit.commit, commit]))
  const entries: Entry[] = []
  for (const [oid, commitChanges] of groups) {
    if (entries.length === max) break
    const { component, authorCommit, seconds } = commitChanges[0]
    const commit = commits.get(oid)
    const effects = commit ? await effectsOfCommit(commit, language, signal) : []
    const lines = effectLines(effects)
    // A commit that only reformats files is no news, unless a filter asks for it.
    if (lines.length === 0 && commitChanges.every(isOfFiles) && !query.has('action')) continue
    const project = { ...NOWHERE, project: component.project }
    const base = parentOf(oid, historyOf(component))
    const link =
      base === undefined
        ? addressOf(`commits/${pathOfPlace(project)}`, request)
        : `${origin}/compare/${pathOfPlace(project)}?base=${base}&head=${oid}`
    entries.push({
      id: `${origin}/exports/atom/#${oid}`,
      title: subjectOf(oid, historyOf(component)) || oid,
      link,
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
  const shown = withoutRepeats(changes)
  const rest = shown.length - MAX_DIFFERENCES
  const children = [
    ...lines.map((line) => <p>{line}</p>),
    shown.length > 0 && <ul>{shown.slice(0, MAX_DIFFERENCES).map(differenceOf)}</ul>,
    rest > 0 && <p>And {counted(rest, 'more change')}.</p>,
  ]
  return String(Fragment({ children }))
}

/** Skips files that were read, and all but the first change of the same source: each language has one. */
function withoutRepeats(changes: readonly Change[]): Change[] {
  const sources = new Set<string>()
  return changes.filter((change) => {
    if (isOfFiles(change)) return false
    if (!isOfSource(change)) return true
    const { component, context, old, target } = change
    const { size } = sources
    return sources.add(JSON.stringify([placeOf(component), context, old, target])).size > size
  })
}

function isOfSource({ action, component, languageCode }: Change): boolean {
  if (action === ACTION.sourceChanged) return true
  return action === ACTION.stringUpdated && languageCode === component.sourceLanguage.code
}

function isOfFiles({ action }: Change): boolean {
  return action === ACTION.updated || action === ACTION.remoteUpdated
}

function differenceOf({ component, context, languageCode, action, details, old, target }: Change) {
  const source = String(details['source'] ?? '')
  const name = context === undefined ? '' : nameFor(component.config, { context, source })
  const code = action === ACTION.sourceChanged ? component.sourceLanguage.code : languageCode
  const text = textIfAny(target) || String(details['error_message'] ?? '')
  return (
    <li>
      {ACTION_NAMES[action]}
      {name !== '' && <b> {shortened(name)}</b>}
      {code !== undefined && ` (${languageForCode(code).name})`}
      {textIfAny(old) !== '' && old !== text && <del> {shortened(old)}</del>}
      {text !== '' && (old === text ? `: ${shortened(text)}` : <ins> {shortened(text)}</ins>)}
    </li>
  )
}

/** Joins plural forms, and truncates long texts. */
function shortened(text: string): string {
  const whole = formsOf(text).join(' / ')
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1)}…` : whole
}
