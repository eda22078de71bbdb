import { chromium } from 'playwright-core'

/** The screenshots in docs/ of the demo, which `npm start` must serve meanwhile. */
const SHOTS = [
  { file: 'project.png', path: 'projects/tidewatch/', colorScheme: 'light' },
  {
    file: 'strings.png',
    path: 'translate/tidewatch/mobile/ru/?checksum=8bba3c1976bf2f94',
    colorScheme: 'dark',
  },
] as const

const [, , address = 'http://127.0.0.1:8000/'] = process.argv
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
for (const { file, path, colorScheme } of SHOTS) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme })
  // Loads the page twice, because parts of it are still being read the first time.
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' })
  await page.waitForTimeout(3000)
  await page.reload()
  await page.screenshot({ path: `docs/${file}` })
}
await browser.close()
