import { expect, test } from 'vitest'
import { checksById } from '../../../src/checks/registry.ts'
import { unitOf } from '../support.ts'

test.each([
  ['antialias', 'innosetup', 'kbps', 'korfbal', 'opac', 'openai'],
  ['osmand', 'pib', 'subquery', 'tada', 'termbase', 'webextension'],
])('%s may stay untranslated', (...words) => {
  const fails = (text: string) => checksById.get('same')?.fails(unitOf(text, text))
  expect(words.map((word) => [word, fails(word), fails(`${word} stone`)])).toEqual(
    words.map((word) => [word, false, true]),
  )
})
