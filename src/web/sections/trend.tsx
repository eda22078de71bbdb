import { componentsAt, NOWHERE } from '../../catalog/place.ts'
import { evenTimes, readTrend, spanOf, type Trend } from '../../history/trend/trend.ts'
import { withoutGlossaries } from '../../view/share.ts'
import { TrendChart } from '../components/trend-chart.tsx'
import { findRefs } from '../later-facts.ts'
import { laterOfHistory, type PageRequest } from '../page.ts'

const POINTS = 50
/** The time limit of one step. What has been counted by then is shown; the rest follows. */
const STEP_MS = 2000

/** Shows the counts since the first commit, with the tags. */
export async function TrendSection(request: PageRequest) {
  const { catalog, view, place, part } = request
  const { project, code } = place
  if (project === undefined) return null
  const allComponents = componentsAt(view, place)
  const components = code === undefined ? withoutGlossaries(allComponents) : allComponents
  // Uses the same times for all places of a project, so that they share their counts.
  const whole = componentsAt(view, { ...NOWHERE, project })
  const span = spanOf(whole.map(catalog.historyOf)) ?? { from: 0, to: 0 }
  const served = whole.map(({ commit }) => commit?.committer.timestamp ?? 0)
  const to = served.reduce((a, b) => Math.max(a, b), span.to)
  const times = evenTimes({ from: span.from, to, points: POINTS })
  const scope = { components, ...(code !== undefined && { languageCode: code }) }
  const { trends } = catalog
  const [{ value: trend, isAwaited }, refs] = await Promise.all([
    laterOfHistory<Trend>(request, 'trend', async ({ signal }, publish) => {
      for (;;) {
        const trend = await readTrend(scope, { trends, times, milliseconds: STEP_MS, signal })
        if (trend.isComplete) return trend
        publish(trend)
      }
    }),
    findRefs(request),
  ])
  if (span.to === 0 && !isAwaited) return null
  const tags = (refs?.value ?? []).filter(({ kind }) => kind === 'tag')
  return part('trend', isAwaited, (attributes) => (
    <section {...attributes}>
      <h2>Since the first commit</h2>
      {trend === undefined ? (
        <p class="soft small">
          {isAwaited ? 'The trend is being computed.' : 'The trend cannot be computed.'}
        </p>
      ) : (
        <TrendChart
          points={trend.points}
          tags={tags.map(({ name, commit }) => ({ name, seconds: commit.committer.timestamp }))}
          isAwaited={isAwaited}
        />
      )}
    </section>
  ))
}
