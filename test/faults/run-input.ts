import { readFileSync, rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import type { Input } from './inputs.ts'
import { filesOf, projectOf, type Server, startServer, translatedOf, waitFor } from './server.ts'
import type { Row } from './table.ts'

const SERVED_MS = 240_000
/** At least: a hundredth of less says nothing. */
const OBSERVED_MS = 5000
/** As that of the server. */
const RESOLUTION_MS = 10
/** How late the event loop may be, beside what a busy machine makes this one late: the slowest hundredth, and all. */
const MOST_LATE_MS = { p99: 20, max: 100 }

/** Serves hostile input beside a healthy project, which is served all the time. */
export async function runInput({
  main,
  input: { what, write, project = {}, alert, ask },
}: {
  readonly main: string
  readonly input: Input
}): Promise<Row> {
  const path = await write()
  const { path: healthy } = await createRepository([filesOf(3)])
  const folder = createTemporaryFolder()
  const isOfComponents = !('discover' in project)
  const { components, ...discovered } = projectOf('p', path) as { components: object[] }
  const hostile = { ...discovered, ...(isOfComponents ? { components } : {}), ...project }
  const config = { projects: [projectOf('healthy', healthy), hostile], memory: '256 MiB' }
  const server = await startServer({ main, engine: 'system', folder, config })
  const wrong: string[] = []
  try {
    const isServed = await waitFor(
      async () => (await translatedOf(server, 'healthy')) === 3,
      10_000,
    )
    if (!isServed) wrong.push('the healthy project is not served')
    const start = performance.now()
    const watching = watch(server)
    const [isFound, milliseconds] = await timed(() =>
      waitFor(() => isRead(server, alert), SERVED_MS),
    )
    if (!isFound) wrong.push(`${alert ?? 'served'}: not found; ${server.output.slice(-500)}`)
    wrong.push(...((await ask?.(server)) ?? []))
    await pause(OBSERVED_MS - (performance.now() - start))
    const late = await delayOf(server)
    const { slowest, megabytes, own } = await watching.stop()
    if (late.p99 > MOST_LATE_MS.p99 + own.p99 || late.max > MOST_LATE_MS.max + own.max)
      wrong.push('the event loop was late')
    if ((await server.stop()) !== 0) wrong.push('it does not end as it should')
    const figures = [
      `read after ${(milliseconds / 1000).toFixed(1)} s`,
      `loop p99 ${late.p99.toFixed(0)} ms, max ${late.max.toFixed(0)} ms (of this process ${own.p99.toFixed(0)}, ${own.max.toFixed(0)})`,
      `slowest healthy answer ${slowest.toFixed(0)} ms`,
      `${megabytes.toFixed(0)} MB`,
    ]
    return {
      what,
      runs: 1,
      wrong: wrong.length > 0 ? [wrong.join('; ')] : [],
      note: figures.join('; '),
    }
  } finally {
    await server.kill()
    rmSync(path, { recursive: true, force: true })
  }
}

/** With history as far as it can be had, or with the alert. */
async function isRead(server: Server, alert: RegExp | undefined): Promise<boolean> {
  if (alert !== undefined)
    return (
      server.problemsOf('p').some((line) => alert.test(line)) ||
      alertsMatch(await server.get('/api/components/p/c/alerts/'), alert)
    )
  const component = JSON.stringify(await server.get('/api/components/p/c/'))
  return component.includes('"complete":true')
}

function alertsMatch(alerts: unknown, alert: RegExp): boolean {
  return typeof alerts === 'object' && alert.test(JSON.stringify(alerts))
}

async function timed<T>(work: () => Promise<T>): Promise<[result: T, milliseconds: number]> {
  const start = performance.now()
  return [await work(), performance.now() - start]
}

/** In milliseconds, since it was asked last. */
async function delayOf({
  origin,
}: Server): Promise<{ readonly p99: number; readonly max: number }> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const at = (quantile: string) =>
    1000 *
    Number(new RegExp(`event_loop_delay_seconds{quantile="${quantile}"} (.*)`).exec(text)?.[1])
  return { p99: at('0.99'), max: at('1') }
}

/** Requests the healthy project repeatedly and measures memory until stopped. */
function watch(server: Server) {
  let [isOver, slowest, megabytes] = [false, 0, 0]
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const watching = (async () => {
    for (let round = 0; !isOver; round++) {
      const [, milliseconds] = await timed(() =>
        server.get(`/api/translations/healthy/c/de/statistics/?round=${round}`),
      )
      slowest = Math.max(slowest, milliseconds)
      megabytes = Math.max(megabytes, privateMegabytes(server))
      await pause(50)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      delay.disable()
      const late = (percent: number) => delay.percentile(percent) / 1e6 - RESOLUTION_MS
      return { slowest, megabytes, own: { p99: late(99), max: late(100) } }
    },
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
function privateMegabytes({ pid }: Server): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return (1024 * Number(/RssAnon:\s+(\d+)/.exec(status)?.[1])) / 1e6
}
