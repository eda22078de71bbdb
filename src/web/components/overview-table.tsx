import { withoutServerPaths } from '../../address.ts'
import { oncePer } from '../../cache.ts'
import type { Alert, Component, Translation } from '../../catalog/model.ts'
import { NOWHERE, type Place } from '../../catalog/place.ts'
import { hasShare, knownTranslations } from '../../catalog/readiness.ts'
import { countsForPeople, percent } from '../../catalog/statistics.ts'
import { lastChangeOf } from '../../catalog/view/last-change.ts'
import { type Figures, figuresOf } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent } from '../../facts/words.ts'
import { groupBy } from '../../group-by.ts'
import type { Links } from '../links.ts'
import { unknownText } from './alerts.tsx'
import { Bar } from './bar.tsx'
import { Mark } from './mark.tsx'
import { Profile, type ProfileColumn } from './profile.tsx'
import { type Column, TableHead } from './table.tsx'
import { Time, Words } from './words.tsx'

/** The number of columns in an overview. */
export const OVERVIEW_COLUMNS = 10

/** The columns of `ShareCells` and `StateCells`. */
export const SHARE_AND_STATE_COLUMNS: readonly Column[] = [
  ['Translated, %', undefined, 2],
  ['Needs editing', 'n mid-w'],
  ['Errors', 'n'],
  ['Untranslated', 'n mid-w'],
]

/** Shows the head of an overview table. */
export function OverviewHead({ first }: { first: string }) {
  return (
    <TableHead
      columns={[
        [first],
        ['Each language', 'wide'],
        ...SHARE_AND_STATE_COLUMNS,
        ['Languages', 'n wide'],
        ['Strings', 'n wide'],
        ['Last change', 'n xw'],
      ]}
    />
  )
}

/** Explains the column of profiles. */
export function ProfileKey() {
  return (
    <p class="key">
      <span>One bar per language, most complete first.</span>
    </p>
  )
}

/**
 * Shows a component's row: its counts or the reason for their absence. A row below shows its alert, or the number of
 * its alerts.
 */
export function ComponentRow({
  component,
  links,
  classes,
}: {
  component: Component
  links: Links
  classes?: string
}) {
  const { config, alerts, project } = component
  const place = { ...NOWHERE, project, component }
  return (
    <>
      <tr class={classes}>
        <th scope="row">
          <a href={links.place(place)}>{config.name}</a>
        </th>
        {hasShare(component) ? (
          <OverviewCells
            figures={figuresOf(component.translations)}
            translations={component.translations}
            place={place}
            links={links}
          />
        ) : (
          <UnknownCells text={unknownText(component)} />
        )}
      </tr>
      <AlertsRow alerts={alerts} address={links.place(place)} />
    </>
  )
}

/** Shows one alert across the width of a table, or the number of several with a link to the page that lists them. */
export function AlertsRow({ alerts, address }: { alerts: readonly Alert[]; address: string }) {
  const [first] = alerts
  if (first === undefined) return null
  const message = withoutServerPaths(first.message)
  return (
    <tr class="alert">
      <td colspan={OVERVIEW_COLUMNS}>
        {alerts.length === 1 ? (
          <small title={message}>
            <Mark kind="warning" /> <Words text={message} />
          </small>
        ) : (
          <small>
            <Mark kind="warning" /> <a href={address}>{counted(alerts.length, 'alert')}</a>
          </small>
        )}
      </td>
    </tr>
  )
}

/** Shows why there are no counts. */
export function UnknownCells({ text }: { text: string }) {
  return (
    <td colspan={OVERVIEW_COLUMNS - 1} class="soft">
      – {text}
    </td>
  )
}

/** Shows the counts of a project, a category or a component. */
export function OverviewCells({
  figures,
  translations,
  place,
  links,
  except,
}: {
  readonly figures: Figures
  /** See `StateCells`. */
  readonly except?: string | undefined
  /** The translations from which languages and the last change are taken. */
  readonly translations: readonly Translation[]
  readonly place: Place
  readonly links: Links
}) {
  const columns = languageColumns(translations)
  const lastChange = lastChangeOf(translations)
  return (
    <>
      <td class="wide">
        <Profile columns={columns} thing="language" />
      </td>
      <ShareCells figures={figures} />
      <StateCells figures={figures} place={place} links={links} except={except} />
      <td class="n wide">{formatNumber(columns.length)}</td>
      <td class="n wide">{formatNumber(figures.total)}</td>
      <td class="n xw">{lastChange !== undefined && <Time seconds={lastChange} />}</td>
    </>
  )
}

/** Shows the bar and the percentage of a row. */
export function ShareCells({ figures }: { figures: Figures }) {
  return (
    <>
      <td class="w">
        {figures.percent === undefined ? (
          <span class="soft">unknown</span>
        ) : (
          <Bar figures={figures} />
        )}
      </td>
      <td class="n pc">{formatPercent(figures.percent)}</td>
    </>
  )
}

/** Fills the cells of the source language, which has no bar or percentage. */
export function SourceCells({ figures }: { figures: Figures }) {
  return (
    <>
      <td class="w">
        <small>source</small>
      </td>
      <td class="n pc">
        <span class="vh">{formatPercent(figures.percent)}</span>
      </td>
    </>
  )
}

/** Shows how many strings need editing, have errors and are untranslated, each linked to those strings. */
export function StateCells({
  figures,
  place,
  links,
  except = '',
}: {
  readonly figures: Figures
  readonly place: Place
  readonly links: Links
  /** See `exceptGlossaries`. */
  readonly except?: string | undefined
}) {
  if (figures.percent === undefined) {
    return (
      <>
        <td class="n soft mid-w">–</td>
        <td class="n soft">–</td>
        <td class="n soft mid-w">–</td>
      </>
    )
  }
  return (
    <>
      <CountCell
        count={figures.needsEditing}
        address={links.strings(place, `state:needs-editing${except}`)}
        classes="mid-w"
      />
      <CountCell count={figures.errors} address={links.area('checks', place)} kind="bad" />
      <CountCell
        count={figures.untranslated}
        address={links.strings(place, `state:empty${except}`)}
        classes="mid-w"
      />
    </>
  )
}

/** Shows a count linked to what it counts; 0 is faint. */
function CountCell({
  count,
  address,
  kind,
  classes = '',
}: {
  count: number
  address: string
  kind?: 'bad'
  classes?: string
}) {
  if (count === 0) return <td class={`n z ${classes}`.trim()}>0</td>
  return (
    <td class={`n ${classes}`.trim()}>
      <a href={address} class={kind}>
        {formatNumber(count)}
      </a>
    </td>
  )
}

/** The picture of the translations of a language, a column for each component. */
export function LanguageProfile({ translations }: { translations: readonly Translation[] }) {
  const columns = knownTranslations(translations).map((translation) => profileColumn([translation]))
  return <Profile columns={columns} thing="component" />
}

/** Returns the profile column of translations, which must all have been read. */
function profileColumn(translations: readonly Translation[]): ProfileColumn {
  let units = 0
  let done = 0
  let edited = 0
  // Sums only what the column shows, since wide projects have tens of thousands of columns.
  for (const translation of translations) {
    const { total, translated, fuzzy } = countsForPeople(translation)
    units += total.units
    done += translated.units
    edited += fuzzy.units
  }
  return { translated: percent(done, units, 100), needsEditing: percent(edited, units) }
}

/** Returns one column for each language, memoized by the array of translations. */
const languageColumns = oncePer((translations: readonly Translation[]): ProfileColumn[] => {
  const groups = groupBy(knownTranslations(translations), ({ language }) => language.code)
  return [...groups.values()].map(profileColumn)
})
