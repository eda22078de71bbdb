import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { type Catalog, openCatalog } from '../../src/catalog/catalog.ts'
import type { Config } from '../../src/config/config.ts'
import { readConfig } from '../../src/config/read.ts'
import { createTemporaryFolder } from './git-repository.ts'

/**
 * Tests of one process share what is derived from the demo: most would spend their time on deriving it again. The folder
 * is that of build-programs.ts; undefined where no test runs.
 */
const sharedCache =
  process.env['VITEST'] && join(process.env['XDG_CACHE_HOME'] ?? '', 'demo', `${process.pid}`)

/**
 * The first project of the demo as `npm start` serves it, in this process: all of one repository, which has the goldens.
 * `onError` hears of bugs. With `threads` work is done in so many.
 */
export async function openDemo(
  changes: Partial<Config> = {},
  onError?: (error: Error) => void,
  threads = 0,
): Promise<{ readonly app: App; readonly catalog: Catalog; readonly config: Config }> {
  const file = 'fixtures/demo.yml'
  const text = readFileSync(file, 'utf8')
  const demo = readConfig({ text, file, environment: {}, readSecretFile: () => '' })
  const config = { ...demo, projects: demo.projects.slice(0, 1), ...changes }
  const cacheDir = threads > 0 ? createTemporaryFolder() : sharedCache
  const catalog = await openCatalog({
    config,
    environment: {},
    threads,
    ...(cacheDir !== undefined && { cacheDir }),
  })
  await catalog.complete
  return { app: createApp({ catalog, config, ...(onError ? { onError } : {}) }), catalog, config }
}

/**
 * Waits until the times of the units of the web site are known. They come with a later view once units have been shown:
 * tests that compare two answers with units ask for both after this.
 */
export async function knowUnitTimes({
  app,
  catalog,
}: {
  app: App
  catalog: Catalog
}): Promise<void> {
  await app.request('/api/translations/tidewatch/web/cs/units/')
  const timesOf = () =>
    catalog.current().projects[0]?.components.find(({ config }) => config.slug === 'web')?.times
  await vi.waitFor(() => expect(timesOf()).toBeDefined(), { timeout: 30_000 })
}
