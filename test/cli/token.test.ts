import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { serveProjects } from '../support/catalog.ts'
import { gitglot } from '../support/command.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

test('the printed entry admits the token without containing it', async () => {
  const { code, out, err } = await gitglot(createTemporaryFolder(), ['token', 'monitoring'])
  expect(code).toBe(0)
  const token = /ggt_[\w-]{40}/.exec(err)?.[0] ?? ''
  expect(out).not.toContain(token)
  const { app, catalog } = await serveProjects([], { require_login: true, ...parse(out) })
  onTestFinished(catalog.close)
  const status = async (Authorization: string) =>
    (await app.request('/api/', { headers: { Authorization } })).status
  expect(await status(`Token ${token}`)).toBe(200)
  expect(await status(`Bearer ${token}`)).toBe(200)
  expect(await status(`Token ${token}x`)).toBe(401)
})

test('each token is different', async () => {
  const folder = createTemporaryFolder()
  const tokens = [await gitglot(folder, ['token']), await gitglot(folder, ['token'])]
  expect(new Set(tokens.map(({ err }) => err)).size).toBe(2)
  expect(parse(tokens[0]?.out ?? '')).toEqual({
    tokens: [{ name: 'token', hash: expect.stringMatching(/^sha256:/), scopes: ['read'] }],
  })
})

test('has the scopes and projects that are asked for, which are those of the configuration', async () => {
  const folder = createTemporaryFolder()
  const args = ['token', 'ci', '--scopes', 'read, metrics', '--projects', 'shop,app']
  const { out } = await gitglot(folder, args)
  const hash = expect.stringMatching(/^sha256:/)
  expect(parse(out)).toEqual({
    tokens: [{ name: 'ci', hash, scopes: ['read', 'metrics'], projects: ['shop', 'app'] }],
  })
  expect(await gitglot(folder, ['token', '--scopes', 'write'])).toStrictEqual({
    code: 2,
    out: '',
    err: 'gitglot token: --scopes needs read, refresh or metrics, found write\n',
  })
})
