import { Agent, request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type Listening, type ListenOptions, listen } from '../../src/http/listen.ts'

const agent = new Agent({ keepAlive: true })
let server: Listening | undefined

afterEach(async () => {
  await server?.stop(0)
  agent.destroy()
})

function start(
  respond: () => Response | Promise<Response>,
  options: Partial<ListenOptions> = {},
): Promise<Listening> {
  return listen({ respond: () => async () => respond(), host: '127.0.0.1', port: 0, ...options })
}

/** Body of the response, or the code of the error. */
function get(url: string): Promise<string> {
  return new Promise((resolve) => {
    request(url, { agent }, (response) => {
      let body = ''
      response.on('data', (data) => {
        body += data
      })
      response.on('end', () => resolve(body))
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end()
  })
}

/** A promise and the function that fulfils it. */
function signal(): { readonly promise: Promise<void>; readonly give: () => void } {
  let give = (): void => {}
  const promise = new Promise<void>((resolve) => {
    give = resolve
  })
  return { promise, give }
}

test('a free port is chosen and returned', async () => {
  server = await start(() => new Response('hello'))
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  expect(await get(server.url)).toBe('hello')
})

test('an IPv6 address is shown in brackets', async () => {
  server = await start(() => new Response('six'), { host: '::1' })
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+\/$/)
  expect(await get(server.url)).toBe('six')
})

test('a port in use is refused', async () => {
  server = await start(() => new Response())
  const port = Number(new URL(server.url).port)
  await expect(start(() => new Response(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('stopping finishes running requests, refuses new ones and does not wait for idle connections', async () => {
  const begun = signal()
  const finish = signal()
  server = await start(async () => {
    begun.give()
    await finish.promise
    return new Response('done')
  })
  const running = get(server.url)
  await begun.promise
  const stopped = server.stop(10_000)
  expect(await get(server.url)).toBe('ECONNREFUSED')
  finish.give()
  expect(await running).toBe('done')
  await stopped
})

test('a request that does not end in time is cut off', async () => {
  const begun = signal()
  server = await start(() => {
    begun.give()
    return new Promise(() => {})
  })
  const running = get(server.url)
  await begun.promise
  await server.stop(50)
  expect(await running).toBe('ECONNRESET')
})
