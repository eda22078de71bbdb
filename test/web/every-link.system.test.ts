import { expect, test } from 'vitest'
import { useDemo } from '../support/use-demo.ts'
import { addressesIn, readable } from '../support/web.ts'

const demo = useDemo()
const REFS = ['v1.0.0', 'v1.1.0', 'v2.0.0']
const AREAS = ['translate', 'search', 'checks', 'changes', 'outdated', 'commits', 'compare']

interface Link {
  readonly from: string
  readonly to: string
  /** True if in the menu of refs: the page may not exist at that ref. */
  readonly isOfMenu: boolean
}

/** Links of a kind differ in a language, string or person; only the first is opened. */
function kindOf({ to, isOfMenu }: Link): string {
  const { pathname, searchParams } = new URL(to, 'http://localhost')
  const ref = searchParams.get('ref') ?? ''
  // In the API, a language follows its component: `api/translations/tidewatch/web/cs/`.
  const path = pathname
    .split('/')
    .map((part, index) => (index === 5 ? '*' : part.replace(/\d+/, '#')))
  const place = pathname.startsWith('/api/') ? path : path.slice(0, 4)
  const names = [...searchParams.keys()].sort()
  return [...place, path.length, ...names, REFS.includes(ref) ? ref : ref === '', isOfMenu].join(
    ' ',
  )
}

function linksOf(from: string, html: string): Link[] {
  const menu = /<details class="ref menu" id="refs".*?<\/details>/s
  const isInMenu = new Set(addressesIn(menu.exec(html)?.[0] ?? ''))
  const inJson = [...html.matchAll(/"(http:\/\/localhost\/[^"\\]*)"/g)].map(([, url = '']) => url)
  return [...addressesIn(html), ...inJson].flatMap((address) => {
    const { origin, pathname, search } = new URL(address, new URL(from, 'http://localhost'))
    if (origin !== 'http://localhost' || address.startsWith('#')) return []
    return [{ from, to: pathname + search, isOfMenu: isInMenu.has(address) }]
  })
}

test('every link opens, or is in the menu of refs and did not exist at that ref', async () => {
  const starts = [undefined, ...REFS].flatMap((ref) => {
    const end = ref === undefined ? '' : `?ref=${encodeURIComponent(ref)}`
    return ['/', ...AREAS.map((area) => `/${area}/tidewatch/`)].map((path) => path + end)
  })
  const queue: Link[] = [
    ...starts,
    '/compare/tidewatch/?base=v1.0.0',
    '/compare/tidewatch/web/?base=v1.0.0&head=v2.0.0',
    '/compare/tidewatch/help/?base=v1.0.0',
  ].map((to) => ({ from: '', to, isOfMenu: false }))
  const seen = new Set<string>()
  const dead: string[] = []
  for (let link = queue.shift(); link !== undefined; link = queue.shift()) {
    const kind = kindOf(link)
    if (seen.has(kind)) continue
    seen.add(kind)
    const accept = link.to.startsWith('/api/') ? 'application/json' : 'text/html'
    const response = await demo.app.request(link.to, { headers: { Accept: accept } })
    const isText = /html|json/.test(response.headers.get('Content-Type') ?? '')
    const body = isText ? await response.text() : ''
    // Weblate links to these, too, although they need a login.
    if (/^\/api\/(?:memory|projects\/tidewatch\/machinery_settings)\//.test(link.to)) continue
    if (response.status >= 400) {
      const isExplained = link.isOfMenu && / did not exist at /.test(readable(body))
      if (!isExplained) dead.push(`${response.status} ${link.to} of ${link.from}`)
      // Links of error pages have to open, too.
      queue.push(...linksOf(link.to, body).filter(({ isOfMenu }) => !isOfMenu))
    } else queue.push(...linksOf(link.to, body))
  }
  expect(dead).toEqual([])
  expect(seen.size).toBeGreaterThan(1000)
})
