import { createApp } from '../../app.ts'
import { type Catalog, openCatalog } from '../../catalog/catalog.ts'
import { createComponentFinder } from '../../discovery/find-components.ts'
import { NotFoundError, RepositoryError, UsageError } from '../../errors.ts'
import { withRef } from '../../http/request-info.ts'
import { SHOWN } from '../../http/views.ts'
import type { View } from '../../model/model.ts'
import { encodeSegment, placeOf, translationPlace } from '../../model/paths.ts'
import { isBroken } from '../../model/readiness.ts'
import { componentsOf, languagesOf, translationsOf } from '../../view/view.ts'
import { cacheFolder } from '../cache-folder.ts'
import { type Arguments, CANNOT_READ } from '../command.ts'
import { fetchHistoryOf } from '../open-target.ts'
import { createCounter, readingHistory, warn } from '../output/progress.ts'
import { THREADS } from '../serve.ts'
import { findTarget } from '../target.ts'
import { crawl } from './crawl.ts'
import { openSiteFolder } from './folder.ts'

const LOCAL = 'http://localhost'

/** Writes all pages, badges, feeds and JSON to a folder. Resolves and throws like `list`. */
export async function exportSite({ operands: [operand], values }: Arguments): Promise<number> {
  const { out, config: configFile, ref } = values
  if (out === undefined) throw new UsageError('gitglot export: --out is missing: --out DIR')
  const target = await findTarget({ operand, configFile, keepsOthers: true, isServed: true })
  const origin = (values['base-url'] ?? target.config.baseUrl ?? LOCAL).replace(/\/+$/, '')
  if (origin === LOCAL) warn('without --base-url, feeds, previews and badges name http://localhost')
  const folder = openSiteFolder(out)
  await target.place?.deepen?.()
  const refs = ref === undefined ? [] : ref.split('\n')
  for (const exportedRef of ['HEAD', ...refs]) await fetchHistoryOf(target, exportedRef)
  const config = { ...target.config, baseUrl: origin }
  const catalog = await openCatalog({
    config,
    environment: process.env,
    cacheDir: cacheFolder(),
    threads: THREADS,
    createFinder: createComponentFinder,
  })
  try {
    await readingHistory(() => catalog.complete)
    // Waits for all histories, so that early and late files show the same times.
    await Promise.all(
      componentsOf(catalog.current()).map((component) => catalog.wantTimes(component)),
    )
    const view = catalog.current()
    const reasons = reasonsUnread(view, target.name)
    for (const reason of reasons) warn(reason)
    const onError = (error: Error) => warn(error.stack ?? error.message)
    // Hides the time of the fetch: a written site polls no remotes, and the time would differ in each export.
    const site = { ...catalog, lastPoll: () => undefined }
    const app = createApp({ catalog: site, config, onNotice: warn, onError })
    // Browsers and robots request the first ones from any site.
    const paths = ['/robots.txt', '/sitemap.xml', '/favicon.svg', ...pathsOf(view, undefined)]
    for (const ref of refs) paths.push(...pathsOf(await viewAt(catalog, ref), ref))
    const progress = createCounter('files')
    const write = (file: string, body: Buffer) => {
      folder.write(file, body)
      progress.add()
    }
    const missing = await crawl({ app, origin, refs, paths, write })
    progress.end()
    // A page that exists now may be missing at another ref.
    const failed = missing.filter(({ status }) => status !== 404)
    for (const { request, status } of failed) warn(`${request}: left out: status ${status}`)
    // Without this file, GitHub Pages would omit files whose names start with an underscore.
    folder.write('.nojekyll', Buffer.alloc(0))
    const { written, removed, unchanged } = folder.finish()
    process.stdout.write(
      `${out}: ${written} files written, ${unchanged} unchanged, ${removed} removed\n`,
    )
    return failed.length + reasons.length === 0 ? 0 : CANNOT_READ
  } finally {
    await catalog.close()
  }
}

/** Returns why parts of a view cannot be read. Throws RepositoryError if nothing can. */
function reasonsUnread(view: View, name: string): readonly string[] {
  const components = componentsOf(view)
  const alerts = [...view.projects, ...components].flatMap((item) => item.alerts.filter(isBroken))
  const reasons = [...new Set(alerts.map(({ message }) => message))]
  if (components.some(({ state }) => state === 'ready')) return reasons
  throw new RepositoryError('not-found', reasons.join('\n') || `${name}: nothing to read`)
}

/** Returns the view at a ref, like a page there. Throws NotFoundError, which names the ref. */
async function viewAt(catalog: Catalog, ref: string): Promise<View> {
  try {
    return await catalog.viewAt(ref, SHOWN)
  } catch (error) {
    // The message is for a page, whose address names the ref.
    if (!(error instanceof NotFoundError) || error.ref !== undefined) throw error
    throw new NotFoundError(`${ref}: ${error.message}`, { cause: error })
  }
}

/** Returns the start addresses of a crawl: those that no page may link to, such as badges for other sites. */
function pathsOf(view: View, ref: string | undefined): string[] {
  const places = placesOf(view)
  const translations = translationsOf(componentsOf(view)).map(translationPlace)
  const feeds = places.map((place) => (place === SITE ? '' : `${place}/`))
  return [
    '/',
    ...places.flatMap((place) => WIDE.map((file) => `/widget/${place}/${file}`)),
    ...translations.flatMap((place) => NARROW.map((file) => `/widget/${place}/${file}`)),
    ...feeds.flatMap((place) => [`/exports/rss/${place}`, `/exports/atom/${place}`]),
  ].map((path) => withRef(path, ref))
}

const NARROW = ['svg-badge.svg', 'svg-badge.json']
const WIDE = [...NARROW, 'language-badge.svg', 'language-badge.json', 'multi-auto.svg']
const SITE = '-/-/-'

/** Returns the server, projects, their languages, and components, as badges and feeds name them. */
function placesOf(view: View): string[] {
  return [
    SITE,
    ...view.projects.flatMap(({ config: { slug }, components }) => [
      slug,
      ...languagesOf(components).map(({ language }) => `${slug}/-/${encodeSegment(language.code)}`),
    ]),
    ...componentsOf(view).map(placeOf),
  ]
}
