import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { openDemo } from '../support/demo.ts'

let app: App
let catalog: Catalog

beforeAll(async () => {
  const demo = await openDemo({ siteTitle: 'Status <of> all' })
  app = demo.app
  catalog = demo.catalog
})
afterAll(() => catalog.close())

test('the start page lists projects and components with their percentages and says where the API is', async () => {
  const response = await app.request('/')
  const text = (await response.text()).replace(/<style>.*<\/style>/s, '').replace(/<[^>]+>/g, ' ')
  expect(text.replace(/\s+/g, ' ').trim()).toBe(
    'Status &lt;of&gt; all Status &lt;of&gt; all Tidewatch 71.1 % translated Component Translated Languages Strings ' +
      'Mobile app 73.1 % 16 656 Web site 69.2 % 16 608 Help pages 62.0 % 10 350 Android 74.2 % 16 560 ' +
      'Nautical glossary 75.2 % 10 287 The API is at /api/ , its documentation at /api/docs/ .',
  )
})

test('an unknown page is 404', async () => {
  const response = await app.request('/nope/')
  expect([response.status, await response.text()]).toEqual([404, 'Not found.\n'])
})
