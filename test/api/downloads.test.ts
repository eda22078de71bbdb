import { expect, test } from 'vitest'
import { useDemo } from '../support/use-demo.ts'

const demo = useDemo()

test.each([
  ['/download/tidewatch/', '/api/projects/tidewatch/file/'],
  ['/download/tidewatch/?format=zip:po', '/api/projects/tidewatch/file/?format=zip:po'],
  ['/download/tidewatch/web/', '/api/components/tidewatch/web/file/'],
  ['/download/tidewatch/web/cs/', '/api/translations/tidewatch/web/cs/file/'],
  [
    '/download/tidewatch/web/cs/?format=csv&q=state:empty',
    '/api/translations/tidewatch/web/cs/file/?format=csv&q=state:empty',
  ],
])('%s has the same response as %s', async (path, address) => {
  const [download, file] = await Promise.all([path, address].map((each) => demo.app.request(each)))
  const facts = (response: Response | undefined) =>
    ['Content-Type', 'Content-Disposition', 'Last-Modified'].map((name) =>
      response?.headers.get(name),
    )
  expect([download?.status, facts(download)]).toEqual([200, facts(file)])
  expect(await download?.arrayBuffer()).toEqual(await file?.arrayBuffer())
})

test('a language of a project is a zip of its own name', async () => {
  const response = await demo.app.request('/download/tidewatch/-/cs/')
  const same = await demo.app.request('/api/projects/tidewatch/file/?language_code=cs')
  expect(response.headers.get('Content-Disposition')).toBe(
    'attachment; filename="tidewatch-cs.zip"',
  )
  expect(await response.arrayBuffer()).toEqual(await same.arrayBuffer())
})

test.each([
  ['/download/', 404],
  ['/download/nope/', 404],
  ['/download/tidewatch/-/xx/', 404],
  ['/download/tidewatch/web/xx/', 404],
  ['/download/tidewatch/web/cs/?format=nope', 400],
])('%s answers %d', async (path, status) => {
  expect((await demo.app.request(path)).status).toBe(status)
})
