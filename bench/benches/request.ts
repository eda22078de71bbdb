import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { goalRow, type Row } from '../bench.ts'

const root = join(import.meta.dirname, '../..')
/** Maximum number of distinct functions and files that a page of units may execute. */
const MOST = { functions: 215, files: 52 } as const
/** Languages whose pages are requested first, so that one-time initialization is not counted. */
const WARMING = ['cs', 'de', 'fr']
const MEASURED = 'ja'

/**
 * Counts the functions and files that execute for an uncached page of the demo's units: how much code one must read to
 * follow a request from its headers to the bytes of its response.
 */
export async function rows(): Promise<Row[]> {
  const runs = await runsOfPage()
  return (['functions', 'files'] as const).map((unit) =>
    goalRow(`${unit} that an uncached page of units runs`, unit, [runs[unit]], MOST[unit]),
  )
}

/** Runs from the source, where each file is a separate script. */
async function runsOfPage(): Promise<Record<keyof typeof MOST, number>> {
  // Starts before anything is compiled, because V8 later omits functions that it has inlined.
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { openCatalog } = await import('../../src/catalog/catalog.ts')
  const { createApp } = await import('../../src/app.ts')
  const { readConfig } = await import('../../src/config/read.ts')
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
  // Requests the times of units first, which appear in a later view.
  const { signal } = new AbortController()
  const hasTimes = () =>
    catalog.current().projects[0]?.components.find(({ config }) => config.slug === 'web')?.times !==
    undefined
  while (!hasTimes()) await catalog.changed(signal)
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

/** The other functions are wrappers by the source loader and class fields. */
function isRun({ functionName, ranges }: import('node:inspector').Profiler.FunctionCoverage) {
  const isOther = functionName === '__name' || functionName.startsWith('<')
  return !isOther && (ranges[0]?.count ?? 0) > 0
}
