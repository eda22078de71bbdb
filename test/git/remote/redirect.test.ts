import { basename, dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSource } from '../../../src/git/create-source.ts'
import { DEFAULT_LIMITS } from '../../../src/git/remote/limits.ts'
import { addCommit, createRepository, createTemporaryFolder } from '../../support/git-repository.ts'
import { hasHttpBackend, startGitServer } from '../../support/git-server.ts'
import { engines } from '../../support/http-source.ts'

test.skipIf(!hasHttpBackend()).each(engines)(
  'credentials are not sent to the host of a redirect, with $engine',
  async ({ path: searchPath }) => {
    const { path, commits } = await createRepository([{ 'de.json': '{}' }, { 'de.json': '[]' }])
    const root = dirname(path)
    const asked: string[] = []
    const other = await startGitServer({
      root,
      intercept({ method, headers }) {
        asked.push(`${method}: ${headers.authorization ?? 'none'}`)
        return false
      },
    })
    const login = 'robot:s3cr3t'
    const server = await startGitServer({
      root,
      intercept({ url, headers }, response) {
        const expected = `Basic ${Buffer.from(login).toString('base64')}`
        const isKnown = headers.authorization === expected
        if (isKnown) response.writeHead(302, { location: `${other.origin}${url}` }).end()
        else response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
        return true
      },
    })
    onTestFinished(() => Promise.all([server.close(), other.close()]).then(() => undefined))
    const dataDir = createTemporaryFolder()
    const source = createSource({
      url: `${server.origin.replace('//', `//${login}@`)}/${basename(path)}`,
      branches: [''],
      dataDir,
      maxObjectBytes: 2 ** 20,
      limits: { ...DEFAULT_LIMITS, redirectHosts: [new URL(other.origin).host] },
      environment: { PATH: searchPath, HOME: dataDir },
    })
    onTestFinished(() => source.close())
    await source.open()
    await source.deepen()
    const next = await addCommit(path, { 'de.json': '{"a":"b"}' }, 2)
    await source.refresh()
    expect([source.error, source.head('')]).toEqual([undefined, next])
    expect(source.repository?.readCommit(commits[1] ?? '').parents).toEqual([commits[0]])
    expect(new Set(asked)).toEqual(new Set(['GET: none', 'POST: none']))
  },
)
