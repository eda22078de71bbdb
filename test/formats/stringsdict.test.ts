import { expect, test } from 'vitest'
import { stringsdict } from '../../formats/apple/stringsdict.ts'

const parse = (dict: string) =>
  stringsdict
    .parse(Buffer.from(`<plist><dict>${dict}</dict></plist>`), {
      languageCode: 'en',
      isMonolingual: true,
    })
    .entries.map(({ context, target }) => [context, target])

const format = (text: string): string =>
  `<dict><key>NSStringLocalizedFormatKey</key><string>${text}</string></dict>`

test('an invalid value is ignored if a later one of its key replaces it', () => {
  const wrong = '<key>a</key><string/>'
  expect(parse(`${wrong}<key>b</key>${format('B')}<key>a</key>${format('A')}`)).toEqual([
    ['a', 'A'],
    ['b', 'B'],
  ])
  expect(() => parse(`<key>a</key>${format('A')}${wrong}`)).toThrow(
    'expected <dict>, found <string>',
  )
})

test('an element in a key is an error', () => {
  expect(() => parse(`<key>a<string/></key>${format('A')}`)).toThrow(
    'expected a text, found <string>',
  )
})
