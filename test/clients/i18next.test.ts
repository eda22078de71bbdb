import { createInstance } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'

let demo: ServedDemo

beforeAll(async () => {
  demo = await serveDemo()
})
afterAll(() => demo.stop())

test.each([
  ['as it is', ''],
  ['converted', '?format=json'],
])('i18next loads a translation %s', async (_name, query) => {
  const i18next = createInstance().use(HttpBackend)
  const errors: string[] = []
  i18next.on('failedLoading', (_language, _namespace, message) => errors.push(message))
  await i18next.init({
    lng: 'cs',
    fallbackLng: 'en',
    ns: ['web'],
    defaultNS: 'web',
    keySeparator: false,
    backend: { loadPath: `${demo.url}api/translations/tidewatch/{{ns}}/{{lng}}/file/${query}` },
  })
  const texts = [
    i18next.t('nav.map'),
    i18next.t('account.greeting', { name: 'Eva' }),
    i18next.t('map.layers', { lng: 'en' }),
  ]
  expect([errors, ...texts]).toEqual([[], 'Mapa', 'Dobrý den, Eva!', 'Layers'])
})

test('a browser may not read it from another site while the server has no public name', async () => {
  const address = `${demo.url}api/translations/tidewatch/web/cs/file/?format=json`
  const { headers } = await fetch(address, { headers: { Origin: 'https://app.example' } })
  expect(headers.get('access-control-allow-origin')).toBe(null)
})
