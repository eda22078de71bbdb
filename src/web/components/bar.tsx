import type { Child } from 'hono/jsx'
import type { Figures } from '../../facts/figures.ts'
import { formatNumber } from '../../facts/format-numbers.ts'
import { percent } from '../../model/statistics.ts'
import { MARKS, type MarkKind } from './mark.tsx'
import type { Column } from './table.tsx'
import { short } from './words.tsx'

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

/**
 * Returns two columns below one head: counts as bars relative to the largest, in the color of a mark, and as numbers.
 */
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
