import { expect, test } from 'vitest'
import { nameProposals } from '../../src/discovery/names.ts'
import { expectLinear } from '../support/linear.ts'

function proposals(count: number, maskOf: (index: number) => string) {
  return Array.from({ length: count }, (_, index) => ({
    ...{ fileFormat: 'json', filemask: maskOf(index), template: '', intermediate: '' },
    ...{ newBase: '', languages: [], sourceLanguage: 'en', languageRegex: '' },
    ...{ isGlossary: false, notes: [] },
  }))
}

test.each<[what: string, maskOf: (index: number) => string]>([
  ['of different words', (index) => `${index}/*.json`],
  ['of the same words', (index) => `${index}/a/b/*.json`],
  [
    'whose words differ in characters that no slug has',
    (index) => `a${String.fromCodePoint(0x4e00 + index)}/*.json`,
  ],
])('names of components %s are found in time linear in their number', (_, maskOf) => {
  expectLinear((length) => {
    const found = proposals(length / 10, maskOf)
    return () => nameProposals(found, {})
  })
})

test('components of the same words are numbered', () => {
  const names = nameProposals(
    proposals(3, (index) => `${index}/a/b/*.json`),
    {},
  )
  expect(names.map(({ slug }) => slug)).toStrictEqual(['a-b', 'a-b-2', 'a-b-3'])
})
