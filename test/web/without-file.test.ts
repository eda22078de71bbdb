import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'
import { addressesIn, readable, textOf } from '../support/web.ts'

const PO =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "A"\nmsgstr "Ä"\n'

test('the page of a translation links to its file, if there is one', async () => {
  const { path: repo } = await createHistory([{ name: 'one', files: { 'po/de.po': PO } }])
  const component = {
    ...{ slug: 'c', name: 'C', repo, branch: 'main' },
    ...{ file_format: 'po', filemask: 'po/*.po' },
  }
  const project = { slug: 'p', name: 'P', web: 'https://p.example/', components: [component] }
  const { app, catalog } = await serveProjects([project])
  onTestFinished(catalog.close)
  await catalog.complete
  for (const [code, count] of [
    ['en', 0],
    ['de', 1],
  ] as const) {
    const html = await (await app.request(`/projects/p/c/${code}/`)).text()
    const files = addressesIn(html).filter((address) => address.endsWith(`/${code}/file/`))
    expect([code, files.length]).toEqual([code, count])
  }
})

test('a trend says that it omits strings that are missing from the file', async () => {
  const files = (count: number) => ({
    'po/app.pot': `${PO.replace('Ä', '')}${'\nmsgid "B"\nmsgstr ""\n'.repeat(count)}`,
    'po/de.po': PO,
  })
  const { path: repo } = await createHistory([
    { name: 'one', files: files(0) },
    { name: 'two', files: files(1) },
  ])
  const component = {
    ...{ slug: 'c', name: 'C', repo, branch: 'main' },
    ...{ file_format: 'po', filemask: 'po/*.po', new_base: 'po/app.pot' },
  }
  const project = { slug: 'p', name: 'P', web: 'https://p.example/', components: [component] }
  const { app, catalog } = await serveProjects([project])
  onTestFinished(catalog.close)
  await catalog.complete
  const trendOf = async (path: string) =>
    /Since the first commit.*?( Strings that | About |$)/.exec(await textOf(app, path))?.[0]
  await expect
    .poll(() => trendOf('/projects/p/c/de/'))
    .toMatch(/ 1 string 1 translated .* Strings that $/)
  expect(await trendOf('/projects/p/c/en/')).not.toMatch(/Strings that $/)
})

/** The page of a project whose components have only a template, but for the first; and the search for translated strings. */
async function pagesOf(slugs: readonly string[]) {
  const templates = Object.fromEntries(slugs.map((slug) => [`${slug}/app.pot`, PO]))
  const files = { 'po/de.po': PO, ...templates }
  const { path: repo } = await createHistory([{ name: 'one', files }])
  const component = (slug: string, more: object) => ({
    ...{ slug, name: slug, repo, branch: 'main', file_format: 'po', filemask: `${slug}/*.po` },
    ...more,
  })
  const others = slugs.map((slug) => component(slug, { new_base: `${slug}/app.pot` }))
  const components = [component('po', {}), ...others]
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components }])
  onTestFinished(catalog.close)
  await catalog.complete
  const html = await (await app.request('/projects/p/')).text()
  const [, address = ''] = /href="([^"]*)"[^>]*>(?:(?!<a ).)*? translated<\/a>/s.exec(html) ?? []
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'), 'http://x/projects/p/')
  return { html, results: await (await app.request(pathname + search)).text() }
}

test('the number of translated strings links to as many, if a component has only a template', async () => {
  const { html, results } = await pagesOf(['other'])
  expect(readable(html)).toContain(' 2 translated ')
  expect(results.match(/<div class="row">/g)?.length).toBe(2)
})

test('if many components have only a template, the search has terms for most of them', async () => {
  const { results } = await pagesOf(Array.from({ length: 50 }, (_, at) => `c${at}`))
  expect(results.match(/<div class="row">/g)?.length).toBe(12)
})
