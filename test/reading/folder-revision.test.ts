import { expect, onTestFinished, test } from 'vitest'
import { serveProjects } from '../support/catalog.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'

const FILES = {
  'title.txt': 'Title\n',
  'changelogs/1.txt': 'First\n',
  'images/icon.png': Buffer.from('\x89PNG\0\xff', 'latin1'),
}

test('the revision of a folder covers all its files and their paths, also after a restart', async () => {
  const tree = ['en-US', 'en-GB'].flatMap((code) =>
    Object.entries(FILES).map(([path, content]) => [`store/${code}/${path}`, content]),
  )
  const { path } = await createRepository([Object.fromEntries(tree)])
  const component = {
    ...{ slug: 'c', name: 'C', repo: path, file_format: 'appstore' },
    ...{ filemask: 'store/*', template: 'store/en-US' },
  }
  const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
  const data_dir = createTemporaryFolder()
  for (const _start of ['first', 'again']) {
    const { catalog } = await serveProjects([project], { data_dir })
    onTestFinished(catalog.close)
    const [served] = catalog.current().projects[0]?.components ?? []
    const revisions = served?.translations.map(({ filename, revision }) => [filename, revision])
    expect(Object.fromEntries(revisions ?? [])).toEqual({
      'store/en-US':
        'efa58aff0264decb039acbd543f67deb790a70e4:1,efa58aff0264decb039acbd543f67deb790a70e4',
      'store/en-GB':
        'a8839465684ae85bd689f956f310a2effd4350bf:1,efa58aff0264decb039acbd543f67deb790a70e4',
    })
    await catalog.close()
  }
})

test.each(['\u3000', '\f', 'a\v\fb'])(
  'the store text %j does not make a component unreadable',
  async (text) => {
    const { path } = await createRepository([
      { 'store/en/a.txt': 'A', 'store/en/b.txt': text, 'store/cs/a.txt': text },
    ])
    const component = {
      ...{ slug: 'c', name: 'C', repo: path, file_format: 'appstore' },
      ...{ filemask: 'store/*', template: 'store/en' },
    }
    const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
    const { catalog } = await serveProjects([project])
    onTestFinished(catalog.close)
    const [served] = catalog.current().projects[0]?.components ?? []
    const isBlank = text.trim() === ''
    expect(
      served?.translations.map(({ filename, alert, statistics }) => [
        filename,
        alert,
        statistics.total.units,
        statistics.translated.units,
      ]),
    ).toEqual([
      ['store/en', undefined, isBlank ? 1 : 2, isBlank ? 1 : 2],
      ['store/cs', undefined, isBlank ? 1 : 2, isBlank ? 0 : 1],
    ])
  },
)
