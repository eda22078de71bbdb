import { expect, test } from 'vitest'
import { fluent } from '../../formats/fluent/fluent.ts'

test('empty file comments are not in notes', () => {
  const file = '###\n\n### File\n\n# Own\na = A\n\n###\n\nb = B\n'
  const { entries } = fluent.parse(Buffer.from(file), { languageCode: 'de', isMonolingual: true })
  expect(entries.map(({ note }) => note)).toEqual(['File\nOwn', 'File'])
})
