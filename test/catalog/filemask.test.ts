import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fileTreeOfPaths } from '../../src/catalog/file-tree.ts'
import {
  codeInPath,
  type MatchedFile,
  type MatchOptions,
  matchFiles,
  wantsFolder,
} from '../../src/catalog/filemask.ts'
import { parseAliases } from '../../src/languages/language.ts'

interface Row {
  path: string
  code: string
}

interface Case {
  id: string
  about: string
  filemask: string
  template: string
  intermediate?: string
  language_regex: string
  language_aliases?: string
  source_language?: string
  file_format: string
  files: string[]
  symlinks?: Record<string, string>
  error?: string
  matches?: Row[]
  translations?: { filename: string; language_code: string; language: string }[]
  duplicates?: { filename: string; language_code: string; language: string; kept: string }[]
}

const fixture = new URL('../../fixtures/filemask-cases.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(fixture, 'utf8')) as { cases: Case[] }

/** Where our answer differs on purpose. */
const exceptions: Record<string, string> = {
  f038: 'an expression that does not compile is an error, worded differently',
  f044: 'the form refuses this mask: a configuration error',
  f045: 'the form refuses this mask: a configuration error',
  f046: 'the form refuses this mask: a configuration error',
  f082: 'the code that is too long is skipped, the good ones stay',
  f091: 'Git holds no empty folders, only files match',
  f097: 'the link that leaves the repository is skipped, the good files stay',
  f114: 'the form refuses this mask: a configuration error',
}

function treeOf(row: Pick<Case, 'files' | 'symlinks'>) {
  const links = Object.entries(row.symlinks ?? {}).map(([path, link]) => ({ path, link }))
  return fileTreeOfPaths([...row.files.map((path) => ({ path })), ...links])
}

function optionsOf(row: Case): MatchOptions {
  return {
    filemask: row.filemask,
    template: row.template,
    intermediate: row.intermediate ?? '',
    isMonolingual: row.file_format !== 'tbx' && row.template !== '',
    languageRegex: row.language_regex,
    languageAliases: parseAliases(row.language_aliases ?? ''),
    sourceLanguage: row.source_language ?? 'en',
  }
}

function plain(file: MatchedFile) {
  return { filename: file.path, language_code: file.code, language: file.language.code }
}

describe('files, codes, languages and order are those of the reference', () => {
  test.each(cases.filter(({ id }) => !(id in exceptions)))('$id $about', (row) => {
    const { files, duplicates, ignored } = matchFiles(treeOf(row), optionsOf(row))
    expect(files.map(plain)).toEqual(row.translations)
    expect(
      duplicates.map(({ path, code, language, kept }) => ({
        filename: path,
        language_code: code,
        language: language.code,
        kept: kept.path,
      })),
    ).toEqual(row.duplicates ?? [])
    const paths = new Set(row.matches?.map(({ path }) => path))
    expect(ignored.filter(({ path }) => paths.has(path))).toEqual([])
    expect(files.filter(({ isSource }) => isSource).length).toBe(1)
  })

  test('every exception is a case, and all others are compared', () => {
    expect(cases.length).toBe(124)
    expect(cases.filter(({ id }) => id in exceptions).length).toBe(8)
  })
})

describe('where the answer is ours', () => {
  const byId = (id: string) => cases.find((row) => row.id === id) as Case

  test('an expression that does not compile throws', () => {
    const row = byId('f038')
    expect(() => matchFiles(treeOf(row), optionsOf(row))).toThrow(SyntaxError)
  })

  test('a code that is too long is ignored and the other files stay', () => {
    const row = byId('f082')
    const { files, ignored } = matchFiles(treeOf(row), optionsOf(row))
    expect(files.map(({ path }) => path)).toEqual(['l/en.json', 'l/zu.json'])
    const code = 'x'.repeat(51)
    expect(ignored).toEqual([{ path: `l/${code}.json`, code, reason: 'code-too-long' }])
  })

  test('a folder named like a file is no match', () => {
    const row = byId('f091')
    const { files, ignored } = matchFiles(treeOf(row), optionsOf(row))
    expect(files.map(({ path }) => path)).toEqual(['l/en.json', 'l/fr.json'])
    expect(ignored).toEqual([])
  })

  test('a link that leaves the repository is ignored and the other files stay', () => {
    const row = byId('f097')
    const { files, ignored } = matchFiles(treeOf(row), optionsOf(row))
    expect(files.map(({ path }) => path)).toEqual(['l/en.json', 'l/de.json'])
    expect(ignored).toEqual([{ path: 'l/fr.json', code: 'fr', reason: 'link-outside' }])
  })
})

const base: MatchOptions = {
  filemask: 'l/*.json',
  template: 'l/en.json',
  intermediate: '',
  isMonolingual: true,
  languageRegex: '^[^.]+$',
  languageAliases: new Map(),
  sourceLanguage: 'en',
}

test('a link knows the file that it leads to, a broken one none', () => {
  const tree = fileTreeOfPaths([
    { path: 'l/en.json', oid: 'a' },
    { path: 'l/de.json', link: '../other/de.json' },
    { path: 'l/fr.json', link: 'missing.json' },
    { path: 'other/de.json', oid: 'b' },
  ])
  expect(matchFiles(tree, base).files.map(({ path, real }) => ({ path, real }))).toEqual([
    { path: 'l/en.json', real: { path: 'l/en.json', oid: 'a' } },
    { path: 'l/de.json', real: { path: 'other/de.json', oid: 'b' } },
    { path: 'l/fr.json', real: undefined },
  ])
})

test('links that go round in circles are ignored', () => {
  const tree = fileTreeOfPaths([
    { path: 'l/de.json', link: 'fr.json' },
    { path: 'l/fr.json', link: 'de.json' },
    { path: 'l/it.json', link: '/etc/passwd' },
  ])
  expect(matchFiles(tree, base).ignored).toEqual([
    { path: 'l/de.json', code: 'de', reason: 'link-loop' },
    { path: 'l/fr.json', code: 'fr', reason: 'link-loop' },
    { path: 'l/it.json', code: 'it', reason: 'link-outside' },
  ])
})

test('an expression that takes for ever ignores the files, not the template', () => {
  const name = `${'a'.repeat(60)}!`
  const tree = fileTreeOfPaths([{ path: 'l/en.json' }, { path: `l/${name}.json` }])
  const { files, ignored } = matchFiles(tree, { ...base, languageRegex: '(a|a)+$' })
  expect(files.map(({ path }) => path)).toEqual(['l/en.json'])
  expect(ignored).toEqual([
    { path: `l/${name}.json`, code: name, reason: 'language-regex-too-slow' },
  ])
})

test.each([
  ['l/*.json', 'l/a/b.json', undefined],
  ['l/*.json', 'l/de.json', 'de'],
  ['*/l/*.json', 'app/l/de.json', 'app'],
  ['l/*.json', 'l/cs_CZ.UTF-8.json', 'cs_CZ'],
  ['l/de.json', 'l/de.json', undefined],
])('the code that %s takes from %s is %s', (filemask, path, code) => {
  expect(codeInPath(filemask, path)).toBe(code)
})

test.each([
  ['app/values-*/strings.xml', '', true],
  ['app/values-*/strings.xml', 'app', true],
  ['app/values-*/strings.xml', 'app/values-de', true],
  ['app/values-*/strings.xml', 'app/values-de/strings.xml', false],
  ['app/values-*/strings.xml', 'app/drawable', false],
  ['*/l.json', '.git', false],
  ['.i18n/*.json', '.i18n', true],
  ['*.json', 'l', false],
])('files that fit %s can lie in %j: %s', (filemask, folder, answer) => {
  expect(wantsFolder(filemask, folder)).toBe(answer)
})
