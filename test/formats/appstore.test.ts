import { expect, test } from 'vitest'
import { appstore } from '../../formats/appstore/appstore.ts'
import { packFolder } from '../../formats/folder.ts'
import { ParseError } from '../../src/errors.ts'

function parse(files: Readonly<Record<string, string | Uint8Array>>) {
  const packed = packFolder(
    Object.entries(files).map(([path, text]) => [path, Buffer.from(text as string)]),
  )
  return appstore.parse(packed, { languageCode: 'en', isMonolingual: true }).entries
}

test('each text file is an entry, titles and descriptions first, changelogs last', () => {
  const files = ['changelogs/10.txt', 'full_description.txt', 'keywords.txt', 'title.txt', 'x.txt']
  expect(parse(Object.fromEntries(files.map((path) => [path, 'text'])))).toMatchObject(
    [
      ['title.txt:1', 'max-length:30'],
      ['full_description.txt:1', 'max-length:4000'],
      ['keywords.txt:1', 'max-length:100'],
      ['x.txt:1', ''],
      ['changelogs/10.txt:1', 'max-length:500'],
    ].map(([context, flags], index) => ({
      context,
      location: context,
      flags,
      position: index + 1,
      target: 'text',
    })),
  )
})

test.each([
  ['line ends behind it', 'One\n\nTwo\r\n\n', 'One\n\nTwo'],
  ['line ends of all systems', 'One\r\nTwo\rThree\n\r\nFour', 'One\nTwo\nThree\n\nFour'],
  [
    'white space as Python knows it',
    '\u00a0 \t\u0085One Two\u2003\u2028\u2029\u3000\x1f',
    'One Two',
  ],
  ['form feeds and vertical tabs', '\f\vOne\v\f', 'One'],
  ['a space of no width', '\u200bOne\u200b \n', '\u200bOne\u200b'],
  ['a mark of the byte order', '\ufeff One\n', '\ufeff One'],
])('the text of a file with %s', (_, text, target) => {
  expect(parse({ 'a.txt': text }).map(({ context, target }) => [context, target])).toEqual([
    ['a.txt:1', target],
  ])
})

test('a file without a text is no entry', () => {
  expect(parse({ 'a.txt': '', 'b.txt': '\n', 'c.txt': ' \u3000\r\n\f' })).toEqual([])
})

test('an invalid UTF-8 byte is an error with the name of its file', () => {
  const files = { 'title.txt': 'Good', 'changelogs/1.txt': Buffer.from('ab\n\xff', 'latin1') }
  expect(() => parse(files)).toThrow(
    new ParseError('changelogs/1.txt: expected UTF-8, found an invalid byte', 2, 1),
  )
})
