import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Facts } from './facts.ts'

interface Figure {
  readonly value: string
  readonly label: string
}

interface Layout {
  readonly width: number
  readonly height: number
  /** Font sizes and baselines of the number and its noun. */
  readonly value: { readonly size: number; readonly y: number }
  readonly label: { readonly size: number; readonly y: number }
}

const GROUNDS: Readonly<Record<string, { readonly ground: string; readonly text: string }>> = {
  grey: { ground: '#e4e4e4', text: '#000' },
  white: { ground: '#fff', text: '#000' },
  black: { ground: '#000', text: '#fff' },
}

/** Shown in place of an unknown number. */
const UNKNOWN = '–'

/** Draws strings, languages and percentage in three columns, 287 by 66 pixels. */
export function drawWide(facts: Facts, color: string): JSX.Element {
  const { percent, strings, languages } = facts
  const count = (number: number, noun: string) =>
    percent === undefined
      ? { value: UNKNOWN, label: `${noun}S` }
      : { value: String(number), label: number === 1 ? noun : `${noun}S` }
  const figures = [count(strings, 'STRING'), count(languages.length, 'LANGUAGE'), translated(facts)]
  const layout = { width: 287, height: 66, value: { size: 25, y: 36 }, label: { size: 10, y: 53 } }
  return draw(figures, layout, percent === undefined ? 'grey' : color)
}

/** Draws only the percentage, 88 by 31 pixels. */
export function drawSmall(facts: Facts, color: string): JSX.Element {
  const layout = { width: 88, height: 31, value: { size: 14, y: 16 }, label: { size: 8, y: 26 } }
  return draw([translated(facts)], layout, facts.percent === undefined ? 'grey' : color)
}

function translated({ percent }: Facts): Figure {
  return percent === undefined
    ? { value: UNKNOWN, label: 'UNKNOWN' }
    : { value: `${Math.floor(percent)}%`, label: 'TRANSLATED' }
}

function draw(figures: readonly Figure[], layout: Layout, color: string): JSX.Element {
  const { width, height, value, label } = layout
  const { ground, text } = GROUNDS[color] ?? { ground: '#fff', text: '#000' }
  const column = width / figures.length
  const middle = (index: number) => Math.round(column * (index + 0.5))
  const title = figures.map((figure) => `${figure.value} ${figure.label.toLowerCase()}`).join(', ')
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
      <rect x=".5" y=".5" width={width - 1} height={height - 1} rx={3} fill={ground} />
      <g fill={text} font-family="DejaVu Sans,Verdana,sans-serif" text-anchor="middle">
        {figures.map((figure, index) => (
          <>
            <text x={middle(index)} y={value.y} font-size={value.size}>
              {figure.value}
            </text>
            <text x={middle(index)} y={label.y} font-size={label.size}>
              {figure.label}
            </text>
          </>
        ))}
      </g>
      <g stroke={text} stroke-opacity=".25" fill="none">
        <rect x=".5" y=".5" width={width - 1} height={height - 1} rx={3} />
        {figures.slice(1).map((_, index) => (
          <path d={`M${Math.round(column * (index + 1)) + 0.5} 10v${height - 20}`} />
        ))}
      </g>
    </svg>
  )
}
