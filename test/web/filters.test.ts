import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { openDemo } from '../support/demo.ts'
import { addressesIn, readable } from '../support/web.ts'

let app: App
let catalog: Catalog
beforeAll(async () => {
  ;({ app, catalog } = await openDemo())
})
afterAll(() => catalog.close())

/** A page once all its parts are ready. */
async function pageAt(path: string): Promise<string> {
  let html = ''
  await expect
    .poll(async () => {
      html = await (await app.request(path)).text()
      return html.includes('data-later')
    })
    .toBe(false)
  return html
}

/** Headings of the entries of a list, or of the rows of its tables. */
async function rowsAt(path: string): Promise<readonly (string | undefined)[]> {
  const html = await pageAt(path)
  const rows = html.matchAll(/<h2 class="subj"[^>]*>(.*?)<\/h2>|<th scope="row">(.*?)<\/th>/gs)
  return [...rows].map(([, subject, name]) => readable(subject ?? name ?? ''))
}

test.each([
  [
    'commits/tidewatch/?user=tomas.dvoracek&component=tidewatch/help',
    [
      'Translations: Czech (all components)',
      'Translations: Czech (mobile, web, help, android)',
      'Translations: Czech (help)',
    ],
  ],
  [
    'commits/tidewatch/?component=tidewatch/help&language=de',
    [
      'Translations: German (all components)',
      'Warnings, sharing, help for alarms and accounts',
      'Rename two keys that nobody could find',
      'Clearer texts when something fails',
      'Translations: German, Dutch (help)',
    ],
  ],
  ['commits/tidewatch/?component=tidewatch/help&user=nobody', []],
  [
    'checks/tidewatch/?severity=error&component=tidewatch/web',
    ['i18next interpolation', 'XML syntax'],
  ],
  [
    'checks/?language=pl',
    ['Java format', 'Starting spaces', 'Trailing space', 'Mismatched full stop'],
  ],
  ['users/?q=dvorac', ['Tomáš Dvořáček']],
  [
    'users/?q=o&sort_by=-name',
    [
      ...['Tomáš Dvořáček', 'Noam Barzilai', 'Léa Fontanel', 'João Prado', 'Jonas Wetterkamp'],
      'Aino Kivilahti',
    ],
  ],
  [
    'users/?q=o&sort_by=since',
    [
      ...['Tomáš Dvořáček', 'Jonas Wetterkamp', 'Léa Fontanel', 'João Prado', 'Noam Barzilai'],
      'Aino Kivilahti',
    ],
  ],
])('/%s lists what its filters match', async (path, expected) => {
  expect(await rowsAt(`/${path}`)).toEqual(expected)
})

test.each([
  ['commits/tidewatch/?user=nobody', './'],
  ['commits/tidewatch/?language=xx', './'],
  ['commits/?component=tidewatch-desktop%2Fstart&language=ar', './'],
  ['checks/tidewatch/?component=nope', './'],
  ['checks/i18next_interpolation/tidewatch/?language=nl', './'],
  ['changes/tidewatch/?user=nobody&offset=200', './'],
  ['outdated/tidewatch/?language=xx', './'],
  ['users/?q=xyzzy&sort_by=since', './?sort_by=since'],
])('/%s says that nothing matches, and links to the whole list', async (path, link) => {
  const html = await pageAt(`/${path}`)
  const [, note = ''] = /<p class="note">(Nothing.*?)<\/p>/.exec(html) ?? []
  expect([readable(note), addressesIn(note)]).toEqual([
    'Nothing matches these filters. Show all',
    [link],
  ])
})

test('sorting returns to the first page, and filtering keeps the order', async () => {
  const html = await pageAt('/users/?sort_by=-name&offset=3')
  expect([...html.matchAll(/<th[^>]*><a href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    './?sort_by=name',
    './?sort_by=-strings',
    './?sort_by=-since',
  ])
  expect(html).toContain(
    'action="./" aria-label="Filter people"><input type="hidden" name="sort_by" value="-name"/>',
  )
})

test('the commits of a component in a language link their strings and their feed', async () => {
  const html = await pageAt('/commits/tidewatch/?component=tidewatch/web&language=cs&user=eva')
  const lead = /<p[^>]*>([^<]*newest first.*?)<\/p>/s.exec(html)?.[1] ?? ''
  expect([readable(lead), addressesIn(lead)]).toEqual([
    '0 matching commits, newest first. By string · Feed',
    ['../../changes/tidewatch/web/cs/?user=eva', '../../exports/atom/tidewatch/web/cs/?user=eva'],
  ])
})

test('a menu shows a chosen value that it does not list', async () => {
  const html = await pageAt('/checks/tidewatch/?language=da')
  expect(html).toContain('<option value="da" selected="">da</option>')
})

test('chosen filters stay in the form and in the links to the strings of checks', async () => {
  const html = await pageAt('/checks/tidewatch/?component=tidewatch/web&language=fr')
  expect([...html.matchAll(/<option value="([^"]*)" selected/g)].map(([, value]) => value)).toEqual(
    ['', 'tidewatch/web', 'fr'],
  )
  const strings = addressesIn(html).filter((address) => address.includes('checks/punctuation'))
  expect([...new Set(strings)]).toEqual([
    '../../checks/punctuation_spacing/tidewatch/?component=tidewatch%2Fweb&language=fr',
  ])
})

test('the state filters of a list of strings keep its order', async () => {
  const html = await pageAt('/translate/tidewatch/web/cs/?q=state:empty&sort_by=source')
  const [states = ''] = /<nav class="chips" aria-label="States".*?<\/nav>/s.exec(html) ?? []
  const addresses = addressesIn(states).filter((address) => address.startsWith('./'))
  expect(addresses.filter((address) => !address.includes('sort_by=source'))).toEqual([])
  expect(addresses.length).toBeGreaterThan(3)
})
