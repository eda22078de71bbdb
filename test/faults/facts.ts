import { rmSync } from 'node:fs'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { type Server, startServer, waitFor } from './server.ts'

const SETTLE_MS = 60_000

export type Setting = Pick<Parameters<typeof startServer>[0], 'main' | 'engine' | 'config'>

/** The facts of a server started with an empty folder, and after how many milliseconds. */
export async function askFresh(setting: Setting): Promise<[facts: string, milliseconds: number]> {
  const folder = createTemporaryFolder()
  const start = Date.now()
  const server = await startServer({ ...setting, folder })
  try {
    let last = ''
    const isStable = async () => {
      const before = last
      last = await factsOf(server)
      return last === before && last.includes('"complete":true') && last.includes('"next":null')
    }
    await waitFor(isStable, SETTLE_MS)
    return [last, Date.now() - start]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The facts of a server once they are as expected, or else the last ones before the timeout. */
export async function waitForFacts(server: Server, expected: string): Promise<string> {
  let actual = ''
  await waitFor(async () => {
    actual = await factsOf(server)
    return actual === expected
  }, SETTLE_MS)
  return actual
}

/** The facts that a server derives from a clone. */
async function factsOf(server: Server): Promise<string> {
  const at = (path: string) => server.get(`/api/components/p/c/${path}`)
  const pick = (value: unknown, key: string): unknown => Object(value)[key]
  const component = await at('')
  const commit = pick(await at('repository/'), 'remote_commit')
  const statistics = await server.get('/api/translations/p/c/de/statistics/')
  // Only the last page of a list whose entries have all been counted has no next one.
  const changes = await at('changes/?page_size=1&page=last')
  return JSON.stringify({
    commit: pick(commit, 'revision'),
    complete: pick(pick(component, 'history'), 'complete'),
    translated: pick(statistics, 'translated'),
    failing: pick(statistics, 'failing'),
    changes: pick(changes, 'count'),
    next: pick(changes, 'next'),
    refs: pick(await at('refs/?page_size=1'), 'count'),
  })
}
