import { expect, test } from 'vitest'
import { pairMonolingual } from '../../src/reading/pair.ts'
import { createStrayKeys } from '../../src/reading/stray-keys.ts'
import { createTable } from '../../src/reading/template-table.ts'
import { entryOf } from '../support/entry.ts'

const entriesOf = (...contexts: readonly string[]) =>
  contexts.map((context, index) => entryOf({ context, target: `${context}${index}` }, index))
const table = createTable(entriesOf('a', 'b'), { wordRule: 'spaces' })

function straysOf(contexts: readonly string[], keyFilter = '') {
  const { add, result } = createStrayKeys(keyFilter)
  pairMonolingual(table, entriesOf(...contexts), {
    ...{ format: { checkFlags: '' }, pluralNumber: 2 },
    onStray: add,
  })
  return result()
}

test('a file with only keys of the template, each once, has no stray keys', () => {
  expect(straysOf(['b', 'a'])).toBe(undefined)
})

test('unknown and repeated keys are stray keys', () => {
  expect(straysOf(['x', 'a', 'b', 'a', 'y', 'x'])).toStrictEqual({
    unknown: { count: 3, keys: ['x', 'y', 'x'] },
    repeated: { count: 1, keys: ['a'] },
  })
})

test('keys that do not match key_filter are no stray keys', () => {
  expect(straysOf(['x', 'y', 'a'], '^[ay]')).toMatchObject({ unknown: { keys: ['y'] } })
})

test('the first ten stray keys are listed, cut to 10,000 characters', () => {
  const many = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(20_000)}`)
  const { unknown } = straysOf(many) ?? {}
  expect([unknown?.count, unknown?.keys.length, unknown?.keys[0]?.length]).toEqual([40, 10, 10_000])
})
