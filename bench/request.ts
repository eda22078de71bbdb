import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import type { Bench } from './bench.ts'

const root = join(import.meta.dirname, '..')
/** What a page of units may run of the program, a function counting once however often it is called. */
const MOST = { functions: 215, files: 52 } as const
/** Pages of these are asked for first: what runs once in the life of a server is no part of a request. */
const WARMING = ['cs', 'de', 'fr']
const MEASURED = 'ja'

/**
 * How much of the program a page of the demo's units runs that was not asked for before: how many functions of how many files
 * somebody has to read who follows a request from its head to the bytes of its answer.
 */
export const request: Bench = {
  name: 'request',
  async rows() {
    const runs = await runsOfPage()
    return [
      ...(['functions', 'files'] as const).map((unit) => ({
        what: `${unit} that an uncached page of units runs`,
        unit,
        ours: [runs[unit]],
        otherName: 'the most that it may',
        others: [MOST[unit]],
        target: { atMost: 1 },
      })),
    ]
  },
}

/** Runs from the source: each of its files is a script of its own. */
async function runsOfPage(): Promise<Record<keyof typeof MOST, number>> {
  // Before anything is compiled: later V8 does not count what it has compiled into another function.
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { openCatalog } = await import('../src/catalog/catalog.ts')
  const { createApp } = await import('../src/app.ts')
  const { readConfig } = await import('../src/config/read.ts')
  const file = join(root, 'fixtures/demo.yml')
  const text = readFileSync(file, 'utf8')
  const config = readConfig({ text, file, environment: {}, readSecretFile: () => '' })
  const catalog = await openCatalog({ config, environment: {}, threads: 2 })
  await catalog.complete
  const app = createApp({ catalog, config })
  const askFor = async (language: string) => {
    const path = `/api/translations/tidewatch/web/${language}/units/?page_size=50`
    await (await app.request(path)).arrayBuffer()
  }
  for (const language of WARMING) await askFor(language)
  // Once asked for, times of units come with a later view.
  const { signal } = new AbortController()
  const isSettled = () =>
    catalog.current().projects[0]?.components.find(({ config }) => config.slug === 'web')?.times !==
    undefined
  while (!isSettled()) await catalog.changed(signal)
  for (const language of WARMING) await askFor(language)
  await session.post('Profiler.takePreciseCoverage')
  await askFor(MEASURED)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  await catalog.close()
  const counts = result
    .filter(({ url }) => /^file:.*\/(?:src|formats)\/(?!.*\/node_modules\/)/.test(url))
    .map(({ functions }) => functions.filter(isRun).length)
    .filter((count) => count > 0)
  return { files: counts.length, functions: counts.reduce((sum, count) => sum + count, 0) }
}

/** The others are what the loader of the source adds, and fields of classes. */
function isRun({ functionName, ranges }: import('node:inspector').Profiler.FunctionCoverage) {
  const isOther = functionName === '__name' || functionName.startsWith('<')
  return !isOther && (ranges[0]?.count ?? 0) > 0
}
