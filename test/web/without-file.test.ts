import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'
import { addressesIn } from '../support/web.ts'

const PO =
  'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "A"\nmsgstr "Ä"\n'

test('the page of a translation without a file links to no download, and others to theirs', async () => {
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
