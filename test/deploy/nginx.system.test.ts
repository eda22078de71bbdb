import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { appProject, serveProjects } from '../support/catalog.ts'
import { createHistory, extendHistory } from '../support/history.ts'
import { hasNginx, startNginx } from '../support/nginx.ts'

test.skipIf(!hasNginx)(
  'a cache keeps answers, asks in the background when they are old, and goes on without gitglot',
  async () => {
    const history = await createHistory([{ name: 'first', day: 0, files: filesWith('x') }])
    const { app, catalog } = await serveProjects([appProject(history.path, 'l')], {
      ...{ max_age: 1, stale_while_revalidate: 60, stale_if_error: 3600 },
      trusted_proxies: ['127.0.0.1'],
    })
    onTestFinished(catalog.close)
    await catalog.complete
    const server = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
    onTestFinished(() => server.stop(0))
    const url = await startNginx((folder, listen) =>
      readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
        .replace('/var/cache/gitglot', join(folder, 'cache'))
        .replace('server gitglot:8000', `server ${new URL(server.url).host}`)
        .replace('listen 8080', `listen ${listen}`),
    )
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}${path}`, { headers })
      const body = await response.text()
      return [response.status, response.headers.get('x-cache-status'), body]
    }
    const page = '/api/translations/app/web/cs/file/'
    const [old, young] = [filesWith('x'), filesWith('y')].map((files) => files['l/cs.json'])
    expect(await ask(page)).toEqual([200, 'MISS', old])
    expect(await ask(page)).toEqual([200, 'HIT', old])
    expect(await ask(page, { Authorization: 'Token x' })).toEqual([200, 'BYPASS', old])
    const named = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Prefix': '/evil' }
    expect((await ask('/api/projects/app/', named))[2]).not.toContain('evil')
    await extendHistory(history, [{ name: 'second', day: 1, files: filesWith('y') }])
    await catalog.refresh()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(await ask(page)).toEqual([200, 'STALE', old])
    await vi.waitFor(async () => expect(await ask(page)).toEqual([200, 'HIT', young]))
    await server.stop(0)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(await ask(page)).toEqual([200, 'STALE', young])
    expect((await ask('/api/projects/'))[0]).toBe(502)
  },
)

function filesWith(text: string) {
  return { 'l/en.json': '{"a": "b"}', 'l/cs.json': `{"a": "${text}"}` }
}
