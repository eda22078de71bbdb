import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  hasChromium,
  openChromium,
  openTab as openTabOf,
  type Tab,
  tabTo,
} from '../support/chromium.ts'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PROJECT = 'tidewatch/'
const STRINGS = 'translate/tidewatch/mobile/ru/'
/** One of each kind of page. */
const PAGES = [
  '',
  'projects/',
  `projects/${PROJECT}`,
  `projects/${PROJECT}web/`,
  `projects/${PROJECT}web/ar/`,
  `projects/${PROJECT}-/de/`,
  'languages/',
  'languages/ar/',
  STRINGS,
  `${STRINGS}?q=foo%3Abar`,
  `${STRINGS}?checksum=8bba3c1976bf2f94`,
  'translate/tidewatch/web/ar/',
  'search/tidewatch/?q=has%3Acheck',
  'checks/tidewatch/',
  'checks/icu_message_format/tidewatch/',
  'changes/tidewatch/',
  'commits/tidewatch/',
  'outdated/tidewatch/',
  'compare/tidewatch/?base=v1.1.0&head=v2.0.0',
  'engage/tidewatch/',
  'engage/tidewatch/-/de/',
  'widgets/tidewatch/',
  'stats/',
  'users/',
  'api/docs/',
  'about/',
  'find/?q=tide',
  'user/tomas.dvoracek/',
  'projects/nope/',
  'projects/tidewatch/?ref=v9',
]
const WIDTHS = [360, 480, 768, 1024, 1280, 1600]
/** Rules of axe-core that are off by default. */
const RULES = { rules: { 'target-size': { enabled: true } } }

let demo: ServedDemo
let browser: Browser

const openTab = (options?: BrowserContextOptions) => openTabOf(browser, demo.url, options)

/** Ways to follow links and press buttons; each runs through the same journeys. */
const WAYS = {
  'with a mouse': { options: {}, use: async (_: Page, place: Locator) => await place.click() },
  'without scripts': {
    options: { javaScriptEnabled: false },
    use: async (_: Page, place: Locator) => await place.click(),
  },
  'with the keyboard alone': {
    options: {},
    use: async (page: Page, place: Locator) => {
      await tabTo(page, place)
      await page.keyboard.press('Enter')
    },
  },
}

describe.skipIf(!hasChromium())('in a browser', () => {
  beforeAll(async () => {
    demo = await serveDemo()
    browser = await openChromium()
    for (const path of PAGES) await waitForPage(path)
  })
  afterAll(async () => {
    await browser.close()
    await demo.stop()
  })

  describe.each(Object.entries(WAYS))('a visitor %s', (_, { options, use }) => {
    async function begin(path = '') {
      const { page, messages, open } = await openTab(options)
      await open(path)
      const follow = (name: string, within: Page | Locator = page) =>
        use(page, within.getByRole('link', { name }).first())
      return { page, messages, follow }
    }

    test('finds the language furthest behind', async () => {
      const { page, messages, follow } = await begin()
      await follow('Languages')
      await follow('%', page.locator('thead'))
      await page.locator('th[aria-sort=descending] >> text=%').waitFor()
      await follow('%', page.locator('thead'))
      await page.locator('th[aria-sort=ascending] >> text=%').waitFor()
      expect(await page.locator('tbody th a').first().textContent()).toBe(
        'English (United Kingdom)',
      )
      expect(messages).toEqual([])
    })

    test('finds why a string fails a check, and opens it in another language', async () => {
      const { page, messages, follow } = await begin('projects/tidewatch/')
      await follow('ICU MessageFormat')
      await page.getByRole('heading', { name: 'ICU MessageFormat', level: 1 }).waitFor()
      await follow('alarmBefore')
      expect(await page.locator('.why').textContent()).toContain('The translation has no {event}.')
      expect(await page.locator('.cases').textContent()).toContain('За 5 минут до события')
      await use(page, page.locator('summary', { hasText: 'other languages' }))
      await follow('Czech', page.locator('details'))
      expect(await page.locator('h1').textContent()).toBe(
        'Strings in Czech – Mobile app – Tidewatch',
      )
      expect(messages).toEqual([])
    })

    test('finds who changed a string, when, and what else the commit changed', async () => {
      const { page, messages, follow } = await begin(`${STRINGS}?q=alarmBefore`)
      await follow('alarmBefore')
      const last = await page.locator('.hist > li').first().textContent()
      expect(last?.replace(/\s+/g, ' ').trim()).toMatch(/^2 Jun 2025 ?Агния Ветрова ?3d55c75/)
      await follow('3d55c75')
      expect(await page.locator('main').textContent()).toMatch(/\b26 translations added\b/)
      expect(messages).toEqual([])
    })

    test('compares two tags', async () => {
      const { page, messages, follow } = await begin('projects/tidewatch/')
      await follow('Compare', page.locator('.tabs'))
      for (const [label, ref] of [
        ['From', 'v1.1.0'],
        ['To', 'v2.0.0'],
      ] as const) {
        const field = page.getByLabel(label, { exact: true })
        // The field is filled in, and Enter would submit that.
        await field.focus()
        await page.keyboard.press('Control+A')
        await page.keyboard.type(ref)
      }
      await use(page, page.getByRole('button', { name: 'Compare' }))
      await page.getByText('The source gained 52 strings').waitFor()
      expect(messages).toEqual([])
    })

    test('copies a badge', async () => {
      const { page, messages, follow } = await begin('projects/tidewatch/')
      await follow('Badges', page.locator('.tabs'))
      if (options === WAYS['without scripts'].options) {
        await page.locator('#code-svg').click()
        await page.keyboard.press('Control+C')
      } else {
        await use(page, page.getByRole('button', { name: 'Copy Markdown' }).first())
        await page.getByRole('status').getByText('Copied').waitFor()
      }
      await page.locator('#find').focus()
      await page.keyboard.press('Control+V')
      expect(await page.locator('#find').inputValue()).toBe(
        `[![translated 70%](${demo.url}widget/tidewatch/svg-badge.svg)](${demo.url}engage/tidewatch/)`,
      )
      expect(messages).toEqual([])
    })
  })

  test('keys move through strings, and n opens the next failing one', async () => {
    const { page, messages, open } = await openTab()
    await open(STRINGS)
    const focused = () => page.locator(':focus').textContent()
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
    expect(await focused()).toBe('translated: appTitle')
    await page.keyboard.press('n')
    expect(await focused()).toBe('translated, failing a check: alarmBefore')
    await page.waitForURL(/checksum=8bba3c1976bf2f94/)
    expect(await page.locator('.why').textContent()).toContain('The translation has no {event}.')
    expect(messages).toEqual([])
  })

  test('a string opens beside the list, which does not scroll', async () => {
    const { page, messages, open } = await openTab()
    await open(STRINGS)
    const show = async (key: string) => {
      const link = page.locator('.row a', { hasText: key })
      await link.click()
      await page.locator('#detail h2', { hasText: key }).waitFor()
      return [await page.evaluate('scrollY'), await page.locator('.on .row a').textContent()]
    }
    await show('tideFalling')
    const place = await page.evaluate('scrollY')
    expect(await show('tideRising')).toEqual([place, 'translated: tideRising'])
    await page.goBack()
    await page.waitForURL(/ru\/$/)
    expect(messages).toEqual([])
  })

  test('the list keeps its column heads when a string opens', async () => {
    const { page, messages, open } = await openTab()
    await open(STRINGS)
    const heads: string[] = []
    const note = async () => {
      const texts = await page.locator('.heads span:visible').allInnerTexts()
      heads.push(texts.join(' '))
    }
    await note()
    await page.locator('.row a', { hasText: 'tideRising' }).click()
    await page.locator('#detail h2', { hasText: 'tideRising' }).waitFor()
    await note()
    await page.reload()
    await note()
    expect(heads).toEqual(['Key English Russian', 'Key English Russian', 'Key English Russian'])
    expect(messages).toEqual([])
  })

  test('a clicked row stays in place when rows above it get shorter', async () => {
    const { page, messages, open } = await openTab()
    await open(STRINGS)
    const row = page.locator('.units .row').nth(30)
    await row.evaluate((element: { scrollIntoView(): void }) => element.scrollIntoView())
    const topOf = async () => Math.round((await row.boundingBox())?.y ?? 0)
    const top = await topOf()
    await row.locator('a').click()
    await page.locator('#detail').waitFor()
    expect(await topOf()).toBe(top)
    const { page: other } = await openTab()
    await other.goto(page.url())
    const { y = 0 } = (await other.locator('.on .row').boundingBox()) ?? {}
    expect(y > 0 && y < 900).toBe(true)
    expect(messages).toEqual([])
  })

  test('late parts appear in place, and input made meanwhile is kept', async () => {
    const { page, messages, open } = await openTab()
    await page.route(/\/projects\/tidewatch\/$/, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      const awaited = '<section id="commits" data-later="true">'
      await route.fulfill({
        response,
        body: text.replace(/<section id="commits">.*?<\/section>/s, `${awaited}</section>`),
      })
    })
    await open('projects/tidewatch/')
    await page.locator('#find').fill('Czech')
    await page.locator('#commits .log').waitFor()
    expect(await page.locator('[data-later]').count()).toBe(0)
    expect(await page.locator('#find').inputValue()).toBe('Czech')
    expect(messages).toEqual([])
  })

  test('/ focuses the search, and keys can be turned off in the help of ?', async () => {
    const { page, open } = await openTab()
    await open(STRINGS)
    await page.keyboard.press('/')
    expect(await page.locator(':focus').getAttribute('id')).toBe('q')
    await page.locator('h1').click()
    await page.keyboard.press('?')
    await page.locator('#keys-on').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    expect(await page.locator('.row a:focus').count()).toBe(0)
  })

  test('search examples open within the window at any width', async () => {
    const { page, open } = await openTab()
    const overflows: unknown[] = []
    for (const path of ['search/', 'search/tidewatch/', STRINGS]) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await open(path)
        await page.getByLabel('Search examples').click()
        const { x = -1, width: wide = 0 } =
          (await page.locator('.form .ref > div').boundingBox()) ?? {}
        if (x < 0 || x + wide > width) overflows.push([path, width, x])
      }
    }
    expect(overflows).toEqual([])
  })

  test('heads of narrow columns do not touch on a phone', async () => {
    const { page, open } = await openTab()
    await page.setViewportSize({ width: 360, height: 900 })
    await open('projects/tidewatch/')
    const gaps = await page.evaluate(`(() => {
      const texts = [...document.querySelectorAll('.hh a')].map((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return range.getBoundingClientRect()
      })
      return texts.slice(1).map(({ left }, index) => left - texts[index].right)
    })()`)
    expect(Math.min(...(gaps as number[]))).toBeGreaterThan(2)
  })

  test('the languages of a comparison fit on a phone', async () => {
    const { page, open } = await openTab()
    await page.setViewportSize({ width: 360, height: 900 })
    const heads: unknown[] = []
    for (const range of [
      'base=v1.0.0&head=main',
      'base=918e6917c130ac8ea716991d355b226f0496f725',
    ]) {
      await open(`compare/tidewatch/?${range}`)
      heads.push(
        await page.evaluate(`(() => {
          const { clientWidth, scrollWidth } = document.querySelector('.scroll')
          const heads = [...document.querySelectorAll('thead th')].filter((one) => one.offsetWidth > 0)
          const names = [...document.querySelectorAll('tbody th a')]
          const lines = (name) => {
            const range = document.createRange()
            range.selectNodeContents(name)
            return range.getClientRects().length
          }
          const broken = names.filter((name) => lines(name) > name.innerText.split(' ').length)
          const over = scrollWidth - clientWidth
          return [over, broken.length, ...heads.map((one) => one.innerText)]
        })()`),
      )
    }
    const counts = ['Newly trans\u00adlated', 'No longer', 'Newly failing']
    expect(heads).toEqual([
      [0, 0, 'Language', 'v1.0.0, %', 'main, %', ...counts],
      [0, 0, 'Language', '918e691, %', 'now, %', ...counts],
    ])
  })

  describe('each kind of page', () => {
    let tab: Tab
    beforeAll(async () => {
      // Without motion, axe-core sees the final colours.
      tab = await openTab({ reducedMotion: 'reduce' })
      await tab.page.addInitScript(
        `${AXE}
        globalThis.shift = 0
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value }).observe({ type: 'layout-shift', buffered: true })`,
      )
    })

    test.each(PAGES)(
      '/%s is accessible in both colour schemes, and fits any width',
      async (path) => {
        const { page, messages, open } = tab
        messages.length = 0
        const response = await open(path)
        const problems: Record<string, unknown> = { shift: await page.evaluate('shift') }
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          problems[colorScheme] = await page.evaluate(
            `axe.run(${JSON.stringify(RULES)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
          )
        }
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 })
          problems[width] = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
        }
        // The browser logs the expected status 404.
        const logged = messages.filter(
          (message) => response?.ok() || !message.includes('status of 404'),
        )
        expect({ ...problems, logged }).toEqual({
          ...{ light: [], dark: [], shift: 0, logged: [] },
          ...Object.fromEntries(WIDTHS.map((width) => [width, 0])),
        })
      },
    )
  })

  test('Tab follows the order of the page, and the focus is visible', async () => {
    const { page, open } = await openTab()
    await open('projects/tidewatch/')
    const places: string[] = []
    const bare: string[] = []
    for (;;) {
      await page.keyboard.press('Tab')
      const { at, html, isShown } = (await page.evaluate(`(() => {
        const element = document.activeElement
        const all = [...document.body.querySelectorAll('*')]
        const { outlineStyle, boxShadow } = getComputedStyle(element)
        const { width, height } = element.getBoundingClientRect()
        const isShown = (outlineStyle !== 'none' || boxShadow !== 'none') && width > 0 && height > 0
        return { at: all.indexOf(element), html: element.outerHTML.slice(0, 200), isShown }
      })()`)) as { at: number; html: string; isShown: boolean }
      if (at < 0) break
      places.push(String(at))
      if (!isShown) bare.push(html)
    }
    expect(bare).toEqual([])
    expect(places.length).toBeGreaterThan(50)
    expect(places).toEqual([...places].sort((a, b) => Number(a) - Number(b)))
  })

  test('texts run in the direction of their language', async () => {
    const { page, open } = await openTab()
    await open('translate/tidewatch/web/ar/')
    const directions = await page.evaluate(`(() => {
      const directionOf = (element) => getComputedStyle(element).direction
      return [...document.querySelectorAll('.txt')].map((text) => {
        const tokens = [...text.querySelectorAll('b.ph')].map(directionOf)
        return text.lang + ' ' + directionOf(text) + (tokens.includes('rtl') ? ', tokens too' : '')
      })
    })()`)
    expect([...new Set(directions as string[])].sort()).toEqual(['ar rtl', 'en ltr'])
  })

  test.each(['projects/tidewatch/', 'projects/tidewatch/web/', STRINGS, 'languages/', 'stats/'])(
    '/%s is printed uncut, in the light scheme, without controls',
    async (path) => {
      const { page, open } = await openTab({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 700, height: 900 })
      await open(path)
      await page.emulateMedia({ media: 'print' })
      const found = await page.evaluate(`(() => {
        const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0)
        const clipped = shown('main *').filter((one) => {
          const { overflowX, overflowY } = getComputedStyle(one)
          const isCut = (overflow, inner, outer) => /auto|scroll/.test(overflow) && inner > outer + 1
          return isCut(overflowX, one.scrollWidth, one.clientWidth) || isCut(overflowY, one.scrollHeight, one.clientHeight)
        })
        return {
          controls: shown('nav.tabs, form, .pager, .skip, .ref').map((one) => one.outerHTML.slice(0, 100)),
          clipped: clipped.map((one) => one.outerHTML.slice(0, 100)),
          paper: getComputedStyle(document.documentElement).colorScheme,
          wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
          heading: shown('h1').length,
        }
      })()`)
      expect(found).toEqual({ controls: [], clipped: [], paper: 'light', wide: 0, heading: 1 })
    },
  )

  test('nothing moves with reduced motion', async () => {
    const { page, open } = await openTab({ reducedMotion: 'reduce' })
    for (const path of ['projects/tidewatch/', STRINGS]) {
      await open(path)
      const moving = await page.evaluate(
        "[...document.querySelectorAll('*')].map((one) => getComputedStyle(one)).filter((style) => style.transitionDuration !== '0s' || style.animationName !== 'none' || style.scrollBehavior === 'smooth').length",
      )
      expect(moving).toBe(0)
    }
  })
})

/** Waits until a page is complete; a comparison is complete at once, and never cached. */
async function waitForPage(path: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${demo.url}${path}`)
    await response.text()
    const isCached = response.headers.get('Cache-Control') !== 'no-store'
    if (isCached || !response.ok || path.startsWith('compare/')) return
  }
}
