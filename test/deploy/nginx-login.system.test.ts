import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hashOf } from '../../src/http/access.ts'
import { listen } from '../../src/http/listen.ts'
import { appProject, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { hasNginx, startNginx } from '../support/nginx.ts'

/** Stands for oauth2-proxy: who is signed in with which cookie, with the groups. Returns host and port. */
async function startSignIn(groupsOf: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer(({ headers }, response) => {
    const [, user = ''] = /(?:^|; )session=(\w+)/.exec(headers.cookie ?? '') ?? []
    const groups = groupsOf[user]
    if (groups === undefined) response.writeHead(401)
    else response.writeHead(202, { 'X-Auth-Request-User': user, 'X-Auth-Request-Groups': groups })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.skipIf(!hasNginx)('nginx tells gitglot who has signed in, and nobody else does', async () => {
  const { path } = await createRepository([{ 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' }])
  const closed = {
    ...appProject(path, 'l'),
    slug: 'closed',
    name: 'Closed',
    access_control: 'private',
  }
  const { app, catalog } = await serveProjects(
    [appProject(path, 'l'), { ...closed, members: ['ann', '@crew'] }],
    {
      // nginx asks from this address of the machine, and a client that goes round it from another one.
      trusted_proxies: ['127.0.0.2'],
      user_header: 'X-Forwarded-User',
      groups_header: 'X-Forwarded-Groups',
      tokens: [{ name: 'all', hash: hashOf('all') }],
    },
  )
  onTestFinished(catalog.close)
  await catalog.complete
  const server = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.stop(0))
  const signIn = await startSignIn({ ann: '', bob: 'guests', eve: 'guests,crew' })
  const url = await startNginx((_, address) =>
    readFileSync(join(import.meta.dirname, '../../deploy/nginx-login.conf'), 'utf8')
      .replace('server gitglot:8000', `server ${new URL(server.url).host}`)
      .replace('server oauth2-proxy:4180', `server ${signIn}`)
      .replace('listen 8080', `listen ${address}`)
      .replaceAll('proxy_pass http://gitglot;', 'proxy_bind 127.0.0.2; proxy_pass http://gitglot;'),
  )
  const forged = { 'X-Forwarded-User': 'ann', 'X-Forwarded-Groups': 'crew' }
  const statusAt = async (origin: string, headers: Record<string, string>, slug = 'closed') =>
    (await fetch(`${origin}/api/projects/${slug}/`, { headers })).status
  expect({
    'a member': await statusAt(url, { Cookie: 'session=ann' }),
    'a member of the group': await statusAt(url, { Cookie: 'session=eve' }),
    'somebody else': await statusAt(url, { Cookie: 'session=bob' }),
    'somebody else who says to be a member': await statusAt(url, {
      ...forged,
      Cookie: 'session=bob',
    }),
    nobody: await statusAt(url, {}),
    'nobody, of what is public': await statusAt(url, {}, 'app'),
    'nobody who says to be a member': await statusAt(url, forged),
    'nobody who has the header of the sign-in': await statusAt(url, {
      'X-Auth-Request-User': 'ann',
    }),
    'a token': await statusAt(url, { Authorization: 'Token all' }),
    'round the proxy': await statusAt(server.url.replace(/\/$/, ''), forged),
  }).toEqual({
    'a member': 200,
    'a member of the group': 200,
    'somebody else': 404,
    'somebody else who says to be a member': 404,
    nobody: 404,
    'nobody, of what is public': 200,
    'nobody who says to be a member': 404,
    'nobody who has the header of the sign-in': 404,
    'a token': 200,
    'round the proxy': 404,
  })
})
