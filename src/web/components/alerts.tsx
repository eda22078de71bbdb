import { withoutServerPaths } from '../../address.ts'
import type { Alert, Component } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { type Need, readinessOf } from '../../catalog/readiness.ts'
import { counted, formatNumber } from '../../facts/words.ts'
import { groupBy } from '../../group-by.ts'
import { componentPlace, type Links } from '../links.ts'
import { Note } from './note.tsx'
import { formatDay, joined, Words } from './words.tsx'

/** How many alerts of one kind are shown expanded. */
const MAX_SHOWN = 3

const TITLES: Readonly<Record<Alert['name'], string>> = {
  ParseError: 'A file cannot be read',
  RepositoryError: 'The repository cannot be read',
  MissingFile: 'There is no such file',
  DuplicateLanguage: 'Two files for one language',
  IgnoredFile: 'A file is ignored',
  RefusedText: 'A program would refuse a text',
  UnsupportedExpression: 'An expression is not supported',
  InternalError: 'gitglot failed',
}

/** Alerts that hide strings. */
const GRAVE: ReadonlySet<Alert['name']> = new Set([
  'ParseError',
  'RepositoryError',
  'MissingFile',
  'InternalError',
])

/** Shows the alerts of components, what is still being read, how stale the data is, and which components are absent. */
export function Alerts({
  components,
  absent = [],
  links,
}: {
  readonly components: readonly Component[]
  /** See `Project.absent`. */
  readonly absent?: readonly Component[]
  readonly links: Links
}) {
  const groups = groupBy(
    components.flatMap((component) => component.alerts.map((alert) => ({ component, alert }))),
    ({ alert }) => alert.name,
  )
  const sorted = [...groups].sort(([a], [b]) => Number(GRAVE.has(b)) - Number(GRAVE.has(a)))
  return (
    <>
      <Reading components={components} />
      {absent.length > 0 && <Absent components={absent} links={links} />}
      {sorted.map(([name, alerts]) => (
        <AlertNote name={name} alerts={alerts} links={links} />
      ))}
    </>
  )
}

interface ComponentAlert {
  readonly component: Component
  readonly alert: Alert
}

/** Lists components that are missing at the shown ref, with links to the served commit. */
function Absent({ components, links }: { components: readonly Component[]; links: Links }) {
  return (
    <p class="note">
      {joined(
        components.map((component) => (
          <a href={links.to(`projects/${placeOf(component)}/`, { ref: undefined })}>
            {component.config.name}
          </a>
        )),
      )}{' '}
      did not exist at <b>{links.ref}</b>.
    </p>
  )
}

/** Shows alerts of one kind; those beyond the first few are collapsed. */
function AlertNote({
  name,
  alerts,
  links,
}: {
  name: Alert['name']
  alerts: readonly ComponentAlert[]
  links: Links
}) {
  const commit = alerts.find(({ component }) => component.commit)?.component.commit
  const isOld = name === 'RepositoryError' && commit !== undefined
  const entry = ({ component, alert }: ComponentAlert) => (
    <li>
      <a href={links.place(componentPlace(component))}>{component.config.name}</a>:{' '}
      <Words text={withoutServerPaths(alert.message)} />
    </li>
  )
  const rest = alerts.slice(MAX_SHOWN)
  return (
    <Note kind={isOld ? 'old' : GRAVE.has(name) ? 'bad' : 'edit'} title={TITLES[name]}>
      <ul>{alerts.slice(0, MAX_SHOWN).map(entry)}</ul>
      {rest.length > 0 && (
        <details>
          <summary>{counted(rest.length, 'more alert')}</summary>
          <ul>{rest.map(entry)}</ul>
        </details>
      )}
      {isOld ? (
        <p>
          The page shows the commit of {formatDay(commit.committer.timestamp)} until the repository
          can be read again.
        </p>
      ) : (
        GRAVE.has(name) && <p>Everything that can be read is shown.</p>
      )}
    </Note>
  )
}

/**
 * Lists the components whose history is still being read. Those without files are explained where their sums would be.
 */
function Reading({ components }: { components: readonly Component[] }) {
  const unread = (need: Need) =>
    components.filter((component) => readinessOf(component, need) === 'awaited')
  const count = unread('history').length
  if (count === 0 || unread('files').length > 0) return null
  return (
    <Note title="The history is still being read">
      <p>
        {formatNumber(components.length - count)} of {counted(components.length, 'component')} so
        far.{' '}
        {unread('units').length === 0
          ? 'Counts are final; outdated strings, the trend and authors follow.'
          : 'States, outdated strings, the trend and authors follow.'}
      </p>
    </Note>
  )
}

/** Returns why a component has no counts. */
export function unknownText(component: Component): string {
  if (readinessOf(component, 'units') !== 'awaited') return 'unknown: it cannot be read'
  return component.state === 'ready' ? 'history not read yet' : 'not read yet'
}
