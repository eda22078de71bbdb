import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Facts } from './facts.ts'

/** A label and a value beside it. */
export interface Badge {
  readonly label: string
  readonly value: string
  /** Of the value's ground. */
  readonly color: string
  /** Pixels that the label takes, and the value. */
  readonly widths: readonly [label: number, value: number]
}

/** How much is translated. */
export function translatedBadge({ percent }: Facts): Badge {
  if (percent === undefined) return unknownBadge('translated', 70)
  const value = `${Math.floor(percent)}%`
  const color = percent >= 90 ? '#4c1' : percent >= 75 ? '#dfb317' : '#e05d44'
  const widths = [27, 27, 27, 33, 39] as const
  return { label: 'translated', value, color, widths: [70, widths[value.length] ?? 39] }
}

/** How much wider a capital is than a small letter, in pixels. */
const CAPITAL = 3

/** The badge with a capital at its beginning, if that is wanted. */
export function capitalize(badge: Badge, isWanted: boolean): Badge {
  if (!isWanted) return badge
  const { label, widths } = badge
  const capital = label.charAt(0).toUpperCase() + label.slice(1)
  return { ...badge, label: capital, widths: [widths[0] + CAPITAL, widths[1]] }
}

/** How many languages there are that are translated so far at least. */
export function languageBadge({ percent, languages }: Facts, threshold: number): Badge {
  if (percent === undefined) return unknownBadge('languages', 72)
  const count = languages.filter(({ percent = 0 }) => percent >= threshold).length
  const value = String(count)
  const width = 12 + 6 * value.length
  const color = '#3fed48'
  return count === 1
    ? { label: 'language', value, color, widths: [67, width] }
    : { label: 'languages', value, color, widths: [72, width] }
}

/** Grey, as of what cannot be read nothing is known. */
function unknownBadge(label: string, width: number): Badge {
  return { label, value: 'unknown', color: '#9f9f9f', widths: [width, 61] }
}

/** The picture of a badge, 20 pixels high. */
export function drawBadge({ label, value, color, widths: [left, right] }: Badge): JSX.Element {
  const width = left + right
  const text = `${label} ${value}`
  const labelX = Math.floor(left / 2)
  const valueX = left + Math.floor(right / 2)
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={20}
      xml:lang="en"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <linearGradient id="a" x2="0" y2="100%">
        <stop offset="0" stop-color="#bbb" stop-opacity=".1" />
        <stop offset="1" stop-opacity=".1" />
      </linearGradient>
      <rect width={width} height={20} fill="#555" rx={3} />
      <rect width={right} height={20} x={left} fill={color} rx={3} />
      <path fill={color} d={`M${left} 0h4v20h-4z`} />
      <rect width={width} height={20} fill="url(#a)" rx={3} />
      <g
        fill="#fff"
        font-family="DejaVu Sans,Verdana,Geneva,sans-serif"
        font-size={11}
        text-anchor="middle"
      >
        <Shadowed x={labelX} text={label} />
        <Shadowed x={valueX} text={value} />
      </g>
    </svg>
  )
}

function Shadowed({ x, text }: { readonly x: number; readonly text: string }) {
  return (
    <>
      <text x={x} y={15} fill="#010101" fill-opacity=".3">
        {text}
      </text>
      <text x={x} y={14}>
        {text}
      </text>
    </>
  )
}
