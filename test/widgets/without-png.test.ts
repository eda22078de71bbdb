import { expect, test } from 'vitest'
import { ANONYMOUS, headOf, parseRequest } from '../../src/http/request-info.ts'
import { Jobs } from '../../src/jobs.ts'
import { createWidgets } from '../../src/widgets/index.ts'

test('without a rasterizer, PNG badges redirect to SVG and one notice is logged', async () => {
  const notices: string[] = []
  const widgets = createWidgets({
    siteTitle: '',
    serveKnown: () => Promise.reject(new Error('nothing to serve')),
    jobs: new Jobs({ concurrency: 1, maxWaiting: 1, timeoutMs: 1000 }),
    onNotice: (message) => notices.push(message),
    rasterizer: async () => new Error('Cannot find package'),
  })
  async function locationOf(path: string): Promise<unknown[]> {
    const request = new Request(`http://localhost${path}`)
    const { url, signal } = request
    const context = {
      url,
      signal,
      principal: ANONYMOUS,
      since: 0,
      client: '',
      origin: 'http://localhost',
      isPublic: false,
    }
    const info = parseRequest(headOf(request), context)
    const { status, headers } = await widgets.fetch(request, { info, report: () => {} })
    return [status, headers.get('Location')]
  }
  expect(await locationOf('/widget/p/287x66-grey.png?ref=main')).toEqual([
    302,
    './287x66-grey.svg?ref=main',
  ])
  expect(await locationOf('/exports/og.png')).toEqual([302, './og.svg'])
  expect(notices).toEqual(['@resvg/resvg-js: Cannot find package: badges are SVG only'])
})
