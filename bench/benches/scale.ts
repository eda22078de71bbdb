import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { goalRow, type Row, type Setting } from '../bench.ts'
import { benchFolder } from '../sample.ts'
import { end, startGitglot, timeOf, untilCounted, waitUntilIdle } from '../server.ts'
import { numberedConfig, SCALE_UNITS, scaleRepository } from '../synthetic.ts'
import { type Watched, watch } from '../watch.ts'

const COMPONENTS = 25
const MAX_GROWTH = 1.1
/** Maximum CPU time of the requests of `watch` in two seconds. */
const WATCHED_MICROSECONDS = 400_000
/** Number of requested pages, spread over the list of all units. */
const PAGES = 60
const PAGE_UNITS = 200
/** How often each other request is made, with different words each time. */
const ROUNDS = 5
const QUERIES = {
  'state:>=translated': 5_000_000,
  'has:check': 5_000_000,
  'target:abcde': 2_000_000,
}

/** Results for one size, in milliseconds unless the name says otherwise. */
interface Size {
  readonly units: number
  readonly firstReading: number
  readonly restart: number
  readonly watched: Watched
  readonly watchedLater: Watched
  readonly statistics: readonly number[]
  readonly pages: readonly number[]
  /** Units per second, by query. */
  readonly searches: Readonly<Record<string, readonly number[]>>
}

/**
 * Runs `gitglot serve` on components with 250,000 units in total and on multiples of that, without and with a cache:
 * limits for 4 million units, and whether cost grows faster than size.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const rows: Row[] = []
  let smaller: Size | undefined
  for (const scale of setting.scales) {
    const size = await measure(setting, scale)
    rows.push(...rowsOf(size), ...(smaller === undefined ? [] : growthRows(smaller, size)))
    smaller = size
  }
  return rows
}

async function measure(setting: Setting, scale: number): Promise<Size> {
  const components = COMPONENTS * scale
  const units = SCALE_UNITS * components
  const repo = scaleRepository(components)
  const config = numberedConfig(repo, { slug: 'scale', components, memory: '256 MiB' })
  const cache = join(benchFolder(), 'scale-cache')
  rmSync(cache, { recursive: true, force: true })
  // The same environment as in deploy/.
  const env = { ...process.env, XDG_CACHE_HOME: cache, MALLOC_ARENA_MAX: '1' }
  const first = await start(setting, { config, env, units })
  await waitUntilIdle(first.server.process.pid, WATCHED_MICROSECONDS)
  const watched = await first.stop()
  await end(first.server)
  const again = await start(setting, { config, env, units })
  try {
    await waitUntilIdle(again.server.process.pid, WATCHED_MICROSECONDS)
    const { port } = again.server
    const statistics = await repeat(ROUNDS, (round) =>
      timeOf(port, `/api/statistics/?round=${round}`),
    )
    const last = units / PAGE_UNITS
    const pages = await repeat(PAGES, (round) =>
      timeOf(port, `/api/units/?page=${1 + Math.floor((round * last) / PAGES)}`),
    )
    const searches: Record<string, readonly number[]> = {}
    for (const query of Object.keys(QUERIES)) {
      // Adds another space each time to bypass the cache.
      const times = await repeat(ROUNDS, (round) =>
        timeOf(port, `/api/units/?page_size=1&q=${encodeURIComponent(query + ' '.repeat(round))}`),
      )
      searches[query] = times.map((milliseconds) => (1000 * units) / milliseconds)
    }
    return {
      ...{ units, watched, statistics, pages, searches },
      firstReading: first.milliseconds,
      restart: again.milliseconds,
      watchedLater: await again.stop(),
    }
  } finally {
    await end(again.server)
  }
}

/** Returns a server, the milliseconds until all units are counted and checked, and `stop`, which ends the watch. */
async function start(
  setting: Setting,
  { config, env, units }: { config: string; env: NodeJS.ProcessEnv; units: number },
) {
  const start = performance.now()
  const server = await startGitglot(setting, config, env)
  const stop = watch(server)
  await untilCounted(server.port, units)
  return { server, stop, milliseconds: performance.now() - start }
}

async function repeat(
  rounds: number,
  work: (round: number) => Promise<number>,
): Promise<readonly number[]> {
  const results: number[] = []
  for (let round = 0; round < rounds; round++) results.push(await work(round))
  return results
}

function rowsOf(size: Size): Row[] {
  const { units, firstReading, restart, watched, watchedLater, statistics, pages, searches } = size
  const name = `${units.toLocaleString('en')} units`
  const rate = (milliseconds: number) => (1000 * units) / milliseconds
  return [
    goalRow('first reading', 'units/s', [rate(firstReading)], 200_000, { atLeast: 1 }),
    goalRow('restart until all units are counted and checked', 'ms', [restart], 2000),
    goalRow('first reading: most private memory', 'MB', [watched.anonymous], 384),
    goalRow('first reading: most resident memory without the store', 'MB', [watched.resident], 512),
    goalRow('restart: most private memory', 'MB', [watchedLater.anonymous], 384),
    goalRow('restart: most resident memory without the store', 'MB', [watchedLater.resident], 512),
    goalRow('first reading: longest wait of a tiny request', 'ms', [watched.longestWait], 100),
    goalRow('first reading: longest wait for /api/', 'ms', [watched.longestApiWait]),
    goalRow('restart: longest wait of a tiny request', 'ms', [watchedLater.longestWait], 100),
    goalRow('restart: longest wait for /api/', 'ms', [watchedLater.longestApiWait]),
    goalRow('statistics of the whole server', 'ms', statistics, 20),
    goalRow('a page of units', 'ms', pages),
    goalRow(`the slowest of ${pages.length} pages of units`, 'ms', [Math.max(...pages)], 50),
    ...Object.entries(QUERIES).map(([query, wanted]) =>
      goalRow(`q=${query}`, 'units/s', searches[query] ?? [], wanted, { atLeast: 1 }),
    ),
  ].map((row) => ({ ...row, what: `${name}: ${row.what}` }))
}

function growthRows(smaller: Size, larger: Size): Row[] {
  const ratio = larger.units / smaller.units
  const costs = { 'first reading': 'firstReading', restart: 'restart' } as const
  return Object.entries(costs).map(([what, key]): Row => {
    const exponent = Math.log(larger[key] / smaller[key]) / Math.log(ratio)
    return {
      what: `${larger.units.toLocaleString('en')} units: ${what}, grows with exponent ${exponent.toFixed(2)}`,
      unit: 'ms',
      ours: [larger[key]],
      otherName: `${ratio} times that of ${smaller.units.toLocaleString('en')}`,
      others: [ratio * smaller[key]],
      target: { atMost: MAX_GROWTH },
    }
  })
}
