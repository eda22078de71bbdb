import { expect, test } from 'vitest'
import { Verbatim } from '../../src/api/rendering/json.ts'
import {
  arrayOf,
  COUNT,
  HASH,
  type JsonOf,
  nullable,
  oneOf,
  resource,
  STRING,
} from '../../src/api/schema/schema.ts'

const PART = resource('Part', 'A part.', { name: STRING })
const WHOLE = resource('Whole', 'All of it.', {
  kind: oneOf('old', 'new'),
  count: nullable(COUNT),
  hash: HASH,
  parts: arrayOf(PART),
})
type Whole = JsonOf<typeof WHOLE>

test('a response has the keys and values of its schema', () => {
  const hash = new Verbatim('9223372036854775807')
  const whole: Whole = { kind: 'new', count: null, hash, parts: [{ name: 'a' }] }
  // @ts-expect-error a key is missing
  const missing: Whole = { kind: 'new', count: 1, hash }
  const part = { name: 'a' }
  // @ts-expect-error a key is not in the schema
  const extra: JsonOf<typeof PART> = { ...part, more: 1 }
  // @ts-expect-error a value is none of the schema
  const other: Whole = { ...whole, kind: 'other' }
  // @ts-expect-error a double does not hold 64 bits
  const rounded: Whole = { ...whole, hash: 2 ** 63 }
  expect([whole, missing, extra, other, rounded].length).toBe(5)
})
