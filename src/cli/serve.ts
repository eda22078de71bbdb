import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type App, createApp } from '../app.ts'
import { buildName } from '../build.ts'
import { type Catalog, openCatalog } from '../catalog/catalog.ts'
import type { Config } from '../config/config.ts'
import { createComponentFinder } from '../discovery/find-components.ts'
import { hasCode, RepositoryError, reasonOf, UsageError } from '../errors.ts'
import { isLoopback } from '../http/hosts.ts'
import { type Listening, listen } from '../http/listen.ts'
import { createMetrics, type Metrics } from '../metrics.ts'
import { cacheFolder } from './cache-folder.ts'
import { readConfigFile, readDemoConfig } from './config-file.ts'
import { reportFetch, reportProcess } from './process-metrics.ts'
import { createRenew, secretsOf } from './renew-config.ts'
import { Report } from './report.ts'

/** The options of the command. */
export interface ServeOptions {
  /** Path of the configuration; undefined for the demo project, unless there are repositories. */
  readonly config: string | undefined
  /** Paths, addresses or OWNER/NAME; not together with a configuration. */
  readonly repositories: readonly string[]
  readonly host: string
  readonly port: number
}

/** How long running requests may take after a signal, so that the process ends within 5 s. */
const GRACE_MS = 3500
const CLOSE_MS = 1000

/** Worker threads: at most four, since each may need the memory of a large component. */
export const THREADS: number = Math.max(2, Math.min(4, availableParallelism()))

/**
 * Serves until SIGTERM or SIGINT, then resolves with exit code 0. SIGHUP reloads the configuration and refreshes.
 * Throws ConfigError, or RepositoryError if it cannot listen on the address.
 */
export async function serve(options: ServeOptions): Promise<number> {
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  const config = await configOf(options.config, options.repositories)
  const report = new Report(
    { out: process.stdout, err: process.stderr },
    { level: config.logLevel, format: config.logFormat, secrets: secretsOf(config) },
  )
  const metrics = createMetrics()
  const catalog = await openServedCatalog(config, report, metrics)
  const endReport = reportProcess(metrics)
  const respond = createResponder(options, { config, report, metrics, catalog })
  const server = await listenOrClose(options, respond, catalog)
  const isDemo = options.config === undefined && options.repositories.length === 0
  const what = isDemo ? ' (the demo project: no --config given)' : ''
  report.start(`gitglot is at ${server.url}${what}`)
  await stopped
  endReport()
  await server.stop(GRACE_MS)
  await Promise.race([catalog.close(), delay(CLOSE_MS)])
  return 0
}

function openServedCatalog(config: Config, report: Report, metrics: Metrics): Promise<Catalog> {
  return openCatalog({
    config,
    environment: process.env,
    cacheDir: cacheFolder(),
    threads: THREADS,
    build: buildName(),
    createFinder: createComponentFinder,
    onEvent(event) {
      if (event.type === 'fetched') reportFetch(metrics, event)
      report.happened(event)
    },
  })
}

interface Serving {
  readonly config: Config
  readonly report: Report
  readonly metrics: Metrics
  readonly catalog: Catalog
}

/** Creates the responder for the latest configuration, and makes SIGHUP reload it. */
function createResponder(
  { config: file, host, repositories }: ServeOptions,
  { config, report, metrics, catalog }: Serving,
): App['respond'] {
  const isDebug = config.logLevel === 'debug'
  const serving = (served: Config) =>
    createApp({
      ...{ catalog, config: served, metrics },
      onError: (error, id) => report.failed('internal error', error, id),
      onResponse: isDebug ? (event) => report.responded(event) : undefined,
      onNotice: (message) => report.noticed(message),
      environment: process.env,
      isLocal: isLoopback(host),
      isDemo: file === undefined && repositories.length === 0,
      renew: () => renew(),
    })
  let app = serving(config)
  const renew = createRenew({
    ...{ file, config, catalog, report },
    serve(next) {
      app = serving(next)
    },
  })
  // Installed before the server is announced, because the signal would end a process without a handler.
  process.on('SIGHUP', () => {
    renew()
      .then(() => catalog.refresh())
      .catch((error: unknown) => report.failed('refresh', error))
  })
  void followView(catalog, () => app.prepare())
  return (head) => app.respond(head)
}

/** Prepares the current view, and each new view after a change. */
async function followView(catalog: Catalog, prepare: () => Promise<void>): Promise<void> {
  const { signal } = new AbortController()
  for (;;) {
    const changed = catalog.changed(signal)
    await prepare()
    await changed
  }
}

async function listenOrClose(
  { host, port }: ServeOptions,
  respond: App['respond'],
  catalog: Catalog,
): Promise<Listening> {
  try {
    return await listen({ respond, host, port })
  } catch (cause) {
    await catalog.close()
    const code = hasCode(cause, 'EADDRINUSE') ? 'in-use' : 'refused'
    throw new RepositoryError(messageOf(cause, host, port), { code, cause })
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
    throw new UsageError('gitglot serve: --config and repositories exclude each other')
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
