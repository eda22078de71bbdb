import { counted } from '../../facts/words.ts'

/** A column of a profile: the percentages translated and in need of editing. */
export interface ProfileColumn {
  readonly translated: number
  readonly needsEditing: number
}

const HEIGHT = 26
const STEP = 5
/** Width of a column; the rest of its step is a gap. */
const COLUMN = 4

/** Draws a column for each of `things` (`language`), the most complete first, filled to its translated percentage. */
export function Profile({ columns, thing }: { columns: readonly ProfileColumn[]; thing: string }) {
  const sorted = [...columns].sort((a, b) => b.translated - a.translated)
  const complete = sorted.filter(({ translated }) => translated === 100).length
  const low = sorted.filter(({ translated }) => translated < 50).length
  const width = Math.max(1, sorted.length) * STEP
  const started = sorted.map(({ translated, needsEditing }) => translated + needsEditing)
  return (
    <svg
      class="prof"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${counted(sorted.length, thing)}: ${complete} complete, ${low} below 50 %`}
    >
      {sorted.some(({ needsEditing }) => needsEditing > 0) && (
        <path class="e" d={outline(started)} />
      )}
      <path class="t" d={outline(sorted.map(({ translated }) => translated))} />
      <path class="gaps" d={`M${COLUMN} ${HEIGHT / 2}H${width}`} />
    </svg>
  )
}

/**
 * Returns the path that outlines adjacent columns, given their heights in percent. Columns of equal height form one
 * step: a shape for each of thousands of columns would make up most of a page. A single dashed line draws the gaps.
 */
function outline(shares: readonly number[]): string {
  let path = `M0 ${HEIGHT}`
  let height: number | undefined
  shares.forEach((share, index) => {
    if (share === height) return
    height = share
    path += `H${index * STEP}V${Math.round((100 - share) * HEIGHT) / 100}`
  })
  return `${path}H${shares.length * STEP}V${HEIGHT}z`
}
