import { describe, expect, test } from 'vitest'
import { SEP } from '../../../formats/entry.ts'
import { countCharacters, countWords, isCjk } from '../../../src/catalog/reading/words.ts'

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
    expect(countWords(source, false)).toBe(count)
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
    [`日本${SEP}語 x`, 8],
    [`<unused singular>${SEP}日本`, 4],
  ])('%j: %i', (source, count) => {
    expect(countWords(source, true)).toBe(count)
  })
})

test.each([
  ['ja', true],
  ['ko_KR', true],
  ['zh_Hans', true],
  ['zh-TW', true],
  ['jam', false],
  ['en', false],
])('%s counts as Chinese, Japanese or Korean: %s', (code, expected) => {
  expect(isCjk(code)).toBe(expected)
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
