import { percent } from '../../catalog/statistics.ts'
import type { Figures } from '../../facts/figures.ts'
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

/** Draws a number relative to the largest in its column. */
export function CountBar({
  count,
  max,
  color,
}: {
  count: number
  max: number
  color: 't' | 'f' | 'e' | 'u'
}) {
  return (
    <svg class="count" aria-hidden="true">
      <rect class={color} width={`${short((100 * count) / Math.max(max, 1))}%`} height="100%" />
    </svg>
  )
}

function widthOf(part: number, total: number): number {
  return part === 0 ? 0 : Math.max(MIN_PERCENT, percent(part, total))
}
