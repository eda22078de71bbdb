import { expect, test } from 'vitest'
import { QueryError } from '../../src/errors.ts'
import { createSearch } from '../../src/search/search.ts'
import { NOW } from './units.ts'

const pattern = (reason: string) =>
  `Invalid regular expression: invalid regular expression: ${reason}`

/** Queries that are grammatical but refused, with the position of the term. */
test.each([
  ['a'.repeat(1001), 0, 'The search text has more than 1000 characters'],
  [
    `is:x source:="${'a'.repeat(8000)}"`.slice(5),
    0,
    'The search text has more than 1000 characters',
  ],
  [`component:=${'a'.repeat(1001)}`, 0, 'The search text has more than 1000 characters'],
  [
    Array.from({ length: 51 }, (_, index) => `t${index}`).join(' '),
    190,
    'The search has more than 50 terms',
  ],
  ['foo:bar', 0, 'Unknown search field: foo'],
  ['a SOURCE:x', 2, 'Unknown search field: SOURCE'],
  ['constructor:x', 0, 'Unknown search field: constructor'],
  ['state:nonsense', 0, 'Unsupported state: nonsense'],
  ['state:Translated', 0, 'Unsupported state: Translated'],
  ['state:constructor', 0, 'Unsupported state: constructor'],
  ['(a OR NOT is:x)', 10, 'Unsupported lookup for is: x'],
  ['has:x', 0, 'Unsupported lookup for has: x'],
  ['has:Plural', 0, 'Unsupported lookup for has: Plural'],
  ['position:abc', 0, "invalid literal for int() with base 10: 'abc'"],
  ["position:1.5 don't", 0, "invalid literal for int() with base 10: '1.5'"],
  ['position:"it\'s"', 0, 'invalid literal for int() with base 10: "it\'s"'],
  ['position:[1 to x]', 0, "invalid literal for int() with base 10: 'x'"],
  ['id:1,x', 0, "invalid literal for int() with base 10: 'x'"],
  ['pending:maybe', 0, 'Invalid boolean value: maybe'],
  ['added:nonsense', 0, 'Could not parse timestamp'],
  ['added:[2026 to nonsense]', 0, 'Could not parse timestamp'],
  ['target:r"[0-9"', 0, pattern('unterminated character set at position 0')],
  ['label:r"("', 0, pattern('Unterminated group')],
  ['change_action:nope', 0, "'nope'"],
  ['state:[10 to 20]', 0, 'Unsupported range lookup'],
  ['a id:[1 to 5]', 2, 'Unsupported range lookup'],
  ['source:[a to b]', 0, 'Unsupported range lookup'],
])('%s', (query, position, message) => {
  expect(() => createSearch(query, { now: NOW })).toThrow(new QueryError(message, position))
  try {
    createSearch(query, { now: NOW })
  } catch (error) {
    expect((error as QueryError).position).toBe(position)
  }
})

test.each([
  ['foo:bar', 'Unsupported field: foo'],
  ['has:x', 'Unsupported has lookup: x'],
  ['(((', "Expected end of text, found '('  (at char 0), (line:1, col:1)"],
])('%s has the message of 5.14', (query, message) => {
  expect(() => createSearch(query, { now: NOW, weblate: '5.14' })).toThrow(message)
})
