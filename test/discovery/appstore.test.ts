import { expect, test } from 'vitest'
import { foundIn, onlyIn } from './tree.ts'

const android = 'fastlane/metadata/android'

test('language folders with descriptions of an app are a component', () => {
  const tree = {
    [`${android}/de-DE/title.txt`]: 'App',
    [`${android}/en-US/changelogs/1.txt`]: 'First',
    [`${android}/en-US/short_description.txt`]: 'An app',
    [`${android}/en-US/title.txt`]: 'App',
    [`${android}/fr-FR/full_description.txt`]: 'Une app',
  }
  expect(onlyIn(tree, 'fileFormat', 'filemask', 'template', 'languages', 'languageRegex')).toEqual({
    fileFormat: 'appstore',
    filemask: `${android}/*`,
    template: `${android}/en-US`,
    languages: ['de-DE', 'fr-FR'],
    languageRegex: '',
  })
})

test('other folders of fastlane beside the languages are left out', () => {
  const tree = {
    'fastlane/metadata/en-US/description.txt': 'An app',
    'fastlane/metadata/en-US/name.txt': 'App',
    'fastlane/metadata/review_information/first_name.txt': 'Ada',
  }
  const { languageRegex } = onlyIn(tree, 'languageRegex')
  const codes = ['de-DE', 'android', 'default', 'review_information']
  expect(codes.filter((code) => new RegExp(languageRegex).test(code))).toEqual(['de-DE'])
})

test('folders with a single text file are not an app', () => {
  expect(foundIn({ 'doc/de/title.txt': 'Titel', 'doc/en/title.txt': 'Title' })).toEqual([])
})
