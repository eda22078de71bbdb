import { expect, test } from 'vitest'
import { discoverIn, foundIn, onlyIn } from './tree.ts'

const EN = 'This is the text of the document and you are to read it.'
const DE = 'Das ist der Text und die Seite ist nicht leer.'

function documents(...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, /(?:^|[/._-])de/.test(path) ? DE : EN]))
}

test.each<[layout: string, paths: readonly string[], found: readonly string[]]>([
  [
    'Docusaurus',
    [
      ...['website/docs/intro.md', 'website/docs/guide/a.mdx', 'website/blog/one.md'],
      'website/i18n/de/docusaurus-plugin-content-docs/current/intro.md',
      'website/i18n/fr/docusaurus-plugin-content-docs/current/guide/a.mdx',
      'website/i18n/de/docusaurus-plugin-content-blog/one.md',
      'website/versioned_docs/version-1.0/intro.md',
      'website/i18n/de/docusaurus-plugin-content-docs/version-1.0/intro.md',
      ...['website/sdk/a.md', 'website/i18n/de/docusaurus-plugin-content-docs-sdk/current/a.md'],
    ],
    [
      'document website/i18n/*/docusaurus-plugin-content-blog website/blog',
      'document website/i18n/*/docusaurus-plugin-content-docs/current website/docs',
      'document website/i18n/*/docusaurus-plugin-content-docs/version-1.0 website/versioned_docs/version-1.0',
      'document website/i18n/*/docusaurus-plugin-content-docs-sdk/current website/sdk',
    ],
  ],
  [
    'Starlight',
    [
      'src/content/docs/en/index.mdx',
      'src/content/docs/de/index.mdx',
      'src/content/docs/zh-cn/index.mdx',
    ],
    ['document src/content/docs/* src/content/docs/en'],
  ],
  [
    'Starlight with a root language',
    ['src/content/docs/a/b.mdx', 'src/content/docs/de/a/b.mdx', 'src/content/docs/pt-br/a/b.mdx'],
    ['document src/content/docs/* src/content/docs'],
  ],
  [
    'VitePress',
    ['docs/guide/go.md', 'docs/index.md', 'docs/de/guide/go.md'],
    ['document docs/* docs'],
  ],
  ['Hugo', ['content/en/posts/a.md', 'content/de/posts/a.md'], ['document content/* content/en']],
  [
    'Hugo with a folder beside',
    ['content/a.md', 'content.de/a.md'],
    ['document content.* content'],
  ],
  ['MkDocs', ['docs/en/docs/index.md', 'docs/de/docs/index.md'], ['document docs/* docs/en']],
  [
    'MkDocs with translations beside the sources',
    ['docs/index.md', 'docs/index.de.md', 'docs/a/b.md', 'docs/a/b.fr.md', 'docs/a/b.de.md'],
    ['document docs docs'],
  ],
  [
    'Hugo with translations beside the sources',
    [
      ...['content/posts/a.md', 'content/posts/a.de.md', 'content/posts/b/c.md'],
      ...['content/posts/b/c.de.md', 'content/x.md', 'README.md', 'README.de.md'],
    ],
    ['document README.*.md README.md', 'document content/posts content/posts'],
  ],
  ['one document in a folder', ['docs/a.md', 'docs/a.de.md'], ['document docs/a.*.md docs/a.md']],
  [
    'Jekyll',
    ['_i18n/en/about.md', '_i18n/de/about.md', '_i18n/de.yml'],
    ['document _i18n/* _i18n/en'],
  ],
  ['README', ['README.md', 'README.de.md', 'README.zh-CN.md'], ['document README.*.md README.md']],
  ['README with an underscore', ['README.md', 'README_de.md'], ['document README_*.md README.md']],
  [
    'README in a folder',
    ['README.md', 'docs/README.de.md'],
    ['document docs/README.*.md README.md'],
  ],
  ['documents named by codes', ['md/en.md', 'md/de.md'], ['document md/*.md md/en.md']],
  ['AsciiDoc and HTML', ['d/en/a.adoc', 'd/de/a.adoc', 'd/fr/a.html'], ['document d/* d/en']],
  ['words at the end of names', ['docs/setup.md', 'docs/setup-go.md', 'docs/setup-ml.md'], []],
  ['folders that are words', ['docs/index.md', 'docs/go/index.md', 'docs/id/index.md'], []],
  ['folders with other documents', ['docs/a.md', 'docs/de/b.md', 'docs/de/c.md'], []],
  ['no sources', ['files/de/a.md', 'files/fr/a.md'], []],
])('documents of %s are found', (_, paths, expected) => {
  expect(foundIn(documents(...paths))).toEqual(expected)
})

test('folders without translations of a source are not languages', () => {
  const tree = documents('docs/a.md', 'docs/de/a.md', 'docs/no/b.md', 'docs/fr/a.md')
  expect(onlyIn(tree, 'languages', 'languageRegex', 'sourceLanguage')).toEqual({
    languages: ['de', 'fr'],
    languageRegex: '^(?:de|fr)$',
    sourceLanguage: 'en',
  })
})

test('the language of sources without a code is detected from their words', () => {
  const tree = { 'README.md': DE, 'README.en.md': EN }
  expect(onlyIn(tree, 'template', 'languages', 'sourceLanguage')).toEqual({
    template: 'README.md',
    languages: ['en'],
    sourceLanguage: 'de',
  })
})

test('documents with sources at the root are explained', () => {
  const tree = documents('index.md', 'guide/a.md', 'de/index.md', 'de/guide/a.md')
  expect(discoverIn(tree).nearMisses).toEqual([
    {
      filemask: '*',
      explanation:
        'The documents of de have their sources at the root of the repository; document needs them in a folder.',
    },
  ])
})
