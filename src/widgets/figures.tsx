import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Facts, WidgetOptions } from './facts.ts'

type Figure = readonly [value: string, label: string]

/** Sizes in pixels, and the font sizes and baselines of a number and its noun. */
const WIDE = { width: 287, height: 66, fonts: [25, 10], baselines: [36, 53] }
const SMALL = { width: 88, height: 31, fonts: [14, 8], baselines: [16, 26] }

/** Colors of the ground, which is white unless it is named here. */
const GROUNDS: Readonly<Record<string, string>> = { grey: '#e4e4e4', black: '#000' }

const UNKNOWN = '–'

/** Draws strings, languages and percentage in three columns, 287 by 66 pixels. */
export function drawWide(facts: Facts, { color }: WidgetOptions): JSX.Element {
  const { percent, strings, languages } = facts
  const count = (number: number, noun: string): Figure =>
    percent === undefined
      ? [UNKNOWN, `${noun}S`]
      : [String(number), number === 1 ? noun : `${noun}S`]
  const figures = [count(strings, 'STRING'), count(languages.length, 'LANGUAGE'), translated(facts)]
  return draw(figures, WIDE, percent === undefined ? 'grey' : color)
}

/** Draws only the percentage, 88 by 31 pixels. */
export function drawSmall(facts: Facts, { color }: WidgetOptions): JSX.Element {
  return draw([translated(facts)], SMALL, facts.percent === undefined ? 'grey' : color)
}

function translated({ percent }: Facts): Figure {
  return percent === undefined ? [UNKNOWN, 'UNKNOWN'] : [`${Math.floor(percent)}%`, 'TRANSLATED']
}

function draw(figures: readonly Figure[], size: typeof WIDE, color: string) {
  const { width, height, fonts, baselines } = size
  const text = color === 'black' ? '#fff' : '#000'
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
      <rect {...frame} fill={GROUNDS[color] ?? '#fff'} />
      <g fill={text} font-family="DejaVu Sans,Verdana,sans-serif" text-anchor="middle">
        {figures.map((figure, index) =>
          figure.map((text, line) => (
            <text
              x={Math.round(column * (index + 0.5))}
              y={baselines[line]}
              font-size={fonts[line]}
            >
              {text}
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
