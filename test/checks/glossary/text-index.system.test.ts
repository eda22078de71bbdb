import { expect, test } from 'vitest'
import { TextIndex } from '../../../src/checks/glossary/text-index.ts'
import { createChoices } from '../../support/choices.ts'

const anywhere = (): boolean => true

test('all occurrences in random texts are found', () => {
  for (let round = 0; round < 2000; round++) {
    const { below, pick } = createChoices(round * 31)
    const word = (most: number): string =>
      Array.from({ length: below(most) }, () => pick(['a', 'b', '\u{1f600}'])).join('')
    const texts = Array.from({ length: 1 + below(8) }, () => word(5))
    const other = word(20)
    const isEven = (start: number): boolean => start % 2 === 0
    const expected = (isWanted: (start: number) => boolean): number[] =>
      texts.flatMap((text, index) => {
        for (let at = other.indexOf(text); at >= 0 && text !== ''; ) {
          if (isWanted(at)) return [index]
          at = other.indexOf(text, at + 1)
        }
        return []
      })
    const index = new TextIndex(texts)
    const sorted = (starts: readonly number[]): number[] => starts.toSorted((a, b) => a - b)
    expect([texts, other, sorted(index.find(other, anywhere))]).toEqual([
      texts,
      other,
      expected(anywhere),
    ])
    expect(sorted(index.find(other, isEven))).toEqual(expected(isEven))
  }
})

test('a long text is searched for 50,000 terms in linear time', () => {
  const index = new TextIndex(Array.from({ length: 50_000 }, (_, i) => `term ${i}`))
  let count = 0
  const starts = index.find('a term 7 '.repeat(100_000), () => {
    count++
    return true
  })
  expect([starts, count]).toEqual([[7], 1])
})

test('texts beyond a million characters are not found', () => {
  const index = new TextIndex(['a'.repeat(999_000), 'b'.repeat(2000), 'c'])
  expect(index.find('bc'.repeat(3000), anywhere)).toEqual([2])
})
