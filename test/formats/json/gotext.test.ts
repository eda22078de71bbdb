import { expect, test } from 'vitest'
import { gotext } from '../../../formats/json/gotext.ts'

const parse = (file: string) =>
  gotext.parse(Buffer.from(file), { languageCode: 'de', isMonolingual: true }).entries

test.each(['{}', '{"messages": {}}', '{"messages": []}'])('%s has no messages', (file) => {
  expect(parse(file)).toEqual([])
})

test('a non-empty object instead of messages is an error', () => {
  expect(() => parse('{"messages": {"a": {}}}')).toThrow('expected a list, found an object')
})
