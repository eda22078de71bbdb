import type { JSX } from 'hono/jsx/jsx-runtime'
import { formatNumber, formatPercent } from '../facts/format-numbers.ts'
import type { Facts, WidgetOptions } from './facts.ts'

/** A label with a value. */
export interface Badge {
  readonly label: string
  readonly value: string
  /** Background color of the value. */
  readonly color: string
  /** Widths in pixels. */
  readonly widths: readonly [label: number, value: number]
}

const GREEN = '#4c1'
const YELLOW = '#dfb317'
const RED = '#e05d44'

/** Returns the badge of the translated percentage. */
export function translatedBadge({ percent }: Pick<Facts, 'percent'>): Badge {
  if (percent === undefined) return unknownBadge('translated', 70)
  const value = `${Math.floor(percent)}%`
  const color = percent >= 90 ? GREEN : percent >= 75 ? YELLOW : RED
  const widths = [27, 27, 27, 33, 39] as const
  return { label: 'translated', value, color, widths: [70, widths[value.length] ?? 39] }
}

/** How much wider a capital is than a lower-case letter, in pixels. */
const CAPITAL = 3

/** Returns the same badge, with a capitalized label if that was requested. */
export function capitalizedBadge(facts: Facts, { isCapitalized }: WidgetOptions): Badge {
  const badge = translatedBadge(facts)
  const [left, right] = badge.widths
  return isCapitalized ? { ...badge, label: 'Translated', widths: [left + CAPITAL, right] } : badge
}

/** Returns the badge with the number of languages translated to at least `threshold` percent. */
export function languageBadge({ percent, languages }: Facts, { threshold }: WidgetOptions): Badge {
  if (percent === undefined) return unknownBadge('languages', 72)
  const count = languages.filter(({ percent = 0 }) => percent >= threshold).length
  const value = String(count)
  const width = 12 + 6 * value.length
  const color = '#3fed48'
  return count === 1
    ? { label: 'language', value, color, widths: [67, width] }
    : { label: 'languages', value, color, widths: [72, width] }
}

/** Returns the badge of the translated percentage with a decimal. */
export function shareBadge({ percent }: Facts): Badge {
  if (percent === undefined) return unknownBadge('translated', 70)
  return { ...translatedBadge({ percent }), ...valued('translated', `${formatPercent(percent)}%`) }
}

/** Returns the badge with the number of strings that fail a check with severity `error`. */
export function errorsBadge({ percent, errors }: Facts): Badge {
  if (percent === undefined) return unknownBadge('errors')
  return { ...valued('errors', formatNumber(errors)), color: errors === 0 ? GREEN : RED }
}

/** Returns the badge with the number of strings that are older than their source. */
export function outdatedBadge({ percent }: Facts, { outdated }: WidgetOptions): Badge {
  if (percent === undefined || outdated === undefined) return unknownBadge('outdated')
  return { ...valued('outdated', formatNumber(outdated)), color: outdated === 0 ? GREEN : YELLOW }
}

/** Returns the badge with the number of languages translated to at least the requested percentage, out of all. */
export function languagesBadge(facts: Facts, { percent: least = 100 }: WidgetOptions): Badge {
  const { percent, shares } = facts
  const label = `languages ≥ ${least}%`
  if (percent === undefined) return unknownBadge(label)
  const done = shares.filter((share) => share !== undefined && share >= least).length
  const color = done === shares.length ? GREEN : YELLOW
  return { ...valued(label, `${done} of ${shares.length}`), color }
}

function valued(label: string, value: string): Pick<Badge, 'label' | 'value' | 'widths'> {
  return { label, value, widths: [widthOf(label), widthOf(value)] }
}

function widthOf(text: string): number {
  return 10 + 7 * text.length
}

/** Returns a grey badge, for when nothing is readable. */
function unknownBadge(label: string, width: number = widthOf(label)): Badge {
  return { label, value: 'unknown', color: '#9f9f9f', widths: [width, 61] }
}

/** Draws a badge, 20 pixels high; with a page, linked to it and naming the commits that give the same number. */
export function drawBadge(
  { label, value, color, widths: [left, right] }: Badge,
  page?: string,
  commits: readonly string[] = [],
): JSX.Element {
  const width = left + right
  const text = `${label} ${value}`
  const labelX = Math.floor(left / 2)
  const valueX = left + Math.floor(right / 2)
  const picture = (
    <>
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
    </>
  )
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={20}
      xml:lang="en"
      role={page === undefined ? 'img' : undefined}
      aria-label={text}
    >
      <title>{`${text}${commitsText(commits)}`}</title>
      {page === undefined ? picture : <a href={page}>{picture}</a>}
    </svg>
  )
}

const MAX_COMMITS = 3

function commitsText(commits: readonly string[]): string {
  const more = commits.length > MAX_COMMITS ? ` and ${commits.length - MAX_COMMITS} more` : ''
  return commits.length === 0 ? '' : ` at ${commits.slice(0, MAX_COMMITS).join(', ')}${more}`
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
