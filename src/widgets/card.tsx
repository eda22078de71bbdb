import type { JSX } from 'hono/jsx/jsx-runtime'
import { counted, formatPercent } from '../facts/format-numbers.ts'
import type { Facts } from './facts.ts'

const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 80
const INNER = WIDTH - 2 * MARGIN
const MAX_COLUMNS = 60
const COLUMNS = { top: 330, height: 150 }
/** Gap between columns, as a share of their distance. */
const GAP = 0.3
/** Font sizes of the title; the first in which it fits is used. */
const TITLE_SIZES = [76, 60, 46, 36] as const
/** Width of most characters relative to the font size, rounded up. */
const CHARACTER_WIDTH = 0.62

/** Draws the card of 1200 by 630 pixels that social networks show with a link to a page. */
export function drawCard({ name, percent, strings, languages }: Facts): JSX.Element {
  const size =
    TITLE_SIZES.find((titleSize) => name.length * titleSize * CHARACTER_WIDTH <= INNER) ?? 36
  const fits = Math.floor(INNER / (size * CHARACTER_WIDTH))
  const title = name.length > fits ? `${[...name].slice(0, fits - 1).join('')}…` : name
  const share = percent === undefined ? 'Unknown' : `${formatPercent(percent)} % translated`
  const inLanguages = languages.length === 1 ? '' : `, ${counted(languages.length, 'language')}`
  const counts =
    percent === undefined ? 'it cannot be read' : counted(strings, 'string') + inLanguages
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={HEIGHT}
      xml:lang="en"
      font-family="DejaVu Sans,Verdana,sans-serif"
      role="img"
      aria-label={`${name}: ${share}, ${counts}`}
    >
      <rect width={WIDTH} height={HEIGHT} fill="#fcfcfb" />
      <g transform={`translate(${WIDTH - MARGIN - 48} 60) scale(3)`} fill="#16191b">
        <path d="M0 0h7v7H0zM9 0h7v7H9zM0 9h7v7H0z" />
        <path d="M9.75 9.75h5.5v5.5h-5.5z" fill="none" stroke="#16191b" stroke-width="1.5" />
      </g>
      <text x={MARGIN} y={170} font-size={size} fill="#16191b">
        {title}
      </text>
      <text x={MARGIN} y={260} font-size={46} fill="#16191b">
        {share}
      </text>
      <text x={WIDTH - MARGIN} y={260} font-size={30} fill="#545a5e" text-anchor="end">
        {counts}
      </text>
      {percent !== undefined && languages.length > 1 && <Columns languages={languages} />}
      <rect x={MARGIN} y={530} width={INNER} height={24} fill="none" stroke="#858a8b" />
      <rect x={MARGIN} y={530} width={(INNER * (percent ?? 0)) / 100} height={24} fill="#2b8a96" />
    </svg>
  )
}

/** Draws a column per language, the most complete first. */
function Columns({ languages }: Pick<Facts, 'languages'>) {
  const shares = languages.flatMap(({ percent }) => percent ?? [])
  const shown = shares.sort((a, b) => b - a).slice(0, MAX_COLUMNS)
  const bottom = COLUMNS.top + COLUMNS.height
  const step = Math.min(120, INNER / (shown.length - GAP))
  return (
    <>
      {shown.map((percent, index) => {
        const height = (COLUMNS.height * percent) / 100
        const place = { x: MARGIN + index * step, width: step * (1 - GAP) }
        return (
          <>
            <rect {...place} y={COLUMNS.top} height={COLUMNS.height} fill="#e2eff0" />
            <rect {...place} y={bottom - height} height={height} fill="#2b8a96" />
          </>
        )
      })}
    </>
  )
}
