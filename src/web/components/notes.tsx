import type { Child } from 'hono/jsx'
import { withoutServerPaths } from '../../address.ts'
import { componentsAt } from '../../catalog/place.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import { groupBy } from '../../group-by.ts'
import type { Alert, Component } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { hidesStrings, hidingAlerts, type Need, readinessOf } from '../../model/readiness.ts'
import { componentPlace, type Links } from '../links.ts'
import type { PageRequest } from '../page.ts'
import { formatDay, joined, Words } from './words.tsx'

/** How many alerts of one kind are shown expanded. */
const MAX_SHOWN = 3

const TITLES: Readonly<Record<Alert['name'], string>> = {
  ParseError: 'A file cannot be read',
  RepositoryError: 'The repository cannot be read',
  MissingFile: 'There is no such file',
  DuplicateLanguage: 'Two files for one language',
  IgnoredFile: 'A file is ignored',
  RefusedText: 'A program would reject a text',
  UnsupportedExpression: 'An expression is not supported',
  InternalError: 'gitglot failed',
}

/** Returns the name under which an alert is listed: where one file is missing or damaged, the repository can be read. */
function headingOf({ name, filename }: Alert): Alert['name'] {
  return name === 'RepositoryError' && filename !== '' ? 'ParseError' : name
}

/** Shows the alerts of components, what is still being read, how stale the data is, and which components are absent. */
export function alertsOf(
  components: readonly Component[],
  links: Links,
  /** See `Project.absent`. */
  absent: readonly Component[] = [],
) {
  const absentLinks = absent.map((component) => (
    <a href={links.to(`projects/${placeOf(component)}/`, { ref: undefined })}>
      {component.config.name}
    </a>
  ))
  return (
    <>
      {reading(components)}
      {absent.length > 0 && (
        <p class="note">
          {joined(absentLinks)} did not exist at <b>{links.ref}</b>.
        </p>
      )}
      {alertNotes(components, links)}
    </>
  )
}

/** Shows the alerts that hide strings from the lists of a place. */
export function hidingNotes({ view, place, links }: PageRequest) {
  const components = componentsAt(view, place).map((component) => {
    return { ...component, alerts: hidingAlerts(component, place.code) }
  })
  return alertNotes(components, links)
}

function alertNotes(components: readonly Component[], links: Links) {
  const alerts = components.flatMap((component) =>
    component.alerts.map((alert) => ({ component, alert })),
  )
  const groups = [...groupBy(alerts, ({ alert }) => headingOf(alert))]
  const sorted = groups.sort(([a], [b]) => Number(hidesStrings(b)) - Number(hidesStrings(a)))
  return sorted.map(([name, alerts]) => alertNote(name, alerts, links))
}

/** Shows why the components of a project cannot be discovered. */
export function projectAlert({ name, message }: Alert) {
  return note('bad', TITLES[name], <p>{withoutServerPaths(message)}</p>)
}

function alertNote(
  name: Alert['name'],
  alerts: readonly { readonly component: Component; readonly alert: Alert }[],
  links: Links,
) {
  const commit = alerts.find(({ component }) => component.commit)?.component.commit
  const isOld = name === 'RepositoryError' && commit !== undefined
  const entries = alerts.map(({ component, alert }) => (
    <li>
      <a href={links.place(componentPlace(component))}>{component.config.name}</a>:{' '}
      <Words text={withoutServerPaths(alert.message)} />
    </li>
  ))
  const kind = isOld ? 'old' : hidesStrings(name) ? 'bad' : 'edit'
  return note(
    kind,
    TITLES[name],
    <>
      {alertList(entries)}
      {isOld ? (
        <p>
          The page shows the commit from {formatDay(commit.committer.timestamp)} until the
          repository can be read again.
        </p>
      ) : (
        hidesStrings(name) && <p>Everything that can be read is shown.</p>
      )}
    </>,
  )
}

/** Lists alerts, most of many below a fold. */
function alertList(entries: readonly Child[]) {
  return (
    <>
      <ul>{entries.slice(0, MAX_SHOWN)}</ul>
      {entries.length > MAX_SHOWN && (
        <details>
          <summary>{counted(entries.length - MAX_SHOWN, 'more alert')}</summary>
          <ul>{entries.slice(MAX_SHOWN)}</ul>
        </details>
      )}
    </>
  )
}

/** Counts components whose history is still being read. Those without files are explained where sums would be. */
function reading(components: readonly Component[]) {
  const unread = (need: Need) =>
    components.filter((component) => readinessOf(component, need) === 'awaited').length
  const count = unread('history')
  if (count === 0 || unread('files') > 0) return null
  const rest = 'outdated strings, the trend and authors follow.'
  return note(
    '',
    'The history is still being read',
    <p>
      {formatNumber(components.length - count)} of {counted(components.length, 'component')} so far.{' '}
      {unread('units') === 0 ? `Counts are final; ${rest}` : `States, ${rest}`}
    </p>,
  )
}

/** Returns why a component has no counts. */
export function unknownText(component: Component): string {
  if (readinessOf(component, 'units') !== 'awaited') return 'unknown: it cannot be read'
  return component.state === 'ready' ? 'history not read yet' : 'not read yet'
}

/**
 * Shows a title in the color of a state above an explanation. `bad`: something cannot be read; `edit`: something needs
 * attention; `old`: the data may be stale; `''`: neutral.
 */
function note(kind: 'bad' | 'edit' | 'old' | '', title: string, explanation: Child) {
  return (
    <section class={kind === '' ? 'note' : `note is-${kind}`} aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      {explanation}
    </section>
  )
}

/** Shows an error in what the client entered, which screen readers say at once. */
export function faultNote(id: string, title: string, text: Child, more?: Child) {
  return (
    <section class="note is-bad" id={id} role="alert">
      <p>
        <b>{title}</b> {text}
      </p>
      {more}
    </section>
  )
}

/** Shows the alerts that a comparison found, if any, for the component of a name; each message begins with the file. */
export function newAlertsNote(alerts: readonly Alert[], name?: string) {
  if (alerts.length === 0) return null
  const messages = alerts.map(({ message }) => (
    <li>
      <Words text={withoutServerPaths(message)} />
    </li>
  ))
  const title = `${counted(alerts.length, 'new alert')}.`
  return note('bad', name === undefined ? title : `${name}: ${title}`, alertList(messages))
}
