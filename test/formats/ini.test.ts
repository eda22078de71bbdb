import { expect, test } from 'vitest'
import { ini } from '../../formats/ini/ini.ts'

const texts = (file: string): [string, string][] =>
  ini
    .parse(Buffer.from(file), { languageCode: 'de', isMonolingual: true })
    .entries.map(({ context, target }) => [context, target])

test('any leading white space continues a text, and any may precede a comment', () => {
  expect(texts('[s]\na=A\n\u00a0b=B\n\fc\nd=D\u00a0;E\n')).toEqual([
    ['[s]a', 'A\nb=B\nc'],
    ['[s]d', 'D'],
  ])
})

test('any white space before a first key is an error', () => {
  expect(() => texts('[s]\n\u00a0a=A\n')).toThrow('expected a key before its text')
})
