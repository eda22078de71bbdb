import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openChromium } from '../support/chromium.ts'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'

const STRINGS = 'translate/tidewatch/mobile/ru/'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe.skipIf(!hasChromium())('in a browser', () => {
  let demo: ServedDemo
  let browser: Browser

  beforeAll(async () => {
    demo = await serveDemo()
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser.close()
    await demo.stop()
  })

  /** A page, whose messages on the console are collected. */
  async function open(
    path: string,
    options: Parameters<Browser['newPage']>[0] = {},
  ): Promise<{ readonly page: Page; readonly messages: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
    onTestFinished(() => page.close())
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    page.on('pageerror', (error) => messages.push(error.message))
    await page.goto(`${demo.url}${path}`)
    return { page, messages }
  }

  const focused = (page: Page) => page.locator(':focus').textContent()

  test('keys walk through strings, and the one that fails opens with its reason', async () => {
    const { page, messages } = await open(STRINGS)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    expect(await focused(page)).toBe('translated: appTitle')
    await page.keyboard.press('n')
    expect(await focused(page)).toBe('translated, failing a check: alarmBefore')
    await page.keyboard.press('Enter')
    await page.waitForURL(/checksum=/)
    expect(await page.locator('.why').textContent()).toContain('The translation has no {event}.')
    expect(messages).toEqual([])
  })

  test('/ searches and ? lists the keys, which can be turned off', async () => {
    const { page } = await open(STRINGS)
    await page.keyboard.press('/')
    expect(await page.locator(':focus').getAttribute('id')).toBe('q')
    await page.locator('h1').click()
    await page.keyboard.press('?')
    await page.locator('#keys-on').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    expect(await page.locator('.row a:focus').count()).toBe(0)
  })

  test('everything is there without scripts', async () => {
    const { page } = await open(`${STRINGS}?q=has%3Acheck`, { javaScriptEnabled: false })
    await page.locator('.row a').first().click()
    expect(await page.locator('h2.m').textContent()).toBe('alarmBefore')
    expect(await page.locator('.cases').textContent()).toContain('За 5 минут до события')
    await page.locator('summary', { hasText: 'other languages' }).click()
    await page.locator('details a', { hasText: 'Czech' }).click()
    expect(await page.locator('h1').textContent()).toBe('Strings in Czech')
  })

  test.each([
    `${STRINGS}?q=has%3Acheck`,
    `${STRINGS}?q=foo%3Abar`,
    'translate/tidewatch/web/ar/',
    'search/tidewatch/?q=has%3Acheck',
    'checks/tidewatch/',
    'checks/icu_message_format/tidewatch/',
    'changes/tidewatch/',
    'commits/tidewatch/',
    'outdated/tidewatch/',
    'compare/tidewatch/?base=v1.1.0&head=v2.0.0',
  ])(
    '%s can be used by everybody, in both schemes and at any width',
    async (path) => {
      const looks = [
        { colorScheme: 'light' as const, width: 1280 },
        { colorScheme: 'dark' as const, width: 1280 },
        { colorScheme: 'light' as const, width: 360 },
      ]
      for (const { colorScheme, width } of looks) {
        const { page, messages } = await open(path, {
          colorScheme,
          viewport: { width, height: 900 },
        })
        await page.evaluate(AXE)
        const violations = await page.evaluate(
          '(async () => (await axe.run()).violations.map(({ id, nodes }) => id + ": " + nodes[0].html))()',
        )
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        expect({ violations, overflow, messages }).toEqual({
          violations: [],
          overflow: 0,
          messages: [],
        })
      }
    },
    60_000,
  )
})
