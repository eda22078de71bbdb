import { expect, test } from 'vitest'
import { explain, unitOf } from '../support.ts'

test.each([
  [
    'optional_plural',
    '',
    'file(s) and folder(s)',
    ['The source has `(s)` instead of plural forms', 'source 0: (s)', 'source 0: (s)'],
  ],
  ['ellipsis', '', 'Wait...', ['The source has three dots instead of `…`', 'source 0: ...']],
  [
    'unnamed_format',
    'c-format, python-brace-format',
    '%s of {}',
    ['The source has 2 unnamed variables: `%s` and `{}`', 'source 0: %s', 'source 0: {}'],
  ],
  [
    'unnamed_format',
    'c-format',
    'Option %lld of %@',
    ['The source has 2 unnamed variables: `%lld` and `%@`', 'source 0: %lld', 'source 0: %@'],
  ],
  ['unnamed_format', '', '%s of %s', undefined],
  ['optional_plural', '', 'file(s)name', undefined],
])('%s, %s: %s', (id, flags, source, expected) => {
  expect(explain(id, unitOf(source, '', flags, { targets: [] }))).toEqual(expected)
})

test('the first form of a plural counts, and only for formats and dots', () => {
  const sources = ['file(s)...', 'file(s)']
  const unit = unitOf('', '', 'c-format', { sources, targets: [] })
  expect(explain('optional_plural', unit)).toBe(undefined)
  expect(explain('ellipsis', unit)?.[1]).toBe('source 0: ...')
})
