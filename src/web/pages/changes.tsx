import { changesAt, pathOfPlace } from '../../catalog/place.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { Change } from '../../history/changes/change.ts'
import { ACTION } from '../../history/changes/step-change.ts'
import type { People } from '../../history/people/people.ts'
import { selectChanges } from '../../http/select-changes.ts'
import { languageForCode } from '../../languages/language.ts'
import { nameFor } from '../../model/unit-name.ts'
import { ACTION_NAMES } from '../../search/action.ts'
import { listFilter, listPage, menu, startOf, unitEntry } from '../components/list-page.tsx'
import { componentPlace, type Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { commitEntry } from '../sections/commits.tsx'
import { personField } from '../sections/people.tsx'
import { Difference } from '../texts/difference.tsx'
import { commits } from './commits.tsx'

/** A page ends after the commit with this expanded change. */
const PAGE_SIZE = 100
/** Most changes read for a page. A commit that is cut off here moves to the next page, unless it is the only one. */
const MAX_CHANGES = 500
const DATES = [
  ['From', 'timestamp_after'],
  ['Before', 'timestamp_before'],
] as const
const FILTERS = ['user', 'action', ...DATES.map(([, name]) => name)]

/** Shows the changes of a place commit by commit, newest first; for a category its commits. */
export async function changes(request: PageRequest): Promise<PageContent> {
  const { place, links, query } = request
  if (place.category !== undefined) return commits(request)
  const { people, list } = await selectChanges(request, changesAt(place))
  const start = startOf(query)
  const { count, isCounted, isComplete, changes } = await list({ start, size: MAX_CHANGES })
  const items = firstCommits(changes)
  const size = items.flat().length
  const part = { start, size, items, count: isCounted ? count : Infinity, isUneven: true }
  // A count that is not known yet would differ from page to page.
  const shown = isCounted ? counted(count, 'change') : 'Changes'
  const filters = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? undefined]))
  return {
    title: 'Changes',
    lead: (
      <>
        {shown}
        {isComplete ? '' : ' in the known history'}, the newest first.{' '}
        <a href={links.area('commits', place)}>By commit</a>
        {' · '}
        <a href={links.to(`exports/atom/${pathOfPlace(place)}`, filters)}>Feed</a>
      </>
    ),
    facts: place.project ? [`projects/${place.project.config.slug}/changes/`] : ['changes/'],
    isTransient: !isCounted,
    isUnlisted: FILTERS.some((name) => query.has(name)),
    main: (
      <>
        {changesFilter(people, request)}
        {listPage(request, part, (ofCommit) => commitChanges(ofCommit, people, request), {
          ...{ filters: FILTERS, empty: 'There are no changes.' },
        })}
      </>
    ),
  }
}

const ACTIONS = Object.values(ACTION).map((code) => [String(code), ACTION_NAMES[code]] as const)

function changesFilter({ directory }: People, request: PageRequest) {
  const { query } = request
  return listFilter(
    'Filter changes',
    FILTERS,
    request,
    <>
      {personField(directory, query)}
      {menu('What', 'action', query.get('action'), [['', 'everything'], ...ACTIONS])}
      {DATES.map(([label, name]) => (
        <label>
          {label}
          <input type="date" name={name} value={query.get(name) ?? ''} />
        </label>
      ))}
    </>,
  )
}

type CommitChanges = [Change, ...Change[]]

function byCommit(changes: readonly Change[]): CommitChanges[] {
  const groups: CommitChanges[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last?.[0].commit === change.commit) last.push(change)
    else groups.push([change])
  }
  return groups
}

function firstCommits(changes: readonly Change[]): CommitChanges[] {
  const commits = byCommit(changes)
  if (commits.length > 1 && changes.length === MAX_CHANGES) commits.pop()
  let expanded = 0
  return commits.filter(({ length }) => {
    const isOnPage = expanded < PAGE_SIZE
    expanded += Math.min(length, SHOWN)
    return isOnPage
  })
}

/** How many changes of a commit are expanded; the rest are collapsed. */
const SHOWN = 5

function commitChanges(changes: CommitChanges, people: People, request: PageRequest) {
  const authors = new Set(
    changes.map(({ component, authorCommit }) => people.of(component, authorCommit).author),
  )
  const entry = (change: Change) => changeItem(change, request.links)
  const rest = changes.slice(SHOWN)
  return commitEntry(
    changes[0],
    [...authors],
    request,
    <>
      <ul class="log">{changes.slice(0, SHOWN).map(entry)}</ul>
      {rest.length > 0 && (
        <details>
          <summary class="small">{counted(rest.length, 'more change')}</summary>
          <ul class="log">{rest.map(entry)}</ul>
        </details>
      )}
    </>,
  )
}

function changeItem(change: Change, links: Links) {
  const { component, translation, row, action, context = '', languageCode, target, old } = change
  const language = languageForCode(languageCode ?? component.sourceLanguage.code)
  const source = String(change.details['source'] ?? '')
  const where = `${component.config.name}${languageCode === undefined ? '' : `, ${language.name}`}`
  const place = componentPlace(component, translation?.language.code)
  const hasTexts = target !== '' || old !== ''
  const isOfSource = action === ACTION.sourceChanged || !hasTexts
  return unitEntry(
    nameFor(component.config, { context, source }),
    translation && row !== undefined ? links.unit(translation, row) : undefined,
    <>
      {ACTION_NAMES[action]}, <a href={links.place(place)}>{where}</a>
    </>,
    (hasTexts || source !== '') && (
      <Difference
        between={hasTexts ? [old, target] : [source, source]}
        language={isOfSource ? component.sourceLanguage : language}
      />
    ),
  )
}
