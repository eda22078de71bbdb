import type { Child } from 'hono/jsx'
import type { Place } from '../../catalog/place.ts'
import type { Figures } from '../../facts/figures.ts'
import { formatNumber, formatPercent } from '../../facts/format-numbers.ts'
import { percent } from '../../model/statistics.ts'
import type { Links } from '../links.ts'
import { MARKS, type MarkKind } from './mark.tsx'
import { type Column, numbers } from './table.tsx'
import { short } from './words.tsx'

/** What the columns of figures show of a row. */
export interface FigureRow {
  readonly figures: Figures
  /** The place of the strings that the figures count. */
  readonly place: Place
  /** Whether the row is the source language's, which has no bar. */
  readonly isSource?: boolean
  /** See `exceptUncounted`. */
  readonly except?: string
}

/** Returns the columns of the bar and the percentage, below one head unless the table is sortable. */
export function shareColumns(isSortable = false): Column<FigureRow>[] {
  return [
    {
      ...(isSortable ? { name: 'Translated' } : { name: 'Translated, %', span: 2 }),
      classes: 'w',
      cell({ figures, isSource = false }) {
        if (isSource) return <small>source</small>
        if (figures.percent === undefined) return <span class="soft">unknown</span>
        return <Bar figures={figures} />
      },
    },
    {
      name: isSortable && '%',
      classes: 'n pc',
      cell({ figures: { percent }, isSource = false }) {
        return isSource ? <span class="vh">{formatPercent(percent)}</span> : formatPercent(percent)
      },
      key: 'translated_percent',
      sortValue: ({ figures }) => figures.percent ?? -1,
    },
  ]
}

const WORK = [
  ['Needs editing', 'fuzzy', 'needsEditing', 'n mid-w', 'is:needs-editing'],
  ['Errors', 'failing', 'errors', 'n', undefined],
  ['Untranslated', 'untranslated', 'untranslated', 'n mid-w', 'state:empty'],
] as const

/**
 * Returns `shareColumns` and those that count strings which need work, each linked to its strings. Those that the files of
 * `rows` lack, which no search finds, have a column of their own.
 */
export function figureColumns(
  rows: readonly FigureRow[],
  links: Links,
  isSortable = false,
): Column<FigureRow>[] {
  const work = WORK.map(
    ([name, key, count, classes, q]): Column<FigureRow> => ({
      ...{ name, key, classes, sortValue: ({ figures }) => figures[count] },
      classesOf: ({ figures }) => (figures[count] > 0 ? classes : `${classes} soft`),
      cell({ figures, place, except = '' }) {
        if (figures.percent === undefined) return '–'
        if (figures[count] === 0) return '0'
        return q === undefined ? (
          <a href={links.area('checks', place)} class="bad">
            {formatNumber(figures[count])}
          </a>
        ) : (
          <a href={links.strings(place, q + except)}>{formatNumber(figures[count])}</a>
        )
      },
    }),
  )
  const absent = ({ figures }: FigureRow) => figures.absent
  return [
    ...shareColumns(isSortable),
    ...work,
    ...(rows.some((row) => absent(row) > 0)
      ? [numbers('Not\u00a0in the\u00a0file', 'n mid-w', absent, 'absent')]
      : []),
  ]
}

/** The smallest visible segment. */
const MIN_PERCENT = 1.5

/**
 * Draws how much is translated, fails checks and needs editing; the rest is blank. The numbers are shown beside the
 * bar. There is no `viewBox`, so that hatches keep their shape at any width.
 */
export function Bar({ figures }: { figures: Figures }) {
  const { total, translated, needsEditing, errors } = figures
  const failing = Math.min(errors, translated)
  const edit = widthOf(needsEditing, total)
  const bad = widthOf(failing, total)
  const good = Math.min(widthOf(translated - failing, total), 100 - bad - edit)
  return (
    <svg class="bar" aria-hidden="true">
      {good > 0 && <rect class="t" width={`${short(good)}%`} height="100%" />}
      {bad > 0 && <rect class="f" x={`${short(good)}%`} width={`${short(bad)}%`} height="100%" />}
      {edit > 0 && (
        <rect class="e" x={`${short(good + bad)}%`} width={`${short(edit)}%`} height="100%" />
      )}
    </svg>
  )
}

/** Returns two columns below one head: counts as bars relative to the largest, in a mark's color, and as numbers. */
export function countColumns<Row extends { readonly units: number }>(
  rows: readonly Row[],
  markOf: (row: Row) => MarkKind,
  cell: (row: Row) => Child = ({ units }) => formatNumber(units),
): Column<Row>[] {
  const max = rows.reduce((most, { units }) => Math.max(most, units), 1)
  return [
    {
      ...{ name: 'Strings', span: 2, classes: 'n', classesOf: () => 'w' },
      cell: (row) => (
        <svg class="count" aria-hidden="true">
          <rect
            class={MARKS[markOf(row)][0]}
            width={`${short((100 * row.units) / max)}%`}
            height="100%"
          />
        </svg>
      ),
    },
    { classes: 'n', cell },
  ]
}

function widthOf(part: number, total: number): number {
  return part === 0 ? 0 : Math.max(MIN_PERCENT, percent(part, total))
}
