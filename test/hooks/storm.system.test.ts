import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDebounce } from '../../src/hooks/index.ts'
import { serveApi } from '../support/api-server.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'

test('many pushes get fast responses while the remote hangs, and trigger at most one request to it', async () => {
  const refs = '/x/y.git/info/refs'
  const hanging = (_: unknown, response: ServerResponse) => void waiting.push(response)
  const waiting: ServerResponse[] = []
  const { origin, requests } = await serveApi({ [refs]: hanging })
  const repo = `${origin}/x/y.git`
  const components = [jsonComponent('web', 'l', { repo, branch: 'main', update_interval: 9999 })]
  const { app, catalog } = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://p.example', components }],
    { remote_timeout: 10 },
    { isAwaited: false },
  )
  onTestFinished(catalog.close)
  const times: number[] = []
  for (let count = 0; count < 300; count++) {
    const after = count.toString(16).padStart(40, '0')
    const repository = { clone_url: repo, full_name: 'x/y' }
    const started = performance.now()
    const { status } = await app.request('/hooks/gitea/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ref: 'refs/heads/main', after, repository }),
    })
    times.push(performance.now() - started)
    expect(status).toBe(200)
  }
  expect(times.sort((a, b) => a - b)[150]).toBeLessThan(10)
  // The first fetch still hangs, and no other has begun.
  expect(requests.filter((one) => one.startsWith(refs)).length).toBeLessThanOrEqual(1)
})

test('debouncing runs the first call of a key at once, and the last of later ones at the end of the gap', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const done: string[] = []
  const soon = createDebounce(500)
  const all = (...names: string[]) => {
    for (const name of names) soon(name[0] ?? '', () => done.push(name))
    return done.splice(0)
  }
  expect(all('a1', 'a2', 'b1', 'a3')).toEqual(['a1', 'b1'])
  vi.advanceTimersByTime(499)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done.splice(0)).toEqual(['a3'])
  expect(all('b2', 'a4')).toEqual(['b2'])
  vi.advanceTimersByTime(500)
  expect(done.splice(0)).toEqual(['a4'])
  vi.advanceTimersByTime(1000)
  expect(all('a5')).toEqual(['a5'])
})
