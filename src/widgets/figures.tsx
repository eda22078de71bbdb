import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Facts, WidgetOptions } from './facts.ts'

/** A number and its noun. */
type Figure = readonly [value: string, label: string]

interface Layout {
  readonly width: number
  readonly height: number
  /** Font sizes and baselines of the number and its noun. */
  readonly fonts: readonly [value: Font, label: Font]
}

interface Font {
  readonly size: number
  readonly y: number
}

const GROUNDS: Readonly<Record<string, { readonly ground: string; readonly text: string }>> = {
  grey: { ground: '#e4e4e4', text: '#000' },
  white: { ground: '#fff', text: '#000' },
  black: { ground: '#000', text: '#fff' },
}

/** Shown in place of an unknown number. */
const UNKNOWN = '–'

/** Draws strings, languages and percentage in three columns, 287 by 66 pixels. */
export function drawWide(facts: Facts, options: WidgetOptions): JSX.Element {
  const { percent, strings, languages } = facts
  const count = (number: number, noun: string): Figure =>
    percent === undefined
      ? [UNKNOWN, `${noun}S`]
      : [String(number), number === 1 ? noun : `${noun}S`]
  const figures = [count(strings, 'STRING'), count(languages.length, 'LANGUAGE'), translated(facts)]
  const fonts = [
    { size: 25, y: 36 },
    { size: 10, y: 53 },
  ] as const
  return draw(figures, { width: 287, height: 66, fonts }, colorFor(facts, options))
}

/** Draws only the percentage, 88 by 31 pixels. */
export function drawSmall(facts: Facts, options: WidgetOptions): JSX.Element {
  const fonts = [
    { size: 14, y: 16 },
    { size: 8, y: 26 },
  ] as const
  return draw([translated(facts)], { width: 88, height: 31, fonts }, colorFor(facts, options))
}

function colorFor({ percent }: Facts, { color }: WidgetOptions): string {
  return percent === undefined ? 'grey' : color
}

function translated({ percent }: Facts): Figure {
  return percent === undefined ? [UNKNOWN, 'UNKNOWN'] : [`${Math.floor(percent)}%`, 'TRANSLATED']
}

function draw(figures: readonly Figure[], { width, height, fonts }: Layout, color: string) {
  const { ground, text } = GROUNDS[color] ?? { ground: '#fff', text: '#000' }
  const column = width / figures.length
  const title = figures.map(([value, label]) => `${value} ${label.toLowerCase()}`).join(', ')
  const frame = { x: '.5', y: '.5', width: width - 1, height: height - 1, rx: 3 }
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      xml:lang="en"
      role="img"
      aria-label={title}
    >
      <title>{title}</title>
      <rect {...frame} fill={ground} />
      <g fill={text} font-family="DejaVu Sans,Verdana,sans-serif" text-anchor="middle">
        {figures.map((figure, index) =>
          fonts.map(({ size, y }, line) => (
            <text x={Math.round(column * (index + 0.5))} y={y} font-size={size}>
              {figure[line]}
            </text>
          )),
        )}
      </g>
      <g stroke={text} stroke-opacity=".25" fill="none">
        <rect {...frame} />
        {figures.slice(1).map((_, index) => (
          <path d={`M${Math.round(column * (index + 1)) + 0.5} 10v${height - 20}`} />
        ))}
      </g>
    </svg>
  )
}
