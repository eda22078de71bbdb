import { describe, expect, test } from 'vitest'
import { SEP } from '../../formats/entry.ts'
import { countCharacters, countWords, wordRuleOf } from '../../src/reading/count-words.ts'

describe('words', () => {
  test.each([
    ['', 0],
    ['  \n ', 0],
    ['one', 1],
    [' a - b ', 3],
    ['<b>x y</b>', 2],
    ['no\u00a0break\u3000here', 3],
    ['a\u001cb\u0085c', 3],
    ['zero\u200bwidth\ufeffmark', 1],
    [`one file${SEP}many files here`, 5],
    [`<unused singular (hash=1)>${SEP}two words`, 2],
    ['<unused singular (hash=1)>', 0],
    ['日本語 text', 2],
  ])('%j: %i', (source, count) => {
    expect(countWords(source, 'spaces')).toBe(count)
  })
})

describe('words of a Chinese, Japanese or Korean source', () => {
  test.each([
    ['', 0],
    ['日本語', 3],
    ['日本語 two words', 5],
    ['abc日本', 3],
    ['한국어 문장', 5],
    ['㐀𠀀', 2],
    ['ｆｕｌｌ', 4],
    ['plain text', 2],
    [`日本${SEP}語 x`, 4],
    [`<unused singular>${SEP}日本`, 2],
  ])('%j: %i', (source, count) => {
    expect(countWords(source, 'characters')).toBe(count)
  })
})

test.each([
  ['日本語', 3],
  [`日本${SEP}語 x`, 8],
  [`<unused singular>${SEP}日本`, 4],
])('in Weblate 5.14 the words of all forms of %j count once per form: %i', (source, count) => {
  expect(countWords(source, 'characters-per-form')).toBe(count)
})

test.each([
  ['ja', 'characters'],
  ['ko_KR', 'characters'],
  ['zh_Hans', 'characters'],
  ['zh-TW', 'characters'],
  ['jam', 'spaces'],
  ['en', 'spaces'],
])('words of %s are counted by %s', (sourceLanguage, expected) => {
  expect(wordRuleOf({ sourceLanguage, weblate: '2026.10' })).toBe(expected)
  const former = expected === 'characters' ? 'characters-per-form' : 'spaces'
  expect(wordRuleOf({ sourceLanguage, weblate: '5.14' })).toBe(former)
})

test.each([
  ['', 0],
  ['abc', 3],
  ['é日', 2],
  ['😀a😀', 3],
  [`a${SEP}b`, 4],
])('%j has %i characters', (text, count) => {
  expect(countCharacters(text)).toBe(count)
})
