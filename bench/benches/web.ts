import { goalRow, type Row, type Setting } from '../bench.ts'
import type { Sample } from '../sample.ts'
import {
  ask,
  askUntil,
  type Started,
  startGitglot,
  timeOf,
  untilCounted,
  waitUntilIdle,
} from '../server.ts'
import { syntheticSample } from '../synthetic.ts'

const LANGUAGES = 45
/** Number of strings in each translation of the projects. */
const STRINGS = 20
const LONG_STRINGS = 200
const WARMING = 10
const PROJECT = '/projects/p95/?'
const COMPONENTS = '/projects/p1000/?components=all&'
const UNITS = '/translate/long/c0/de/?'

/** Measures the time and size of pages of wide projects and long lists. */
export async function rows(setting: Setting): Promise<Row[]> {
  const server = await startGitglot(setting, configOf())
  try {
    await untilRead(server)
    return await measure(server, setting)
  } finally {
    server.process.kill()
  }
}

async function measure({ port }: Started, { runs }: Setting): Promise<Row[]> {
  // The first requests warm up the server. Each uses another address to bypass the cache.
  const times = async (path: string, word = 'round=') => {
    const all: number[] = []
    for (let round = 0; round < WARMING + runs; round++) {
      all.push(await timeOf(port, word === '' ? path : `${path}${word}${round}`))
    }
    return all.slice(WARMING)
  }
  const size = async (path: string) => [(await ask(port, path)).body.length / 1000]
  return [
    goalRow('cached page of a project', 'ms', await times(PROJECT, ''), 5),
    goalRow(`page of 95 components and ${LANGUAGES} languages`, 'ms', await times(PROJECT), 100),
    goalRow('page of 1,000 components: time', 'ms', await times(COMPONENTS), 300),
    goalRow('page of 1,000 components: size', 'kB', await size(COMPONENTS), 1000),
    goalRow('page of 100 strings: time', 'ms', await times(UNITS)),
    goalRow('page of 100 strings: size', 'kB', await size(UNITS), 200),
  ]
}

/** Returns two wide projects whose components share their files, and one with long lists of strings. */
function configOf(): string {
  const wide = syntheticSample({ languages: LANGUAGES, strings: STRINGS, isComplete: false })
  const long = syntheticSample({ languages: 3, strings: LONG_STRINGS })
  return JSON.stringify({
    projects: [
      projectOf('p95', wide, 95),
      projectOf('p1000', wide, 1000),
      projectOf('long', long, 1),
    ],
  })
}

function projectOf(slug: string, { repo, branch, settings }: Sample, count: number) {
  const components = Array.from({ length: count }, (_, index) => ({
    ...{ slug: `c${index}`, name: `Component ${index}`, repo, branch, ...settings },
  }))
  return { slug, name: slug, web: 'https://example.org/', components }
}

/** Waits until everything has been read and the server is idle. */
async function untilRead({ port, process: { pid } }: Started): Promise<void> {
  await untilCounted(port, LANGUAGES * STRINGS * 1095 + 3 * LONG_STRINGS)
  await waitUntilIdle(pid)
  // Pages are cached only once all their parts are complete.
  for (const path of [PROJECT, COMPONENTS, UNITS]) {
    await askUntil(port, path, ({ headers }) => headers['cache-control'] !== 'no-store')
  }
  await waitUntilIdle(pid)
}
