import { expect, test } from 'vitest'
import { document } from '../../formats/document/document.ts'
import { readFrontMatter } from '../../formats/document/front-matter.ts'
import { packFolder } from '../../formats/folder.ts'
import { ParseError } from '../../src/errors.ts'

const options = { languageCode: 'de', isMonolingual: true }

function pack(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return packFolder(
    Object.entries(files).map(([path, text]) => [path, Buffer.from(text as string)]),
  )
}

test('each document of a folder is an entry, by its path without the language', () => {
  const files = {
    'guide/a.md': '\ufeff# A\r\n\r\nText\r\n',
    'index.mdx': '# Home\n',
    'no.md': ' \n',
  }
  const facts = { source: '', state: 'translated', note: '', explanation: '', flags: '', offset: 0 }
  expect(document.parse(pack(files), options)).toEqual({
    entries: [
      {
        ...facts,
        context: 'guide/a.md',
        target: '# A\n\nText',
        location: 'guide/a.md:1',
        position: 1,
      },
      { ...facts, context: 'index.mdx', target: '# Home', location: 'index.mdx:1', position: 2 },
    ],
  })
})

test('a document marked as outdated needs editing, and its source does not', () => {
  const packed = pack({ 'a.md': '---\ntranslation:\n  outdated: true\n---\nText' })
  const statesOf = (isTemplate: boolean) =>
    document.parse(packed, { ...options, isTemplate }).entries.map(({ state }) => state)
  expect([statesOf(false), statesOf(true)]).toEqual([['fuzzy'], ['translated']])
})

test.each([
  [
    'l10n:\n  sourceCommit: 1391eec245db45782d4c73572ce7b375cbe43989',
    '1391eec245db45782d4c73572ce7b375cbe43989',
    false,
  ],
  ['title: A\nl10n: { sourceCommit: "ABCDEF1" }', 'abcdef1', false],
  ['l10n.sourceCommit: abcdef1', 'abcdef1', false],
  ["translation:\n  source_commit: 'd60ca63'\n  outdated: false", 'd60ca63', false],
  ['translation: {outdated: true}', undefined, true],
  ['translation.outdated: true', undefined, true],
  ['l10n:\n  sourceCommit: main', undefined, false],
  ['l10n: [sourceCommit', undefined, false],
  ['other:\n  l10n:\n    sourceCommit: abcdef1', undefined, false],
  ['translation: true', undefined, false],
])('the front matter %j names %j', (yaml, sourceCommit, isOutdated) => {
  expect(readFrontMatter(`---\n${yaml}\n---\n# Text\n`)).toEqual({ sourceCommit, isOutdated })
})

test.each([
  ['title = "A"\n[l10n]\nsourceCommit = "ABCDEF1"', 'abcdef1', false],
  ['l10n.sourceCommit = "abcdef1"', 'abcdef1', false],
  ['[translation]\nsource_commit = "d60ca63"\noutdated = false', 'd60ca63', false],
  ['translation = { outdated = true }', undefined, true],
  ['[l10n]\nsourceCommit = 1', undefined, false],
  ['[l10n\nsourceCommit = "abcdef1"', undefined, false],
  ['l10n:\n  sourceCommit: abcdef1', undefined, false],
])('the front matter of TOML %j names %j', (toml, sourceCommit, isOutdated) => {
  expect(readFrontMatter(`+++\n${toml}\n+++\n# Text\n`)).toEqual({ sourceCommit, isOutdated })
})

test.each([
  '+++\n[l10n]\nsourceCommit = "abcdef1"\n---\n',
  'Text\n---\nl10n:\n  sourceCommit: abcdef1\n---\n',
  '---\nl10n:\n  sourceCommit: abcdef1\n',
  '',
])('%j has no front matter', (text) => {
  expect(readFrontMatter(text)).toEqual({ sourceCommit: undefined, isOutdated: false })
})

test('an invalid UTF-8 byte is reported with the path of its document, and others are read', () => {
  const packed = pack({ 'a.md': 'Good', 'b/c.md': Buffer.from('x\n\xff', 'latin1') })
  expect(() => document.parse(packed, options)).toThrow(
    new ParseError('b/c.md:2:1: expected UTF-8, found an invalid byte', 1, 1),
  )
  const faults: object[] = []
  const { entries } = document.parse(packed, { ...options, onFault: (fault) => faults.push(fault) })
  expect(entries.map(({ target }) => target)).toEqual(['Good', 'x\n\ufffd'])
  const message = 'expected UTF-8, found an invalid byte'
  const location = { path: 'b/c.md', line: 2, column: 1 }
  expect(faults).toEqual([{ message, offset: 0, location, context: 'b/c.md' }])
})

test('a document is cut to 100,000 characters, without half of a surrogate pair', () => {
  const [entry] = document.parse(pack({ 'a.md': `${'x'.repeat(99_999)}😀` }), options).entries
  expect(entry?.target).toBe('x'.repeat(99_999))
})

test.each([
  ['docs/*', 'docs', ['a.md', 'guide/b.md', 'de.x/a.md']],
  ['docs/*', 'docs/en', ['a.md', 'guide/b.md', 'de.x/a.md', 'de/a.md', 'de/pages/a.md']],
  ['docs/*/pages', 'docs', ['a.md', 'guide/b.md', 'de.x/a.md', 'de/a.md']],
  ['docs/doc-*', 'docs', ['a.md', 'guide/b.md', 'de.x/a.md', 'de/a.md', 'de/pages/a.md']],
])(
  'of %s with sources in %s no language folder is read as a source',
  (filemask, template, read) => {
    const adapted = document.forFiles?.({ filemask, template }, (code) => code === 'de')
    const paths = ['a.md', 'guide/b.md', 'de.x/a.md', 'de/a.md', 'de/pages/a.md', 'logo.png']
    expect(paths.filter((path) => adapted?.folder?.test(path))).toEqual(read)
  },
)

test('translations beside their sources are recognized by the code before the extension', () => {
  const settings = { filemask: 'docs', template: 'docs' }
  const adapted = document.forFiles?.(settings, (code) => ['de', 'en', 'pt-br'].includes(code))
  const packed = pack({
    ...{ 'a.de.md': 'A de', 'a.en.md': 'A en', 'a.md': 'A', 'b.en.md': 'B', 'c.v1.md': 'C' },
    ...{ 'de.md': 'De', 'x/a.pt-br.mdx': 'X pt', 'x/.de.md': 'Hidden' },
  })
  const read = (languageCode: string, isTemplate = false) =>
    adapted
      ?.parse(packed, { languageCode, isTemplate, isMonolingual: true })
      .entries.map(({ context, target }) => `${context}: ${target}`)
  expect(adapted?.languages?.(packed)).toEqual(['de', 'en', 'pt-br'])
  expect(read('en', true)).toEqual([
    ...['a.md: A', 'b.md: B', 'c.v1.md: C', 'de.md: De', 'x/.de.md: Hidden'],
  ])
  expect([read('de'), read('pt-br')]).toEqual([['a.md: A de'], ['x/a.mdx: X pt']])
  expect(adapted?.pathOf?.('x/a.mdx', 'pt-br')).toBe('x/a.pt-br.mdx')
})
