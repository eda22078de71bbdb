import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { createApp } from '../app.ts'
import { buildName } from '../build.ts'
import { type Catalog, openCatalog } from '../catalog/catalog.ts'
import type { Config } from '../config/config.ts'
import { createComponentFinder } from '../discovery/find-components.ts'
import { hasCode, RepositoryError, reasonOf, UsageError } from '../errors.ts'
import { listen } from '../http/listen.ts'
import { isLoopback } from '../http/loopback.ts'
import { createMetrics } from '../metrics.ts'
import { cacheFolder } from './cache-folder.ts'
import type { Arguments } from './command.ts'
import { readConfigFile, readDemoConfig } from './config-file.ts'
import { reportFetch, reportProcess } from './process-metrics.ts'
import { createRenew, secretsOf } from './renew-config.ts'
import { Report } from './report.ts'

/** How long running requests may take after a signal, so that the process ends within 5 s. */
const GRACE_MS = 3500
const CLOSE_MS = 1000

/** Worker threads: at most four, since each may need the memory of a large component. */
export const THREADS: number = Math.max(2, Math.min(4, availableParallelism()))

/**
 * Garbage that V8 may leave where `memory` is configured, in percent of the memory in use. Its default is several times
 * as much, which takes less time; bench `scale` shows the memory, bench `monorepo` the time.
 */
const GARBAGE_PERCENT = 25

/**
 * Serves until SIGTERM or SIGINT, then resolves with exit code 0. SIGHUP reloads the configuration and refreshes.
 * Throws ConfigError, or RepositoryError if it cannot listen on the address.
 */
export async function serve({ operands: repositories, values }: Arguments): Promise<number> {
  const { config: file, host = '' } = values
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  const config = await configOf(file, repositories)
  const { logLevel: level, logFormat: format } = config
  const streams = { out: process.stdout, err: process.stderr }
  const report = new Report(streams, { level, format, secrets: secretsOf(config) })
  const metrics = createMetrics()
  const catalog = await openCatalog({
    ...{ config, environment: process.env, cacheDir: cacheFolder(), threads: THREADS },
    build: buildName(),
    createFinder: createComponentFinder,
    onEvent(event) {
      if (event.type === 'fetched') reportFetch(metrics, event)
      report.happened(event)
    },
  })
  if (config.memory !== undefined) {
    // Until then it would hold up the start.
    void catalog.ready.then(() => setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`))
  }
  const endReport = reportProcess(metrics)
  const isDemo = file === undefined && repositories.length === 0
  const createServed = (served: Config) =>
    createApp({
      ...{ catalog, config: served, metrics, environment: process.env, isDemo },
      onError: (error, id) => report.failed('internal error', error, id),
      onResponse: level === 'debug' ? (event) => report.responded(event) : undefined,
      onNotice: (message) => report.noticed(message),
      isLocal: isLoopback(host),
      renew: () => renew(),
    })
  let app = createServed(config)
  const renew = createRenew({
    ...{ file, config, catalog, report },
    serve(next) {
      app = createServed(next)
    },
  })
  // Installed before the server is announced, because the signal would end a process without a handler.
  process.on('SIGHUP', () => {
    renew()
      .then(() => catalog.refresh())
      .catch((error: unknown) => report.failed('refresh', error))
  })
  void followView(catalog, () => app.prepare())
  const port = Number(values['port'])
  const server = await listen({ respond: (head) => app.respond(head), host, port }).catch(
    async (cause: unknown) => {
      await catalog.close()
      const code = hasCode(cause, 'EADDRINUSE') ? 'in-use' : 'refused'
      throw new RepositoryError(code, messageOf(cause, host, port), { cause })
    },
  )
  report.start(
    `gitglot is at ${server.url}${isDemo ? ' (the demo project: no --config given)' : ''}`,
  )
  await stopped
  endReport()
  await server.stop(GRACE_MS)
  await Promise.race([catalog.close(), delay(CLOSE_MS)])
  return 0
}

/** Prepares the first complete view, and each new view after a change. */
async function followView(catalog: Catalog, prepare: () => Promise<void>): Promise<void> {
  const { signal } = new AbortController()
  await catalog.complete
  for (;;) {
    const changed = catalog.changed(signal)
    await prepare()
    await changed
  }
}

async function configOf(
  file: string | undefined,
  repositories: readonly string[],
): Promise<Config> {
  if (repositories.length === 0) {
    return file === undefined ? readDemoConfig(process.env) : readConfigFile(file, process.env)
  }
  if (file !== undefined) {
    throw new UsageError('gitglot serve: --config and repositories cannot be combined')
  }
  const { configOfRepositories } = await import('./served-repositories.ts')
  return configOfRepositories(repositories)
}

/** Returns why the server cannot listen on an address, and what to do. */
function messageOf(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const where = `${host}:${port}`
  switch (code) {
    case 'EADDRINUSE':
      return `${where}: another program listens there; choose another port with --port, or any free one with --port 0`
    case 'EACCES':
      return `${where}: permission denied; choose a port from 1024 on with --port`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `--host ${host}: expected an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all`
    default:
      return `${where}: cannot listen: ${reasonOf(error)}`
  }
}
