import { writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { startFaultyRemote } from '../support/faulty-remote.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import {
  type Engine,
  filesOf,
  projectOf,
  type Server,
  startServer,
  translatedOf,
  waitFor,
} from './server.ts'
import type { Row } from './table.ts'

/** Loaded before the program: each signal sets the clock, a year forwards, a year back behind the start, then right. */
const PRELOAD = `
const RealDate = Date
const YEAR = 365 * 86_400_000
const offsets = [YEAR, -YEAR, 0]
let offset = 0
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offset] : given))
  }
  static now() {
    return RealDate.now() + offset
  }
}
process.on('SIGUSR2', () => {
  offset = offsets.shift() ?? 0
})
`

/** Sets the clock of a server while it follows a remote that fails now and then: nothing is late or lost. */
export async function runClock({
  main,
  engine,
}: {
  readonly main: string
  readonly engine: Engine
}): Promise<Row> {
  const folder = createTemporaryFolder()
  const preload = join(folder, 'clock.cjs')
  writeFileSync(preload, PRELOAD)
  const { path } = await createRepository([filesOf(1), filesOf(2)])
  const remote = await startFaultyRemote(dirname(path))
  const name = basename(path)
  const projects = [projectOf('p', `${remote.origin}/${name}`)]
  const server = await startServer({ main, engine, folder, preload, config: { projects } })
  const wrong: string[] = []
  const isServed = (translated: number) =>
    waitFor(async () => (await translatedOf(server, 'p')) === translated, 30_000)
  try {
    if (!(await isServed(2))) wrong.push('it is not served at first')
    for (const [index, what] of ['a year forwards', 'two years back', 'right again'].entries()) {
      const address = '/api/translations/p/c/de/statistics/'
      const etag = await stableEtag(server, address)
      remote.set(name, '500')
      const isFailing = () => server.problemsOf('p/c').length > index
      if (!(await waitFor(isFailing, 30_000))) wrong.push(`${what}: no alert`)
      server.signal('SIGUSR2')
      if ((await server.etagOf(address)) !== etag) wrong.push(`${what}: another ETag`)
      remote.cure(name)
      await addCommit(path, filesOf(3 + index), 10 + index)
      if (!(await isServed(3 + index))) wrong.push(`${what}: a commit is not served`)
      for (const list of ['changes/', 'outdated/', 'trend/', 'repository/']) {
        const body = await server.get(`/api/components/p/c/${list}`)
        if (typeof body !== 'object') wrong.push(`${what}: ${list}: ${body}`)
      }
    }
    if (await server.stop()) wrong.push('it does not end as it should')
  } finally {
    await server.kill()
    await remote.close()
  }
  return { what: `clock set (${engine})`, runs: 3, wrong }
}

/** The ETag once the history, which changes it, has been read. */
async function stableEtag(server: Server, address: string): Promise<string> {
  let etag = ''
  const isStable = async () => {
    const before = etag
    const component = JSON.stringify(await server.get('/api/components/p/c/'))
    etag = await server.etagOf(address)
    return etag === before && component.includes('"complete":true')
  }
  await waitFor(isStable, 30_000)
  return etag
}
