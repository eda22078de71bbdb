import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Facts, WidgetOptions } from './facts.ts'

type Bars = Pick<WidgetOptions, 'color' | 'base' | 'search'>

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
export function drawMulti(facts: Facts, options: Bars): JSX.Element {
  const rows = rowsOf(facts)
  const left = nameWidth(rows)
  const size = { width: left + 210, height: ROW * rows.length + ROW }
  return drawRows(facts, { ...size, ...options }, ({ name, at, percent }, bar) => (
    <>
      <text x={left} y={at} text-anchor="end" id={`text${at}`}>
        {name}
      </text>
      <text x={left + 170} y={at} id={`percent${at}`}>
        {Math.floor(percent)}%
      </text>
      <rect
        {...bar}
        width={Math.floor(percent * PIXELS_PER_PERCENT)}
        height={6}
        x={left + 10}
        rx={2}
        y={at - 6}
      />
    </>
  ))
}

/** Draws vertical bars side by side, each above the name of its language. */
export function drawHorizontal(facts: Facts, options: Bars): JSX.Element {
  const rows = rowsOf(facts)
  const size = { width: ROW * rows.length + ROW, height: nameWidth(rows) + 130 }
  return drawRows(facts, { ...size, ...options }, ({ name, at, percent }, bar) => (
    <>
      <text
        x={-170}
        y={at}
        text-anchor="end"
        id={`text${at}`}
        transform="rotate(-90)"
        {...fitted(name)}
      >
        {name}
      </text>
      <rect
        {...bar}
        height={Math.floor(percent * PIXELS_PER_PERCENT)}
        width={6}
        rx={2}
        y={10 + Math.floor((100 - percent) * PIXELS_PER_PERCENT)}
        x={at - 6}
      />
    </>
  ))
}

type Row = ReturnType<typeof rowsOf>[number]

/** Omits languages without any translation, or whose share is unknown. `at` is the baseline of the name. */
function rowsOf({ languages }: Facts) {
  return languages
    .flatMap(({ percent, ...facts }) => (percent === undefined ? [] : [{ ...facts, percent }]))
    .filter(({ translated }) => translated > 0)
    .map((language, index) => ({ ...language, at: FIRST + ROW * index }))
}

/** Draws a linked bar for each language; a grey line in place of all bars if the share is unknown. */
function drawRows(
  facts: Facts,
  {
    color,
    base,
    search = '',
    width,
    height,
  }: Bars & { readonly width: number; readonly height: number },
  content: (row: Row, bar: object) => Child,
): JSX.Element {
  const font = { 'font-size': 11, fill: '#808080' }
  if (facts.percent === undefined) {
    const unknown = (
      <text x={10} y={FIRST}>
        translated: unknown
      </text>
    )
    return picture(facts, { width: MIN_NAME_WIDTH, height: 2 * ROW }, font, unknown)
  }
  const bars = rowsOf(facts).map((row) => (
    <a href={`${base}${row.page}${search}`}>
      {content(row, { fill: colorOf(row, color), id: `rect${row.at}` })}
    </a>
  ))
  return picture(facts, { width, height }, font, bars)
}

/** Squeezes a long name into the space below a vertical bar; Weblate truncates it. */
function fitted(name: string) {
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

/** The frame of all images of translated shares, black where `fill` names no other color. */
export function picture(
  { name }: Facts,
  size: { readonly width: number; readonly height: number },
  font: { readonly 'font-size': number; readonly fill?: string },
  children: Child,
) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      {...size}
      xml:lang="en"
      font-family="DejaVu Sans,Verdana,Geneva,sans-serif"
      {...font}
    >
      <title>{name}: translated, by language</title>
      {children}
    </svg>
  )
}
