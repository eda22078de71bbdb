import type { Change } from '../../catalog/history/changes/change.ts'
import { ACTION_NAMES } from '../../catalog/history/changes/step-change.ts'
import type { People } from '../../catalog/history/people/people.ts'
import { changesAt } from '../../catalog/place.ts'
import { checksumText } from '../../catalog/unit.ts'
import { nameFor } from '../../catalog/unit-name.ts'
import { counted } from '../../facts/words.ts'
import { selectChanges } from '../../http/changes.ts'
import { languageForCode } from '../../languages/language.ts'
import { CommitEntry } from '../components/commit-entry.tsx'
import { ListFilter, ListPage, Menu, startOf } from '../components/list-page.tsx'
import { componentPlace } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { Difference } from '../texts/difference.tsx'
import { commits } from './commits.tsx'

const PAGE_SIZE = 100
const DATES = [
  ['From', 'timestamp_after'],
  ['Until', 'timestamp_before'],
] as const
const FILTERS = ['user', 'action', ...DATES.map(([, name]) => name)]

/** Shows the changes of a place commit by commit, newest first; for a category its commits. */
export async function changes(request: PageRequest): Promise<PageContent> {
  const { catalog, view, place, links, query, signal } = request
  if (place.category !== undefined) return commits(request)
  const selected = await selectChanges(
    { catalog, view, signal },
    { query, place: changesAt(place) },
  )
  const start = startOf(query)
  const part = await selected.list({ start, size: PAGE_SIZE })
  const { count, isCounted, isComplete } = part
  const shown = isCounted ? counted(count, 'change') : `more than ${counted(count, 'change')}`
  return {
    title: 'Changes',
    lead: (
      <p>
        {shown}
        {isComplete ? '' : ' in the known history'}, the newest first.{' '}
        <a href={links.area('commits', place)}>By commit</a>
      </p>
    ),
    facts: place.project ? [`projects/${place.project.config.slug}/changes/`] : ['changes/'],
    isTransient: !isCounted,
    isUnlisted: FILTERS.some((name) => query.has(name)),
    main: (
      <>
        <ChangesFilter request={request} people={selected.people} />
        <ListPage
          title="Changes"
          request={request}
          classes="log two narrow"
          list={{
            ...{ start, size: PAGE_SIZE, items: byCommit(part.changes) },
            count: isCounted ? count : Math.max(count, start + part.changes.length + 1),
            empty: 'There are no such changes.',
            entry: (ofCommit) => (
              <CommitChanges changes={ofCommit} people={selected.people} request={request} />
            ),
          }}
        />
      </>
    ),
  }
}

function ChangesFilter({
  request,
  people: { directory },
}: {
  request: PageRequest
  people: People
}) {
  const { query } = request
  return (
    <ListFilter label="Filter changes" names={FILTERS} request={request}>
      {directory.authors.length > 0 && (
        <label>
          Who
          <input name="user" list="people" value={query.get('user') ?? ''} placeholder="anybody" />
          <datalist id="people">
            {directory.authors.slice(0, 500).map(({ userName, fullName }) => (
              <option value={userName}>{fullName}</option>
            ))}
          </datalist>
        </label>
      )}
      <Menu
        label="What"
        name="action"
        chosen={query.get('action')}
        choices={[['', 'everything'], ...Object.entries(ACTION_NAMES)]}
      />
      {DATES.map(([label, name]) => (
        <label>
          {label}
          <input type="date" name={name} value={query.get(name) ?? ''} />
        </label>
      ))}
    </ListFilter>
  )
}

/** Groups adjacent changes of the same commit. */
function byCommit(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last?.[0]?.commit === change.commit) last.push(change)
    else groups.push([change])
  }
  return groups
}

/** How many changes of a commit are expanded; the rest are collapsed. */
const SHOWN = 5

function CommitChanges({
  changes,
  people,
  request,
}: {
  changes: readonly Change[]
  people: People
  request: PageRequest
}) {
  const [first] = changes
  if (first === undefined) return null
  const authors = new Set(
    changes.map(({ component, authorCommit }) => people.of(component, authorCommit).author),
  )
  const entry = (change: Change) => <ChangeEntry change={change} request={request} />
  const rest = changes.slice(SHOWN)
  return (
    <CommitEntry
      commit={first.commit}
      seconds={first.seconds}
      component={first.component}
      authors={[...authors]}
      request={request}
    >
      <ul class="log inner">{changes.slice(0, SHOWN).map(entry)}</ul>
      {rest.length > 0 && (
        <details>
          <summary class="small">{counted(rest.length, 'more change')}</summary>
          <ul class="log inner">{rest.map(entry)}</ul>
        </details>
      )}
    </CommitEntry>
  )
}

function ChangeEntry({ change, request: { links } }: { change: Change; request: PageRequest }) {
  const { component, translation, row, action, context, languageCode, target, old } = change
  const code = languageCode ?? component.sourceLanguage.code
  const language = languageForCode(code)
  const place = componentPlace(component)
  const translationLocation = translation && { ...place, code: translation.language.code }
  const checksum =
    translation && row !== undefined ? checksumText(translation.units(), row) : undefined
  const string = nameFor(component.config, {
    context: context ?? '',
    source: String(change.details['source'] ?? ''),
  })
  const name = `${component.config.name}${languageCode === undefined ? '' : `, ${language.name}`}`
  return (
    <li>
      <p class="small">
        {checksum !== undefined && translationLocation ? (
          <a href={links.area('translate', translationLocation, { checksum })}>
            <code>{string}</code>
          </a>
        ) : (
          <code>{string}</code>
        )}{' '}
        <span class="soft">
          {ACTION_NAMES[action]}, <a href={links.place(translationLocation ?? place)}>{name}</a>
        </span>
      </p>
      {(target !== '' || old !== '') && (
        <Difference
          before={old}
          after={target}
          language={action === 30 ? component.sourceLanguage : language}
        />
      )}
    </li>
  )
}
