import { counted } from './words.tsx'

/** One column of a profile: percent that is translated and that needs editing. */
export interface ProfileColumn {
  readonly translated: number
  readonly needsEditing: number
}

const HEIGHT = 26
const STEP = 5
const COLUMN = 4

/** A column for each of `things` (`language`), the most complete first, each filled as far as it is translated. */
export function Profile({
  columns,
  thing,
}: {
  readonly columns: readonly ProfileColumn[]
  readonly thing: string
}) {
  const sorted = [...columns].sort((a, b) => b.translated - a.translated)
  const complete = sorted.filter(({ translated }) => translated === 100).length
  const low = sorted.filter(({ translated }) => translated < 50).length
  const width = Math.max(1, sorted.length) * STEP
  const heightOf = (share: number) => (share * HEIGHT) / 100
  // One path for each state: a thousand rectangles would be most of the page.
  const blank = sorted.map((_, index) => box(index, 0, HEIGHT)).join('')
  const done = sorted.map(({ translated }, index) =>
    box(index, HEIGHT - heightOf(translated), heightOf(translated)),
  )
  const edit = sorted.map(({ translated, needsEditing }, index) =>
    box(index, HEIGHT - heightOf(translated + needsEditing), heightOf(needsEditing)),
  )
  return (
    <svg
      class="prof"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${counted(sorted.length, thing)}: ${complete} complete, ${low} below 50 %`}
    >
      <path class="u" d={blank} />
      <path class="t" d={done.join('')} />
      {edit.some((one) => one !== '') && <path class="e" d={edit.join('')} />}
    </svg>
  )
}

function box(index: number, top: number, height: number): string {
  if (height <= 0) return ''
  return `M${index * STEP} ${round(top)}h${COLUMN}v${round(height)}h-${COLUMN}z`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
