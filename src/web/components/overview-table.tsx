import { withoutServerPaths } from '../../address.ts'
import { oncePer } from '../../cache.ts'
import { componentsAt, NOWHERE } from '../../catalog/place.ts'
import { figuresAt, figuresOf } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import { groupBy } from '../../group-by.ts'
import type { Alert, Component, Project, Translation, View } from '../../model/model.ts'
import { hasShare, knownTranslations } from '../../model/readiness.ts'
import { countsForPeople, percent } from '../../model/statistics.ts'
import { exceptUncounted } from '../../view/counted-components.ts'
import { lastChangeOf, translationsOf } from '../../view/view.ts'
import type { Links } from '../links.ts'
import { type FigureRow, figureColumns } from './figure-columns.tsx'
import { Mark } from './mark.tsx'
import { unknownText } from './notes.tsx'
import { readSoFar } from './share.tsx'
import { type Column, column, numbers, Table } from './table.tsx'
import { Time, Words } from './words.tsx'

interface OverviewRow extends FigureRow {
  readonly name: string
  /** Why there are no counts. */
  readonly unknown: string | undefined
  readonly translations: readonly Translation[]
  /** The alerts to show below the row. */
  readonly alerts?: readonly Alert[]
  /** Shown below the row instead of components. */
  readonly summary?: string | undefined
  readonly classes?: string
}

/** Shows projects or components with their counts, or the reason for the absence of counts. */
export function overviewTable(
  /** The head of the first column. */
  first: string,
  rows: readonly OverviewRow[],
  links: Links,
  title: { readonly title: string } | { readonly labelledBy: string },
) {
  const columns: readonly Column<OverviewRow>[] = [
    { name: first, cell: ({ name, place }) => <a href={links.place(place)}>{name}</a> },
    column('Each language', 'wide', ({ translations }) =>
      profile(languageColumns(translations), 'language'),
    ),
    ...figureColumns(rows, links),
    numbers('Languages', 'n wide', ({ translations }) => languageColumns(translations).length),
    numbers('Strings', 'n wide', ({ figures }) => figures.total),
    column('Last change', 'n xw', ({ translations }) => {
      const seconds = lastChangeOf(translations)
      return seconds !== undefined && <Time seconds={seconds} />
    }),
  ]
  const below = ({ alerts = [], place, summary }: OverviewRow) => {
    const count = alerts.length > 0 && counted(alerts.length, 'alert')
    if (summary !== undefined) {
      return (
        <tr class="sub">
          <th scope="row" colspan={columns.length}>
            <small>
              {summary}
              {count && <span class="bad">, {count}</span>}
            </small>
          </th>
        </tr>
      )
    }
    if (!count) return null
    const message = withoutServerPaths(alerts[0]?.message ?? '')
    const isOne = alerts.length === 1
    return (
      <tr class="alert">
        <td colspan={columns.length}>
          <small title={isOne ? message : undefined}>
            <Mark kind="warning" />{' '}
            {isOne ? <Words text={message} /> : <a href={links.place(place)}>{count}</a>}
          </small>
        </td>
      </tr>
    )
  }
  return (
    <>
      <Table
        scrolls
        {...{ columns, rows, ...title }}
        instead={({ unknown }) => unknown}
        classesOf={({ classes }) => classes}
        after={below}
      />
      <p class="key">
        <span>One bar per language, most complete first.</span>
      </p>
    </>
  )
}

/** Returns the row of a component. */
export function componentRow(component: Component): OverviewRow {
  const { config, alerts, project, translations } = component
  return {
    ...{ alerts, translations, name: config.name, place: { ...NOWHERE, project, component } },
    figures: figuresOf(translations),
    unknown: hasShare(component) ? undefined : unknownText(component),
  }
}

/** A project with more components only shows their number. */
const MAX_COMPONENTS = 12
/** If there are more projects, none shows its components. */
const MAX_PROJECTS = 12

/** Shows projects, each followed by its components unless it has only one, or there are too many, or `isShort`. */
export function projectsTable(view: View, links: Links, isShort = false) {
  const hasComponents = !isShort && view.projects.length <= MAX_PROJECTS
  const rows = view.projects.flatMap((project) =>
    hasComponents ? rowsOf(project, view) : projectRow(project, view),
  )
  const title = `Projects${hasComponents ? ' and their components' : ''}`
  return <section>{overviewTable('Project', rows, links, { title })}</section>
}

function projectRow(project: Project, view: View): OverviewRow {
  const place = { ...NOWHERE, project }
  const components = componentsAt(view, place)
  const reading = project.reading ? 'its components are being found' : readSoFar(components)
  const figures = figuresAt(view, place)
  return {
    ...{ figures, place, name: project.config.name, translations: translationsOf(components) },
    unknown: reading ?? (figures.percent === undefined ? 'unknown: it cannot be read' : undefined),
    except: exceptUncounted(components),
  }
}

function rowsOf(project: Project, view: View): OverviewRow[] {
  const { components } = project
  const alerts = components.flatMap((component) => component.alerts)
  const row = { ...projectRow(project, view), classes: 'lead' }
  if (components.length === 1) return [{ ...row, alerts }]
  if (components.length > MAX_COMPONENTS) {
    return [{ ...row, alerts, summary: counted(components.length, 'component') }]
  }
  return [row, ...components.map((component) => ({ ...componentRow(component), classes: 'sub' }))]
}

/** The picture of the translations of a language, a column for each component. */
export function languageProfile(translations: readonly Translation[]) {
  const columns = knownTranslations(translations).map((translation) => profileColumn([translation]))
  return profile(columns, 'component')
}

type ProfileColumn = ReturnType<typeof profileColumn>

/** Returns the percentages translated and in need of editing of translations, which must all have been read. */
function profileColumn(translations: readonly Translation[]) {
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

/** Returns a column for each language; once for a list, since wide projects show thousands on each page. */
const languageColumns = oncePer((translations: readonly Translation[]): ProfileColumn[] => {
  const groups = groupBy(knownTranslations(translations), ({ language }) => language.code)
  return [...groups.values()].map(profileColumn)
})

const PROFILE_HEIGHT = 26
const STEP = 5
/** Width of a column; the rest of its step is a gap. */
const COLUMN = 4

/** Draws a column for each of `things` (`language`), the most complete first, filled to its translated percentage. */
function profile(columns: readonly ProfileColumn[], thing: string) {
  const sorted = [...columns].sort((a, b) => b.translated - a.translated)
  const complete = sorted.filter(({ translated }) => translated === 100).length
  const low = sorted.filter(({ translated }) => translated < 50).length
  const width = Math.max(1, sorted.length) * STEP
  const started = sorted.map(({ translated, needsEditing }) => translated + needsEditing)
  return (
    <svg
      class="prof"
      viewBox={`0 0 ${width} ${PROFILE_HEIGHT}`}
      width={width}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${counted(sorted.length, thing)}: ${complete} complete, ${low} below 50 %`}
    >
      {sorted.some(({ needsEditing }) => needsEditing > 0) && (
        <path class="e" d={outline(started)} />
      )}
      <path class="t" d={outline(sorted.map(({ translated }) => translated))} />
      <path class="gaps" d={`M${COLUMN} ${PROFILE_HEIGHT / 2}H${width}`} />
    </svg>
  )
}

/**
 * Returns the path that outlines adjacent columns, given their heights in percent. Columns of equal height form one
 * step: a shape for each of thousands of columns would make up most of a page. A single dashed line draws the gaps.
 */
function outline(shares: readonly number[]): string {
  let path = `M0 ${PROFILE_HEIGHT}`
  let height: number | undefined
  shares.forEach((share, index) => {
    if (share === height) return
    height = share
    path += `H${index * STEP}V${Math.round((100 - share) * PROFILE_HEIGHT) / 100}`
  })
  return `${path}H${shares.length * STEP}V${PROFILE_HEIGHT}z`
}
