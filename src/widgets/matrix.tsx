import type { JSX } from 'hono/jsx/jsx-runtime'
import { COLORS, picture } from './bars.tsx'
import type { Facts, WidgetOptions } from './facts.ts'

const MAX_COLUMNS = 6
const MARGIN = 6
const GAP = 3
const HEIGHT = 20
const WIDTH = 100
/** Width for a name that does not fit next to the percentage. */
const WIDE = 130
const MAX_IN_WIDTH = 15
const MAX_IN_WIDE = 22

/** Draws a cell per language, filled to its share; a dash means unknown. As in Weblate, untranslated ones have none. */
export function drawMatrix(facts: Facts, { color, base, search = '' }: WidgetOptions): JSX.Element {
  const drawn = facts.languages.filter(
    ({ percent, translated }) => percent === undefined || translated > 0,
  )
  const cells = facts.percent === undefined ? [] : drawn
  const rows = Math.max(1, Math.ceil(cells.length / MAX_COLUMNS))
  const columns = Math.max(1, Math.ceil(cells.length / rows))
  const cell = cells.some((languageFacts) => [...languageFacts.name].length > MAX_IN_WIDTH)
    ? WIDE
    : WIDTH
  const width = 2 * MARGIN + columns * (cell + GAP) - GAP
  const height = 2 * MARGIN + rows * (HEIGHT + GAP) - GAP
  return picture(
    facts,
    { width, height },
    { 'font-size': 9 },
    <>
      <rect width={width} height={height} rx={4} fill="#fff" />
      {cells.length === 0 && (
        <text x={MARGIN + 4} y={MARGIN + 14} fill="#555">
          translated: unknown
        </text>
      )}
      {cells.map(({ name, percent, page }, index) => {
        const characters = [...name]
        const isLong = characters.length > MAX_IN_WIDE
        const value = percent === undefined ? '–' : `${Math.floor(percent)}%`
        const x = MARGIN + (index % columns) * (cell + GAP)
        const y = MARGIN + Math.floor(index / columns) * (HEIGHT + GAP)
        const place = { x, y, height: HEIGHT, rx: 3 }
        return (
          <a href={`${base}${page}${search}`}>
            <title>
              {name}: {value}
            </title>
            <rect {...place} width={cell} fill="#f7f7f7" />
            {percent !== undefined && (
              <rect
                {...place}
                width={Math.max(1, Math.round((cell * percent) / 100))}
                fill={COLORS[color] ?? colorOf(percent)}
                fill-opacity=".24"
              />
            )}
            <rect {...place} width={cell} fill="none" stroke="#ddd" />
            <text x={x + 4} y={y + 14} fill="#444" font-weight="600">
              {isLong ? `${characters.slice(0, MAX_IN_WIDE).join('')}...` : name}
            </text>
            <text x={x + cell - 4} y={y + 14} fill="#555" text-anchor="end">
              {value}
            </text>
          </a>
        )
      })}
    </>,
  )
}

/** Weblate's colors. The exact limit of the last one is unknown. */
function colorOf(percent: number): string {
  return percent >= 85 ? '#158068' : percent >= 50 ? '#1565c0' : '#cc3d20'
}
