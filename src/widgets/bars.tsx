import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Facts, LanguageFacts } from './facts.ts'
import { Picture } from './picture.tsx'

interface Bars {
  readonly facts: Facts
  readonly color: string
  /** Prefix of the addresses of pages, with a trailing slash. */
  readonly base: string
}

/** Colors for all bars, by their name in the address; `auto` is not among them. */
export const COLORS: Readonly<Record<string, string>> = {
  red: '#fa3939',
  green: '#3fed48',
  blue: '#3f85ed',
}
const ROW = 15
const FIRST = 20
const MIN_NAME_WIDTH = 190
/** Width of most characters of names at 11 pixels, rounded up. */
const CHARACTER_WIDTH = 5.6
/** Space for a name below a vertical bar. */
const UPRIGHT_ROOM = 145
const PIXELS_PER_PERCENT = 1.5

/** Draws a list of languages, with a bar next to each name. */
export function drawMulti({ facts, color, base }: Bars): JSX.Element {
  if (facts.percent === undefined) return drawUnknown(facts)
  const rows = rowsOf(facts)
  const left = nameWidth(rows)
  return (
    <Picture
      width={left + 210}
      height={ROW * rows.length + ROW}
      facts={facts}
      fontSize={11}
      fill="#808080"
    >
      {rows.map((row) => (
        <Linked row={row} base={base}>
          <Name row={row} x={left} />
          <text x={left + 170} y={row.at} id={`percent${row.at}`}>
            {Math.floor(row.percent)}%
          </text>
          <rect
            fill={colorOf(row, color)}
            id={`rect${row.at}`}
            width={Math.floor(row.percent * PIXELS_PER_PERCENT)}
            height={6}
            x={left + 10}
            rx={2}
            y={row.at - 6}
          />
        </Linked>
      ))}
    </Picture>
  )
}

/** Draws vertical bars side by side, each above the name of its language. */
export function drawHorizontal({ facts, color, base }: Bars): JSX.Element {
  if (facts.percent === undefined) return drawUnknown(facts)
  const rows = rowsOf(facts)
  return (
    <Picture
      width={ROW * rows.length + ROW}
      height={nameWidth(rows) + 130}
      facts={facts}
      fontSize={11}
      fill="#808080"
    >
      {rows.map((row) => (
        <Linked row={row} base={base}>
          <Name row={row} x={-170} transform="rotate(-90)" fit={fitted(row)} />
          <rect
            fill={colorOf(row, color)}
            id={`rect${row.at}`}
            height={Math.floor(row.percent * PIXELS_PER_PERCENT)}
            width={6}
            rx={2}
            y={10 + Math.floor((100 - row.percent) * PIXELS_PER_PERCENT)}
            x={row.at - 6}
          />
        </Linked>
      ))}
    </Picture>
  )
}

interface Row extends LanguageFacts {
  readonly percent: number
  /** Baseline of the name. */
  readonly at: number
}

/** Omits languages without any translation, and languages whose share is unknown. */
function rowsOf({ languages }: Facts): Row[] {
  return languages
    .flatMap(({ percent, ...facts }) => (percent === undefined ? [] : [{ ...facts, percent }]))
    .filter(({ translated }) => translated > 0)
    .map((language, index) => ({ ...language, at: FIRST + ROW * index }))
}

/** Draws a grey line in place of all bars. */
function drawUnknown(facts: Facts): JSX.Element {
  return (
    <Picture width={MIN_NAME_WIDTH} height={2 * ROW} facts={facts} fontSize={11} fill="#808080">
      <text x={10} y={FIRST}>
        translated: unknown
      </text>
    </Picture>
  )
}

/** Squeezes a long name into the space below a vertical bar; Weblate truncates it. */
function fitted({ name }: Row) {
  const isLong = name.length * CHARACTER_WIDTH > UPRIGHT_ROOM
  return isLong ? { textLength: UPRIGHT_ROOM, lengthAdjust: 'spacingAndGlyphs' } : {}
}

function nameWidth(rows: readonly Row[]): number {
  const widths = rows.map(({ name }) => Math.ceil(name.length * CHARACTER_WIDTH) + 10)
  return Math.max(MIN_NAME_WIDTH, ...widths)
}

function colorOf({ percent }: Row, color: string): string {
  return COLORS[color] ?? (percent >= 85 ? '#2eccaa' : percent >= 50 ? '#38f' : '#f6664c')
}

function Linked({
  row: { page },
  base,
  children,
}: {
  readonly row: Row
  readonly base: string
  readonly children?: unknown
}) {
  return <a href={`${base}${page}`}>{children}</a>
}

function Name({
  row: { name, at },
  x,
  transform,
  fit = {},
}: {
  readonly row: Row
  readonly x: number
  readonly transform?: string
  readonly fit?: object
}) {
  return (
    <text x={x} y={at} text-anchor="end" id={`text${at}`} transform={transform} {...fit}>
      {name}
    </text>
  )
}
