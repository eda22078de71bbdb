import { expect, test } from 'vitest'
import { SEP } from '../../formats/entry.ts'
import { gwt } from '../../formats/properties/gwt.ts'

test.each([
  ['en', ['1', 'n']],
  ['pl', ['1', '2', 'm']],
])('plurals without a template have the forms of the source language %s', (code, forms) => {
  const file = Buffer.from('a[one]=1\na[few]=2\na[many]=m\na=n\n')
  const options = { languageCode: 'cs', sourceLanguage: code, isMonolingual: false }
  const { entries } = gwt.parse(file, options)
  expect(entries.map(({ source, target }) => [source, target.split(SEP)])).toEqual([['a', forms]])
})
