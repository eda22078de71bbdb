import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/listen.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { hasChromium, openChromium, openTab } from '../support/chromium.ts'
import { createRepository } from '../support/git-repository.ts'

const FOLDER = 'a-folder-with-a-name-that-is-longer-than-any-line-on-the-screen-of-a-phone'
const NAME = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunt'
const PLACEHOLDER = '{{value, bytes(bits: true; binary: true; decimals: 3)}}'
const PATHS = [
  'projects/p/',
  'projects/p/web/',
  'projects/p/web/ar/',
  'translate/p/web/ar/',
  'checks/i18next_interpolation/p/',
  'commits/p/',
  'engage/p/',
  'widgets/p/',
  'languages/ar/',
]

let browser: Browser
beforeAll(async () => {
  if (hasChromium()) browser = await openChromium()
})
afterAll(() => browser?.close())

describe.skipIf(!hasChromium())('with names wider than a phone', () => {
  test('pages and the list of branches fit the screen', async () => {
    const { path: repo } = await createRepository([
      {
        [`${FOLDER}/en.json`]: JSON.stringify({ [NAME]: NAME, size: PLACEHOLDER }),
        [`${FOLDER}/ar.json`]: JSON.stringify({ size: '{{bytes}}' }),
      },
    ])
    const more = { repo, name: NAME, check_flags: 'i18next-interpolation' }
    const components = [jsonComponent('web', FOLDER, more)]
    const web = `https://p.example/${FOLDER}`
    const { app, catalog } = await serveProjects([{ slug: 'p', name: NAME, web, components }])
    onTestFinished(catalog.close)
    await catalog.complete
    const { url, stop } = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
    onTestFinished(() => stop(0))
    const { page, open } = await openTab(browser, url, { viewport: { width: 360, height: 740 } })
    const widths: unknown[] = []
    for (const path of PATHS) {
      await open(path)
      widths.push([path, await page.evaluate('document.documentElement.scrollWidth')])
    }
    expect(widths).toStrictEqual(PATHS.map((path) => [path, 360]))
    await open('projects/p/')
    await page.locator('.ref summary').click()
    expect(await page.locator('.ref > div').boundingBox()).toMatchObject({ x: 16, width: 328 })
  })
})
