import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

test('a remote that never answers delays other components only at startup', async () => {
  const silent = createServer(() => {})
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, '127.0.0.1', () => {
      const address = silent.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  onTestFinished(() => void silent.close())
  const { path } = await createRepository([{ 'l/en.json': '{"a":"A"}', 'l/de.json': '{"a":"Ä"}' }])
  const common = { filemask: 'l/*.json', template: 'l/en.json', file_format: 'json' }
  const components = [
    { slug: 'silent', name: 'Silent', repo: `http://127.0.0.1:${port}/a.git`, ...common },
    { slug: 'local', name: 'Local', repo: path, ...common },
  ]
  const project = { slug: 'p', name: 'P', web: 'https://p.example/', components }
  const server = await serveProjects([project], { remote_timeout: 5 }, { isAwaited: false })
  onTestFinished(() => server.catalog.close())
  const units = '/api/translations/p/local/de/units/'
  expect(await server.get(units)).toMatchObject({ count: 1 })
  const start = performance.now()
  expect(await server.get('/api/translations/p/local/de/')).toMatchObject({ translated: 1 })
  expect(performance.now() - start).toBeLessThan(2500)
})
