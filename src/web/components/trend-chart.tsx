import type { Trend } from '../../catalog/history/trend/trend.ts'
import { formatNumber } from '../../facts/words.ts'
import { Table } from './table.tsx'
import { formatDay, short, Time } from './words.tsx'

type Point = Trend['points'][number]
type Counts = NonNullable<Point['counts']>
/** A point whose strings have been counted. */
type KnownPoint = Point & { readonly counts: Counts }

/** A labelled time in the chart. */
export interface Tag {
  readonly name: string
  readonly seconds: number
}

/** Top and height of the drawing in pixels. Above it are the names of tags and the largest number. */
const TOP = 26
const HEIGHT = 154
const BOTTOM = TOP + HEIGHT
/** Width of a character of a label on a narrow screen, in percent of the drawing. */
const CHARACTER = 2

/**
 * Draws strings and their states over time. Text and grid use pixels and percentages, so that letters never stretch;
 * lines are in a nested drawing that does stretch. Its label is a sentence, and a table below has the numbers.
 */
export function TrendChart({
  points,
  tags,
  isAwaited,
}: {
  readonly points: readonly Point[]
  readonly tags: readonly Tag[]
  /** Whether missing counts are still being computed. */
  readonly isAwaited: boolean
}) {
  const knownPoints = points.filter((point): point is KnownPoint => point.counts !== undefined)
  const [first] = knownPoints
  const last = knownPoints.at(-1)
  const [start] = points
  const end = points.at(-1)
  if (!first || !last || !start || !end || start === end) {
    return <p class="soft small">There are no earlier numbers to compare with yet.</p>
  }
  const span = { from: start.seconds, to: end.seconds }
  const max = niceMaximum(Math.max(...knownPoints.map(({ counts }) => counts[0])))
  const draw = { points: knownPoints, span, max }
  return (
    <figure>
      <svg class="trend" role="img" aria-label={sentenceOf(first, last)}>
        <svg
          y={TOP}
          width="100%"
          height={HEIGHT}
          viewBox="0 0 1000 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {first.seconds > span.from && (
            <path class="gap" d={`M0 0H${short(xOf(first.seconds, span) * 10)}V100H0z`} />
          )}
          <path
            class="p-t"
            d={`${lineOf(draw, (counts) => counts[1])}V100H${short(xOf(first.seconds, span) * 10)}z`}
          />
          {knownPoints.some(({ counts }) => counts[2] > 0) && (
            <path class="p-ee" d={lineOf(draw, (counts) => counts[1] + counts[2])} />
          )}
          <path class="p-l" d={lineOf(draw, (counts) => counts[1])} />
          <path class="p-n" d={lineOf(draw, (counts) => counts[0])} />
          <path class="p-f" d={lineOf(draw, (counts) => counts[3])} />
        </svg>
        <Grid max={max} span={span} />
        <Tags tags={tags} span={span} />
      </svg>
      <figcaption>
        <Legend counts={last.counts} />
        {isAwaited && <p class="soft small">Gray times are still being counted.</p>}
        <details class="small">
          <summary class="soft">As a table</summary>
          {tableOf(knownPoints)}
        </details>
      </figcaption>
    </figure>
  )
}

interface Span {
  readonly from: number
  readonly to: number
}

function lineOf(
  { points, span, max }: { points: readonly KnownPoint[]; span: Span; max: number },
  countOf: (counts: Counts) => number,
): string {
  return points
    .map(({ seconds, counts }, index) => {
      const y = 100 - (100 * countOf(counts)) / max
      return `${index === 0 ? 'M' : 'L'}${short(xOf(seconds, span) * 10)} ${short(y)}`
    })
    .join('')
}

function Grid({ max, span }: { max: number; span: Span }) {
  const steps = [0, 1, 2, 3].filter((step) => max >= 3 || step === 0 || step === 3)
  return (
    <>
      {steps.map((step) => {
        const y = short(BOTTOM - (HEIGHT * step) / 3)
        return (
          <>
            <line x1="0" x2="100%" y1={y} y2={y} />
            {step > 0 && (
              <text x="0" y={y - 3}>
                {formatNumber(Math.round((max * step) / 3))}
              </text>
            )}
          </>
        )
      })}
      {daysIn(span).map((seconds) => {
        const x = `${short(xOf(seconds, span))}%`
        return (
          <>
            <line x1={x} x2={x} y1={BOTTOM} y2={BOTTOM + 4} />
            <text x={x} y={BOTTOM + 16}>
              {formatDay(seconds).replace(/^\d+ /, '')}
            </text>
          </>
        )
      })}
    </>
  )
}

/** Draws labels from the newest on. Omits an older label that would overlap a newer one. */
function Tags({ tags, span }: { tags: readonly Tag[]; span: Span }) {
  let end = 100
  return (
    <>
      {tags
        .filter(({ seconds }) => seconds >= span.from && seconds <= span.to)
        .sort((a, b) => b.seconds - a.seconds)
        .map(({ name, seconds }) => {
          const x = xOf(seconds, span)
          const shown = name.slice(0, 16)
          const width = shown.length * CHARACTER
          const start = Math.max(0, Math.min(x - width / 2, 100 - width))
          const isNamed = start + width <= end
          if (isNamed) end = start - CHARACTER
          return (
            <>
              <line class="tag" x1={`${short(x)}%`} x2={`${short(x)}%`} y1="10" y2={BOTTOM} />
              {isNamed && (
                <text x={`${short(start)}%`} y="8">
                  {shown}
                </text>
              )}
            </>
          )
        })}
    </>
  )
}

const LINES = [
  ['p-n', 'strings'],
  ['p-l', 'translated'],
  ['p-ee', 'needs editing'],
  ['p-f', 'failing checks'],
] as const

function Legend({ counts }: { counts: Counts }) {
  return (
    <p class="key">
      {LINES.map(([line, word], index) => (
        <span>
          <svg width="18" height="8" aria-hidden="true">
            <line class={line} x1="0" x2="18" y1="4" y2="4" />
          </svg>
          {formatNumber(counts[index] ?? 0)} {word}
        </span>
      ))}
    </p>
  )
}

function sentenceOf(first: KnownPoint, last: KnownPoint): string {
  const [strings, translated] = [0, 1].map(
    (index) =>
      `${formatNumber(first.counts[index] ?? 0)} to ${formatNumber(last.counts[index] ?? 0)}`,
  )
  return `From ${formatDay(first.seconds)} to ${formatDay(last.seconds)} the number of strings went from ${strings}, that of translated ones from ${translated}.`
}

/** Returns the horizontal position of a time, from 0 to 100. */
function xOf(seconds: number, { from, to }: Span): number {
  return (100 * (seconds - from)) / (to - from)
}

/** Returns two or three days between the first and the last for the axis to label. */
function daysIn({ from, to }: Span): number[] {
  return [0.25, 0.6].map((share) => Math.round(from + (to - from) * share))
}

/** Returns a round multiple of three that is not below the value. */
function niceMaximum(value: number): number {
  const step = Math.max(1, value / 3)
  const power = 10 ** Math.floor(Math.log10(step))
  const nice =
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((multiple) => multiple * power >= step) ?? 10
  return Math.max(3, Math.ceil(nice * power) * 3)
}

/** How many points the table has. */
const ROWS = 9

/** Shows an even selection of the points as numbers. */
function tableOf(points: readonly KnownPoint[]) {
  const count = Math.min(ROWS, points.length)
  const step = (points.length - 1) / Math.max(1, count - 1)
  const rows = Array.from({ length: count }, (_, row) => points[Math.round(row * step)]!)
  const names = ['Strings', 'Translated', 'Needs editing', 'Failing']
  return (
    <Table
      rows={rows}
      columns={[
        { name: 'Day', cell: ({ seconds }) => <Time seconds={seconds} /> },
        ...names.map((name, index) => ({
          ...{ name, classes: 'n' },
          cell: ({ counts }: KnownPoint) => formatNumber(counts[index] ?? 0),
        })),
      ]}
    />
  )
}
