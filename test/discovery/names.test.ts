import { expect, test } from 'vitest'
import { nameProposals } from '../../src/discovery/names.ts'

function proposals(count: number, maskOf: (index: number) => string) {
  return Array.from({ length: count }, (_, index) => ({
    ...{ fileFormat: 'json', filemask: maskOf(index), template: '', intermediate: '' },
    ...{ newBase: '', languages: [], sourceLanguage: 'en', languageRegex: '' },
    ...{ isGlossary: false, notes: [] },
  }))
}

test('components with equal names are numbered', () => {
  const names = nameProposals(
    proposals(3, (index) => `${index}/a/b/*.json`),
    {},
  )
  expect(names.map(({ slug }) => slug)).toStrictEqual(['a-b', 'a-b-2', 'a-b-3'])
})

test("Apple's folder of a language does not name a component", () => {
  const names = nameProposals(proposals(1, () => 'App/*.lproj/Main.strings'))
  expect(names).toStrictEqual([{ slug: 'app', name: 'App' }])
})
