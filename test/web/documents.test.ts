import { expect, onTestFinished, test } from 'vitest'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

const paragraph = (word: string) => `${`${word} `.repeat(40).trim()}.`
/** A text of over 10,000 characters with these two lines. */
function textOf(first: string, second: string): string {
  const same = Array.from({ length: 60 }, (_, index) => paragraph(`same${index}`))
  return [...same.slice(0, 20), first, ...same.slice(20, 55), second, ...same.slice(55)].join('\n')
}

async function serveDocument(): Promise<TestServer> {
  const files = (en: string) => ({ 'docs/en/a.md': en, 'docs/de/a.md': 'Ein Text' })
  const { path: repo } = await createHistory([
    { name: '1', files: files(textOf('The first.', 'The second.')) },
    { name: '2', files: files(textOf('The newer.', 'The second.')) },
    { name: '3', files: files(textOf('The newer.', 'The latest.')) },
  ])
  const component = {
    ...{ slug: 'c', name: 'C', repo, branch: 'main', file_format: 'document' },
    ...{ filemask: 'docs/*/**', template: 'docs/en' },
  }
  const project = { slug: 'p', name: 'P', web: 'https://example.org/', components: [component] }
  const server = await serveProjects([project])
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  return server
}

test.each(['/outdated/p/c/de/', '/translate/p/c/de/'])(
  '%s shows all changes to translate in a long document, and counts their commits',
  async (page) => {
    const { app, get } = await serveDocument()
    const { results } = await get<{ results: { web_url: string }[] }>(
      '/api/translations/p/c/de/units/',
    )
    const { search } = new URL(results[0]!.web_url)
    const path = page === '/translate/p/c/de/' ? page + search : page
    let html = ''
    do html = await (await app.request(path)).text()
    while (html.includes('reload to see'))
    // The history of the unit follows.
    expect(html.match(/<(?:ins|del)>.*?<\/(?:ins|del)>/gs)?.slice(0, 4)).toEqual([
      '<del>first</del>',
      '<ins>newer</ins>',
      '<del>second</del>',
      '<ins>latest</ins>',
    ])
    expect(html).toContain(', and in 1 more commit')
  },
)
