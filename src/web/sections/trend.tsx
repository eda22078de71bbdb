import type { ComponentRef } from '../../catalog/component-refs.ts'
import { componentsAt, NOWHERE } from '../../catalog/place.ts'
import { figuresAt } from '../../facts/figures.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import { evenTimes, readTrend, spanOf, type Trend } from '../../history/trend/trend.ts'
import { withoutGlossaries } from '../../view/counted-components.ts'
import { type Column, column, numbers, Table } from '../components/table.tsx'
import { formatDay, short, Time } from '../components/words.tsx'
import { findRefs } from '../layout/ref-menu.tsx'
import { laterOfHistory, type PageRequest } from '../page.ts'

type Point = Trend['points'][number]
type Counts = NonNullable<Point['counts']>
/** A point whose strings have been counted. */
type KnownPoint = Point & { readonly counts: Counts }

const POINTS = 50

/** Shows the counts since the first commit, with the tags. */
export async function TrendSection(request: PageRequest) {
  const { catalog, view, place, part } = request
  const { historyOf } = catalog
  const { project, code } = place
  if (project === undefined) return null
  const components = withoutGlossaries(componentsAt(view, place))
  // Uses the same times for all places of a project, so that they share their counts.
  const whole = componentsAt(view, { ...NOWHERE, project })
  const span = spanOf(whole.map(historyOf)) ?? { from: 0, to: 0 }
  const served = whole.map(({ commit }) => commit?.committer.timestamp ?? 0)
  const to = served.reduce((a, b) => Math.max(a, b), span.to)
  const times = evenTimes({ from: span.from, to, points: POINTS })
  const scope = { components, ...(code !== undefined && { languageCode: code }) }
  const [{ value: trend, isAwaited }, refs] = await Promise.all([
    laterOfHistory<Trend>(request, 'trend', ({ signal }, publish) =>
      readTrend(scope, { historyOf, times, publish, signal }),
    ),
    findRefs(request),
  ])
  if (span.to === 0 && !isAwaited) return null
  const tags = (refs?.value ?? []).filter(({ kind }) => kind === 'tag')
  return part('trend', isAwaited, (attributes) => (
    <section {...attributes}>
      <h2>Since the first commit</h2>
      {trend === undefined ? (
        <p class="soft small">The trend {isAwaited ? 'is being' : 'cannot be'} computed.</p>
      ) : (
        trendChart(trend.points, tags, isAwaited)
      )}
      {trend !== undefined && figuresAt(view, place).absent > 0 && (
        <p class="soft small">Strings that are not in the file of a language do not count here.</p>
      )}
    </section>
  ))
}

/** Top and height of the drawing in pixels. Above it are the names of tags and the largest number. */
const TOP = 26
const HEIGHT = 154
const BOTTOM = TOP + HEIGHT

/** Width of a character of a label on a narrow screen, in percent of the drawing. */
const CHARACTER = 2

/** The counts of a point, with the class of their line. */
const LINES = [
  ['p-n', 'strings', 'Strings'],
  ['p-l', 'translated', 'Translated'],
  ['p-ee', 'needs editing', 'Needs editing'],
  ['p-f', 'failing a check, notes included', 'Failing'],
] as const

/** Returns the horizontal position of a time, from 0 to 100. */
type Across = (seconds: number) => number

/**
 * Draws strings and their states over time. Text and grid use pixels and percentages, so that letters never stretch;
 * lines are in a nested drawing that does stretch. Its label is a sentence, and a table below has the numbers.
 */
function trendChart(points: readonly Point[], tags: readonly ComponentRef[], isAwaited: boolean) {
  const knownPoints = points.filter((point): point is KnownPoint => point.counts !== undefined)
  const [first] = knownPoints
  const last = knownPoints.at(-1)
  const from = points[0]?.seconds ?? 0
  const to = points.at(-1)?.seconds ?? 0
  if (!first || !last || points.length < 2) {
    return <p class="soft small">There are no earlier numbers to compare with yet.</p>
  }
  const across: Across = (seconds) => (100 * (seconds - from)) / (to - from)
  const max = niceMaximum(Math.max(...knownPoints.map(({ counts }) => counts[0])))
  const lineOf = (countOf: (counts: Counts) => number) =>
    knownPoints
      .map(({ seconds, counts }, index) => {
        const y = 100 - (100 * countOf(counts)) / max
        return `${index === 0 ? 'M' : 'L'}${short(across(seconds) * 10)} ${short(y)}`
      })
      .join('')
  const left = short(across(first.seconds) * 10)
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
          {first.seconds > from && <path class="gap" d={`M0 0H${left}V100H0z`} />}
          <path class="p-t" d={`${lineOf((counts) => counts[1])}V100H${left}z`} />
          {knownPoints.some(({ counts }) => counts[2] > 0) && (
            <path class="p-ee" d={lineOf((counts) => counts[1] + counts[2])} />
          )}
          <path class="p-l" d={lineOf((counts) => counts[1])} />
          <path class="p-n" d={lineOf((counts) => counts[0])} />
          <path class="p-f" d={lineOf((counts) => counts[3])} />
        </svg>
        {(max >= 3 ? [0, 1, 2, 3] : [0, 3]).map((step) => gridLine(step, max))}
        {/* Labels the axis with two days between the first and the last. */}
        {[0.25, 0.6].map((share) => dayMark(Math.round(from + (to - from) * share), across))}
        {tagMarks(tags, across)}
      </svg>
      <figcaption>
        <p class="key">
          {LINES.map(([line, word], index) => (
            <span>
              <svg width="18" height="8" aria-hidden="true">
                <line class={line} x1="0" x2="18" y1="4" y2="4" />
              </svg>
              {index === 0
                ? counted(last.counts[index], 'string')
                : `${formatNumber(last.counts[index] ?? 0)} ${word}`}
            </span>
          ))}
        </p>
        {isAwaited && <p class="soft small">The gray part has not been counted yet.</p>}
        <details class="small">
          <summary class="soft">As a table</summary>
          {tableOf(knownPoints)}
        </details>
      </figcaption>
    </figure>
  )
}

/** Draws a line with a label beside it, if there is room for one. */
function lineWithLabel(line: object, text: object | false, label: string) {
  return (
    <>
      <line {...line} />
      {text && <text {...text}>{label}</text>}
    </>
  )
}

/** Draws the line at some thirds of the maximum. */
function gridLine(thirds: number, max: number) {
  const y = short(BOTTOM - (HEIGHT * thirds) / 3)
  const label = formatNumber(Math.round((max * thirds) / 3))
  return lineWithLabel(
    { x1: '0', x2: '100%', y1: y, y2: y },
    thirds > 0 && { x: '0', y: y - 3 },
    label,
  )
}

function dayMark(seconds: number, across: Across) {
  const x = `${short(across(seconds))}%`
  const line = { x1: x, x2: x, y1: BOTTOM, y2: BOTTOM + 4 }
  return lineWithLabel(line, { x, y: BOTTOM + 16 }, formatDay(seconds).replace(/^\d+ /, ''))
}

/** Draws tags from the newest on. Omits the name of an older one that would overlap a newer one. */
function tagMarks(tags: readonly ComponentRef[], across: Across) {
  let end = 100
  return tags
    .map(({ name, commit }) => ({ name, x: across(commit.committer.timestamp) }))
    .filter(({ x }) => x >= 0 && x <= 100)
    .sort((a, b) => b.x - a.x)
    .map(({ name, x }) => {
      const label = name.slice(0, 16)
      const width = label.length * CHARACTER
      const start = Math.max(0, Math.min(x - width / 2, 100 - width))
      const isNamed = start + width <= end
      if (isNamed) end = start - CHARACTER
      const line = { class: 'tag', x1: `${short(x)}%`, x2: `${short(x)}%`, y1: '10', y2: BOTTOM }
      return lineWithLabel(line, isNamed && { x: `${short(start)}%`, y: '8' }, label)
    })
}

function sentenceOf(first: KnownPoint, last: KnownPoint): string {
  const change = (index: 0 | 1) =>
    `${formatNumber(first.counts[index])} to ${formatNumber(last.counts[index])}`
  return `From ${formatDay(first.seconds)} to ${formatDay(last.seconds)} the number of strings went from ${change(0)}, and of translated strings from ${change(1)}.`
}

/** Returns a round multiple of three that is not below the value. */
function niceMaximum(value: number): number {
  const step = Math.max(1, value / 3)
  const power = 10 ** Math.floor(Math.log10(step))
  const nice =
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((multiple) => multiple * power >= step) ?? 10
  return Math.max(3, Math.ceil(nice * power) * 3)
}

const ROWS = 9

/** Shows an even selection of the points as numbers. */
function tableOf(points: readonly KnownPoint[]) {
  const count = Math.min(ROWS, points.length)
  const step = (points.length - 1) / Math.max(1, count - 1)
  const rows = Array.from({ length: count }, (_, row) => points[Math.round(row * step)]!)
  const columns: readonly Column<KnownPoint>[] = [
    column('Day', '', ({ seconds }) => <Time seconds={seconds} />),
    ...LINES.map(([, , name], index) =>
      numbers(name, 'n', ({ counts }: KnownPoint) => counts[index] ?? 0),
    ),
  ]
  return <Table {...{ columns, rows }} />
}
