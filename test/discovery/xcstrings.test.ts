import { expect, test } from 'vitest'
import { discoverIn, onlyIn } from './tree.ts'

const path = 'App/Localizable.xcstrings'

test('a string catalog is a component of all its languages', () => {
  const strings = { a: { localizations: { de: {}, fr: {} } }, b: { localizations: { en: {} } } }
  const tree = { [path]: { sourceLanguage: 'en', strings } }
  expect(onlyIn(tree, 'fileFormat', 'filemask', 'template', 'languages')).toEqual({
    fileFormat: 'xcstrings',
    filemask: path,
    template: path,
    languages: ['de', 'fr'],
  })
})

test.each([
  ['It has no translations yet.', { sourceLanguage: 'en', strings: { a: {} } }],
  ['It cannot be read as a string catalog.', { strings: {} }],
  ['It cannot be read as a string catalog.', '{'],
])('%s', (explanation, catalog) => {
  expect(discoverIn({ [path]: catalog })).toEqual({
    components: [],
    nearMisses: [{ filemask: path, explanation }],
  })
})
