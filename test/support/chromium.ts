import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

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
