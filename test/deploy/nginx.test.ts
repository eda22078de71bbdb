import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** nginx with the configuration of `deploy`, before the server at a port; its address. */
async function startNginx(upstream: number): Promise<string> {
  const folder = createTemporaryFolder()
  const port = await freePort()
  for (const name of ['cache', 'logs']) mkdirSync(join(folder, name))
  const text = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
    .replace('/var/cache/gitglot', join(folder, 'cache'))
    .replace('server gitglot:8000', `server 127.0.0.1:${upstream}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
  // As root it would write as another user, whom the folder is closed to.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const globals = `${user} daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log;`
  writeFileSync(join(folder, 'nginx.conf'), `${globals}\n${text}`)
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  })
  onTestFinished(() => void nginx.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${url}/healthz/`).then(
        () => true,
        () => false,
      )
    )
      return url
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nginx does not answer: ${readFileSync(join(folder, 'logs/error.log'), 'utf8')}`)
}

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
    const url = await startNginx(Number(new URL(server.url).port))
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
