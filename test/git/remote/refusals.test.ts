import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createListHttp } from '../../../src/git/remote/git-http.ts'
import { DEFAULT_LIMITS } from '../../../src/git/remote/limits.ts'

test.each([
  [401, 'auth', 'authentication failed: credentials are missing or were rejected'],
  [403, 'auth', 'the server refuses access (status 403)'],
  [404, 'not-found', 'not found (404): no repository at this address, or it needs credentials'],
  [410, 'not-found', 'not found (410): the repository is gone'],
  [500, 'bad-answer', 'HTTP Error: 500'],
])('the status %d is reported as %j: %j', async (status, code, message) => {
  const server = createServer((_, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/a.git`
  const options = {
    credentials: undefined,
    limits: DEFAULT_LIMITS,
    onActivity() {},
    signal: new AbortController().signal,
  }
  const { client } = createListHttp({ address, url: address }, options)
  const url = `${address}/info/refs?service=git-upload-pack`
  await expect(client.request({ url })).rejects.toMatchObject({ code, message })
})
