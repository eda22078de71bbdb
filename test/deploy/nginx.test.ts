import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { hasNginx, startNginx } from '../support/nginx.ts'

test.skipIf(!hasNginx)(
  'a cache keeps answers while they are fresh, and serves them when gitglot is gone',
  async () => {
    const { path } = await createRepository([{ 'l/en.json': '{"a": "b"}' }])
    const { app, catalog } = await serveProjects(
      [
        {
          ...{ slug: 'p', name: 'P', web: 'https://p.example' },
          components: [jsonComponent('web', 'l', { repo: path, branch: 'main' })],
        },
      ],
      { max_age: 1 },
    )
    onTestFinished(catalog.close)
    await catalog.complete
    const server = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
    const url = await startNginx((folder, listen) =>
      readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
        .replace('/var/cache/gitglot', join(folder, 'cache'))
        .replace('server gitglot:8000', `server ${new URL(server.url).host}`)
        .replace('listen 8080', `listen ${listen}`),
    )
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}${path}`, { headers })
      await response.arrayBuffer()
      return [response.status, response.headers.get('x-cache-status')]
    }
    const page = '/api/projects/p/statistics/?format=json'
    expect(await ask(page)).toEqual([200, 'MISS'])
    expect(await ask(page)).toEqual([200, 'HIT'])
    expect(await ask(page, { Authorization: 'Token x' })).toEqual([200, 'BYPASS'])
    await server.stop(0)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect((await ask(page))[0]).toBe(200)
    expect((await ask('/api/projects/'))[0]).toBe(502)
  },
)
