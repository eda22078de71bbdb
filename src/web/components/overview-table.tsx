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

/** Columns of an overview. */
export const OVERVIEW_COLUMNS = 10

/** The columns of `ShareCells` and `StateCells`. */
export const SHARE_AND_STATE_COLUMNS: readonly Column[] = [
  ['Translated, %', undefined, 2],
  ['Needs editing', 'n mid-w'],
  ['Errors', 'n'],
  ['Untranslated', 'n mid-w'],
]

/** The head of a table of overview rows. */
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

/** What the column of profiles shows. */
export function ProfileKey() {
  return (
    <p class="key">
      <span>One bar per language, most complete first.</span>
    </p>
  )
}

/** A row for a component: its numbers, or why there are none; its alert in a row below, of several how many. */
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

/** An alert in the width of a table, or how many there are: those are on the page of what they are about. */
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

/** Why there are no numbers. */
export function UnknownCells({ text }: { text: string }) {
  return (
    <td colspan={OVERVIEW_COLUMNS - 1} class="soft">
      – {text}
    </td>
  )
}

/** The numbers of a project, a category or a component. */
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
  /** For the languages and the last change. */
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

/** Bar and share of a row. */
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

/** What a row of the source has instead of them. */
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

/** What needs editing, has errors and is untranslated; each count leads to its strings. */
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

/** A count that leads to what it counts; 0 is faint. */
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

/** A column of a profile from the translations that it stands for, all known. */
function profileColumn(translations: readonly Translation[]): ProfileColumn {
  let units = 0
  let done = 0
  let edited = 0
  // Without a sum of all that there is: wide projects have tens of thousands of columns.
  for (const translation of translations) {
    const { total, translated, fuzzy } = countsForPeople(translation)
    units += total.units
    done += translated.units
    edited += fuzzy.units
  }
  return { translated: percent(done, units, 100), needsEditing: percent(edited, units) }
}

/** A column for each language; once for the same translations. */
const languageColumns = oncePer((translations: readonly Translation[]): ProfileColumn[] => {
  const groups = groupBy(knownTranslations(translations), ({ language }) => language.code)
  return [...groups.values()].map(profileColumn)
})
