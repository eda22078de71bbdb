import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'
import { readable } from '../support/web.ts'

test.each([0, 2])(
  'pages of components and strings report unused and missing keys, with %i threads',
  async (threads) => {
    const { path: repo } = await createHistory([
      {
        name: '1',
        files: {
          'l/en.json': '{"a.new":"New","a.old":"Old"}',
          'l/de.json': '{"a.new":"Neu","a.old":"Alt"}',
          'm/en.json': '{"b.other":"Other"}',
          'm/de.json': '{"b.other":"Andere"}',
          'src/a.js': "$t('a.new')\n$t('b.other')\n$t('a.gone')\n",
        },
      },
    ])
    const components = ['l', 'm'].map((slug) => jsonComponent(slug, slug, { repo, branch: 'main' }))
    const project = { slug: 'p', name: 'P', web: 'https://example.org/', components }
    const server = await serveProjects([project], {}, { threads })
    onTestFinished(server.catalog.close)
    await server.catalog.complete
    const page = async (path: string) => {
      let html = ''
      do html = await (await server.app.request(path)).text()
      while (html.includes('data-later'))
      return html
    }
    const html = await page('/projects/p/l/')
    expect(readable(/<h2>Keys and code<\/h2>.*?<\/section>/s.exec(html)?.[0] ?? '')).toBe(
      'Keys and code The code asks for 1 key that no template has. a.gone src/a.js:3 No file of the commit mentions 1 key. a.old',
    )
    const stringPage = async (key: string) => {
      const list = await page(`/translate/p/l/de/?q=${encodeURIComponent(`key:=${key}`)}`)
      const [, checksum] = /checksum=([0-9a-f]{16})/.exec(list) ?? []
      return page(`/translate/p/l/de/?checksum=${checksum}`)
    }
    const note = 'No file of this commit mentions this key.'
    expect(await stringPage('a.old')).toContain(note)
    expect(await stringPage('a.new')).not.toContain(note)
    expect(await page('/projects/p/m/')).not.toContain('Keys and code')
    expect(await page('/projects/p/l/?ref=main')).not.toContain('Keys and code')
  },
)
