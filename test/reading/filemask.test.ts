import { describe, expect, test } from 'vitest'
import { createCodeFinder } from '../../src/reading/code-in-path.ts'
import { fileTreeOfPaths } from '../../src/reading/file-tree.ts'
import { type Matches, type MatchOptions, matchFiles } from '../../src/reading/filemask.ts'
import { openMatches, postMatches } from '../../src/reading/posted-matches.ts'
import {
  compareFilemask,
  exceptions,
  type FilemaskCase,
  optionsOf,
  readFilemaskCases,
  treeOf,
} from './filemask-cases.ts'

const cases = readFilemaskCases(new URL('../../fixtures/filemask-cases.json', import.meta.url))

describe('files, codes, languages and their order are the same as in the reference', () => {
  test.each(cases.filter(({ id }) => !(id in exceptions)))('$id $about', (row) => {
    const { expected, actual } = compareFilemask(row)
    expect(actual).toEqual(expected)
  })

  test('every exception is one of the cases', () => {
    expect(cases.length).toBe(124)
    expect(cases.filter(({ id }) => id in exceptions).length).toBe(8)
  })
})

test('matches posted by a thread are received with the shared language objects', () => {
  const matched = cases
    .filter(({ error }) => error === undefined)
    .map((row) => ({ options: optionsOf(row), matches: matchFiles(treeOf(row), optionsOf(row)) }))
  const opened = matched.map(({ options, matches }) =>
    openMatches(structuredClone(postMatches(matches)), options),
  )
  expect(opened).toEqual(matched.map(({ matches }) => matches))
  const languages = (matches: Matches) => matches.files.map(({ language }) => language)
  for (const [index, { matches }] of matched.entries()) {
    for (const [place, language] of languages(opened[index] as Matches).entries()) {
      expect(language).toBe(languages(matches)[place])
    }
  }
})

describe('intended differences', () => {
  const byId = (id: string) => cases.find((row) => row.id === id) as FilemaskCase

  test('an invalid expression throws, and comparing it reports a difference', () => {
    const row = byId('f038')
    expect(() => matchFiles(treeOf(row), optionsOf(row))).toThrow(SyntaxError)
    expect(compareFilemask(row)).toEqual({
      expected: row.error,
      actual: expect.stringContaining('regular expression'),
    })
  })

  test('a file with too long a code is ignored, and other files match', () => {
    const row = byId('f082')
    const { files, ignored } = matchFiles(treeOf(row), optionsOf(row))
    expect(files.map(({ path }) => path)).toEqual(['l/en.json', 'l/zu.json'])
    const code = 'x'.repeat(51)
    expect(ignored).toEqual([{ path: `l/${code}.json`, code, reason: 'code-too-long' }])
  })

  test('a folder named like a file does not match', () => {
    const row = byId('f091')
    const { files, ignored } = matchFiles(treeOf(row), optionsOf(row))
    expect(files.map(({ path }) => path)).toEqual(['l/en.json', 'l/fr.json'])
    expect(ignored).toEqual([])
  })

  test('a link out of the repository is ignored, and other files match', () => {
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

test('a link has the file that it points to, and a broken link has none', () => {
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

test('circular links are ignored', () => {
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

test('an expression with exponential backtracking ends', () => {
  const name = `${'a'.repeat(60)}!`
  const tree = fileTreeOfPaths([{ path: 'l/en.json' }, { path: `l/${name}.json` }])
  const { files, ignored } = matchFiles(tree, { ...base, languageRegex: '(a|a)+$' })
  expect(files.map(({ path }) => path)).toEqual(['l/en.json'])
  expect(ignored).toEqual([{ path: `l/${name}.json`, code: name, reason: 'language-regex' }])
})

test.each([
  ['l/*.json', 'l/a/b.json', undefined],
  ['l/*.json', 'l/de.json', 'de'],
  ['*/l/*.json', 'app/l/de.json', 'app'],
  ['l/*.json', 'l/cs_CZ.UTF-8.json', 'cs_CZ'],
  ['l/de.json', 'l/de.json', undefined],
  ['*-*.json', 'pt-BR-x.json', 'pt-BR'],
  ['a*a.json', 'a.json', undefined],
  [`${'*a'.repeat(14)}b.json`, `${'a'.repeat(180)}.json`, undefined],
])('the code that %s finds in %s is %s', (filemask, path, code) => {
  expect(createCodeFinder(filemask)(path)).toBe(code)
})
