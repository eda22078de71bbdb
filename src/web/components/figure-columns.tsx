import type { Place } from '../../catalog/place.ts'
import type { Figures } from '../../facts/figures.ts'
import { formatNumber, formatPercent } from '../../facts/format-numbers.ts'
import type { Links } from '../links.ts'
import { Bar } from './bar.tsx'
import { type Column, numbers } from './table.tsx'

/** What the columns of figures show of a row. */
export interface FigureRow {
  readonly figures: Figures
  /** The place of the strings that the figures count. */
  readonly place: Place
  /** Whether the row is the source language's, which has no bar. */
  readonly isSource?: boolean
  /** See `exceptGlossaries`. */
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
  ['Needs editing', 'fuzzy', 'needsEditing', 'n mid-w', 'state:needs-editing'],
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
      ? [numbers('Not in the file', 'n mid-w', absent, 'absent')]
      : []),
  ]
}
