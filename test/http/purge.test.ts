import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPurging } from '../../src/http/purge.ts'
import { appProject, serveProjects } from '../support/catalog.ts'
import { createHistory, extendHistory } from '../support/history.ts'

test('a cache is told the keys of what moved, and told again after it failed', async () => {
  const files = (hello: string) => ({ 'l/en.json': '{"a":"A"}', 'l/cs.json': `{"a":"${hello}"}` })
  const history = await createHistory([{ name: 'first', day: 0, files: files('x') }])
  const told: unknown[] = []
  const cache = createServer(async (request: IncomingMessage, response) => {
    told.push([
      request.headers['surrogate-key'],
      request.headers.authorization,
      await json(request),
    ])
    response.writeHead(told.length === 1 ? 500 : 200).end()
  }).listen(0, '127.0.0.1')
  await once(cache, 'listening')
  onTestFinished(() => void cache.close())
  const { catalog } = await serveProjects([appProject(history.path, 'l')])
  onTestFinished(catalog.close)
  await catalog.complete
  const notices: string[] = []
  const { port } = cache.address() as AddressInfo
  const url = () => `http://u:p%20w@127.0.0.1:${port}/purge`
  const end = startPurging({ catalog, url, onNotice: (notice) => notices.push(notice) })
  onTestFinished(end)
  const keys = ['site', 'app', 'app/web']
  const expected = ['site app app/web', `Basic ${btoa('u:p w')}`, { surrogate_keys: keys }]
  for (const [day, hello] of [...'yz'].entries()) {
    await extendHistory(history, [{ name: hello, day: day + 1, files: files(hello) }])
    await catalog.refresh()
    await vi.waitFor(() => expect(told).toEqual(Array(day + 1).fill(expected)))
    await vi.waitFor(() =>
      expect(notices).toEqual([
        'purge_url: the cache was not purged: expected success, found status 500',
      ]),
    )
  }
})
