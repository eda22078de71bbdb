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

describe('files, codes, languages and order are those of the reference', () => {
  test.each(cases.filter(({ id }) => !(id in exceptions)))('$id $about', (row) => {
    const { expected, actual } = compareFilemask(row)
    expect(actual).toEqual(expected)
  })

  test('every exception is a case, and all others are compared', () => {
    expect(cases.length).toBe(124)
    expect(cases.filter(({ id }) => id in exceptions).length).toBe(8)
  })
})

test('a thread posts what it found, and the other has it with its own languages', () => {
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

describe('where the answer is ours', () => {
  const byId = (id: string) => cases.find((row) => row.id === id) as FilemaskCase

  test('an expression that does not compile throws, and is a difference like any other', () => {
    const row = byId('f038')
    expect(() => matchFiles(treeOf(row), optionsOf(row))).toThrow(SyntaxError)
    expect(compareFilemask(row)).toEqual({
      expected: row.error,
      actual: expect.stringContaining('regular expression'),
    })
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

test('an expression that took years is answered', () => {
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
])('the code that %s takes from %s is %s', (filemask, path, code) => {
  expect(createCodeFinder(filemask)(path)).toBe(code)
})
