import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { openDemo } from '../support/demo.ts'

describe('downloads of the demo', () => {
  let app: App
  let catalog: Catalog
  beforeAll(async () => {
    const demo = await openDemo()
    app = demo.app
    catalog = demo.catalog
  })
  afterAll(() => catalog.close())

  const error = (detail: string, attr: string) => ({
    type: 'validation_error',
    errors: [{ code: 'invalid', detail, attr }],
  })
  test.each([
    ['web/cs/file/?format=nope', error('Conversion to nope is not supported', 'format')],
    [
      'web/cs/file/?format=mo',
      error('File format is not compatible with this translation', 'format'),
    ],
    [
      'terms/de/file/?format=json',
      error('File format is not compatible with this translation', 'format'),
    ],
    ['web/cs/file/?q=x', error('Query string is ignored without format', 'q')],
  ])('refuses %s', async (path, body) => {
    const response = await app.request(`/api/translations/tidewatch/${path}`)
    expect([response.status, await response.json()]).toEqual([400, body])
  })

  test('converts what a query finds', async () => {
    const query = `format=json&q=${encodeURIComponent('context:="nav.help" OR context:="nav.map"')}`
    const response = await app.request(`/api/translations/tidewatch/web/cs/file/?${query}`)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({ 'nav.help': 'Nápověda', 'nav.map': 'Mapa' })
  })

  test('file.csv is the same as format=csv', async () => {
    const file = '/api/translations/tidewatch/web/cs/file'
    const [named, queried] = await Promise.all(
      [`${file}.csv`, `${file}/?format=csv`].map(async (path) => (await app.request(path)).text()),
    )
    expect(named).toBe(queried)
  })

  test('zips conversions, with a note for skipped files', async () => {
    const address = '/api/projects/tidewatch/file/?format=zip:strings&language_code=cs'
    const response = await app.request(address)
    const members = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(members)).toEqual([
      'tidewatch-mobile-cs.strings',
      'tidewatch-web-cs.strings',
      'tidewatch-help-cs.strings',
      'tidewatch-android-cs.strings',
      'tidewatch-terms-cs.strings.skipped',
    ])
    expect(strFromU8(members['tidewatch-terms-cs.strings.skipped']!)).toBe(
      'File format is not compatible with this translation',
    )
    const unknown = await app.request('/api/projects/tidewatch/file/?format=zip:nope')
    expect(unknown.status).toBe(404)
  })
})
