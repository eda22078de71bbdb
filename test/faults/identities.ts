import { request } from 'node:http'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'
import { type Engine, filesOf, projectOf, startServer, waitFor } from './server.ts'
import type { Row } from './table.ts'

/** Headers as they are sent, in order, and the status for whom they are believed of. */
const CASES: readonly (readonly [headers: readonly string[], trusted: number])[] = [
  [[], 404],
  [['X-User', 'ada'], 200],
  [['x-user', 'ada'], 200],
  [['X-USER', 'ada'], 200],
  [['x-UsEr', '  ada '], 200],
  [['X-User', 'eve'], 404],
  [['X-User', 'ADA'], 404],
  [['X-User', '@team'], 404],
  [['X-User', ''], 404],
  [['X-User', 'ada', 'X-User', 'ada'], 404],
  [['X-User', 'ada', 'x-uSER', 'eve'], 404],
  [['X-User', 'eve', 'X-User', 'ada'], 404],
  [['X-User', 'ada, eve'], 404],
  [['X_User', 'ada'], 404],
  [['X-User-', 'ada'], 404],
  [['X-Forwarded-User', 'ada'], 404],
  [['X-Groups', 'team'], 404],
  [['X-User', 'eve', 'X-Groups', 'team'], 200],
  [['X-User', 'eve', 'x-groups', 'other', 'X-GROUPS', 'team'], 200],
  [['X-User', 'eve', 'X-Groups', '@team'], 404],
  [['X-Forwarded-For', '10.9.9.9', 'X-User', 'ada'], 200],
]

/** Says in many ways to be a member of a private project: it is believed of a trusted proxy alone, and only once. */
export async function runIdentities({
  main,
  engine,
}: {
  main: string
  engine: Engine
}): Promise<Row> {
  const { path } = await createRepository([filesOf(1)])
  const wrong: string[] = []
  for (const trustedProxies of [['127.0.0.1'], ['10.9.9.9'], []]) {
    const isTrusted = trustedProxies.includes('127.0.0.1')
    const secret = { ...projectOf('p', path), access_control: 'private', members: ['ada', '@team'] }
    const names = { user_header: 'X-User', groups_header: 'X-Groups' }
    const config = { ...names, trusted_proxies: trustedProxies, projects: [secret] }
    const server = await startServer({ main, engine, folder: createTemporaryFolder(), config })
    try {
      await waitFor(async () => typeof (await server.get('/readyz/')) === 'object', 60_000)
      for (const [headers, trusted] of CASES) {
        const status = await statusOf(`${server.origin}/api/projects/p/`, headers)
        const expected = isTrusted ? trusted : 404
        if (status !== expected) wrong.push(`${headers.join(' ')} (${trustedProxies}): ${status}`)
      }
    } finally {
      await server.kill()
    }
  }
  return { what: `headers of identity (${engine})`, runs: 3 * CASES.length, wrong }
}

/** The status for headers that are sent as they are written, also twice. */
function statusOf(address: string, headers: readonly string[]): Promise<number | undefined> {
  const { host } = new URL(address)
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: ['Host', host, ...headers] }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject).end()
  })
}
