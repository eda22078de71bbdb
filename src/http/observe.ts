import type { Metrics } from '../metrics.ts'
import type { ResponseEvent } from './respond.ts'

/**
 * Returns the function that counts responses by route and code, and measures their time by whether they were cached. A
 * route is the first segment of a served path (`/api/units`, `/projects`); all unknown paths share one route.
 */
export function createObserver(
  metrics: Metrics,
  paths: readonly string[],
): (event: ResponseEvent) => void {
  const routes = new Set(paths.map(firstNames))
  const counts = new Map<string, () => void>()
  const timesOf = (cache: 'hit' | 'miss') =>
    metrics.histogram({
      name: 'gitglot_http_request_duration_seconds',
      help: 'From the head of a request to that of its answer, by whether the page cache had that.',
      labels: { cache },
    })
  const times = { hit: timesOf('hit'), miss: timesOf('miss') }

  function countOf(route: string, code: string): () => void {
    const help = 'Answers by route and status.'
    return metrics.counter({ name: 'gitglot_http_requests', help, labels: { route, code } })
  }

  return ({ path, status, milliseconds, isCached }) => {
    const names = firstNames(path)
    const route = routes.has(names) ? names : 'other'
    const key = `${status}${route}`
    const count = counts.get(key) ?? countOf(route, String(status))
    counts.set(key, count)
    count()
    times[isCached ? 'hit' : 'miss'](milliseconds / 1000)
  }
}

/** Returns `/projects` of `/projects/app/web/`, and two segments of the API's paths. */
function firstNames(path: string): string {
  const from = path.startsWith('/api/') ? 5 : 1
  const end = path.indexOf('/', from)
  return end === -1 ? path : path.slice(0, end)
}
