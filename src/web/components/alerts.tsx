import type { Child } from 'hono/jsx'
import { withoutServerPaths } from '../../address.ts'
import { knowledgeOf, type Need } from '../../catalog/knowledge.ts'
import type { Alert, Component } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { NOWHERE } from '../../catalog/place.ts'
import type { Links } from '../links.ts'
import { counted, formatDay, formatNumber } from './words.tsx'

/** Alerts that are written out; the rest is counted. */
const MAX_SHOWN = 6

const TITLES: Readonly<Record<Alert['name'], string>> = {
  ParseError: 'A file cannot be read',
  RepositoryError: 'The repository cannot be read',
  MissingFile: 'There is no such file',
  DuplicateLanguage: 'Two files for one language',
  IgnoredFile: 'A file is passed over',
  RefusedText: 'A text that programs refuse',
  UnsupportedExpression: 'An expression is not supported',
  InternalError: 'Something failed here',
}

/** Those that keep strings from being seen. */
const GRAVE: ReadonlySet<Alert['name']> = new Set([
  'ParseError',
  'RepositoryError',
  'MissingFile',
  'InternalError',
])

/** What is wrong with some components, what is still being read of them, how old what they show is, and which are absent. */
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
  const all = components.flatMap((component) =>
    component.alerts.map((alert) => ({ component, alert })),
  )
  const shown = [
    ...all.filter(({ alert }) => GRAVE.has(alert.name)),
    ...all.filter(({ alert }) => !GRAVE.has(alert.name)),
  ].slice(0, MAX_SHOWN)
  return (
    <>
      <Reading components={components} />
      {absent.length > 0 && <Absent components={absent} links={links} />}
      {shown.map(({ component, alert }) => (
        <AlertNote component={component} alert={alert} links={links} />
      ))}
      {all.length > shown.length && (
        <p class="small soft">{counted(all.length - shown.length, 'more alert')}.</p>
      )}
    </>
  )
}

/** Components that have no page at the shown ref: these links show what is served now. */
function Absent({
  components,
  links,
}: {
  readonly components: readonly Component[]
  readonly links: Links
}) {
  return (
    <p class="note">
      {components.map((component, index) => (
        <>
          {index > 0 && ', '}
          <a href={links.to(`projects/${placeOf(component)}/`, { ref: undefined })}>
            {component.config.name}
          </a>
        </>
      ))}{' '}
      did not exist at <b>{links.ref}</b>.
    </p>
  )
}

function AlertNote({
  component,
  alert,
  links,
}: {
  readonly component: Component
  readonly alert: Alert
  readonly links: Links
}) {
  const { config, commit } = component
  const isOld = alert.name === 'RepositoryError' && commit !== undefined
  const place = { ...NOWHERE, project: component.project, component }
  return (
    <Note kind={isOld ? 'old' : GRAVE.has(alert.name) ? 'bad' : 'edit'} title={TITLES[alert.name]}>
      <p>
        <a href={links.place(place)}>{config.name}</a>:{' '}
        <code>{withoutServerPaths(alert.message)}</code>
      </p>
      <p>
        {isOld
          ? `What is shown is of the commit of ${formatDay(commit.committer.timestamp)}, until the repository can be read again.`
          : 'All that can be read is shown.'}
      </p>
    </Note>
  )
}

/** Of which components the history is to come: those without files are told in place of sums. */
function Reading({ components }: { readonly components: readonly Component[] }) {
  const unread = (need: Need) => components.filter((one) => knowledgeOf(one, need) === 'awaited')
  const count = unread('history').length
  if (count === 0 || unread('files').length > 0) return null
  return (
    <Note title="The history is still being read">
      <p>
        {formatNumber(components.length - count)} of {counted(components.length, 'component')} so
        far.{' '}
        {unread('units').length === 0
          ? 'Numbers of strings are right; outdated strings, the trend and authors follow.'
          : 'States of strings, outdated ones, the trend and authors follow.'}
      </p>
    </Note>
  )
}

/** Why there are no numbers of a component. */
export function unknownText(component: Component): string {
  if (knowledgeOf(component, 'units') !== 'awaited') return 'unknown: it cannot be read'
  return component.isReady ? 'history not read yet' : 'not read yet'
}

/** A line in the colour of a state above grey: what is wrong and why. */
function Note({
  kind,
  title,
  children,
}: {
  /** `bad` something cannot be read, `edit` something is not as it should be, `old` what is shown may be older; else plain. */
  readonly kind?: 'bad' | 'edit' | 'old'
  readonly title: string
  readonly children?: Child
}) {
  return (
    <section class={kind === undefined ? 'note' : `note is-${kind}`} aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      {children}
    </section>
  )
}
