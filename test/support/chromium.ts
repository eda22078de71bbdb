import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'

/** Where Debian installs it. */
const CHROMIUM = '/usr/bin/chromium'

/** Whether tests can open pages in a real browser. */
export function hasChromium(): boolean {
  return existsSync(CHROMIUM)
}

/** A browser without a window; close it at the end. */
export function openChromium(): Promise<Browser> {
  // Its sandbox does not run as root.
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
}

export interface Tab {
  readonly page: Page
  /** What its pages said on the console. */
  readonly messages: string[]
  open(path: string): ReturnType<Page['goto']>
}

/** A tab in a window of its own for the pages below an address. */
export async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  page.on('pageerror', (error) => messages.push(error.message))
  return { page, messages, open: (path) => page.goto(`${url}${path}`) }
}

/** Goes through a page with the keyboard until it comes to what is looked for. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  const element = await place.elementHandle()
  for (let presses = 0; presses < 400; presses++) {
    if (await element?.evaluate((one) => one === one.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('expected the keyboard to come to it')
}
