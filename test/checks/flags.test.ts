import { describe, expect, test } from 'vitest'
import { checkFlags } from '../../src/checks/flag-names.ts'
import { FlagError, formatFlags, parseFlags } from '../../src/checks/flags.ts'
import { compareFlagText, compareMergedFlags, readFlagCases } from './flag-cases.ts'

const cases = readFlagCases('fixtures/flags-cases.json')

describe('flag texts', () => {
  test.each(cases.parse)('$text', (each) => {
    const { expected, actual } = compareFlagText(each)
    expect(actual).toEqual(expected)
  })
})

test.each([
  ['end-stop', 'unknown flag end-stop'],
  ['discard:foo', 'unknown flag foo'],
  ['url:x', 'url takes no value'],
  ['priority', 'priority needs a value'],
  ['max-length:x', 'max-length needs one number'],
  ['replacements:a', 'replacements needs pairs of values'],
])('%s: %s', (text, message) => {
  expect(() => checkFlags(text)).toThrow(new Error(message))
})

test.each([
  [
    'dos-eol',
    'unknown flag dos-eol; Weblate 2026.10 has file_format_params: {dos_eol: true} instead',
  ],
  ['placeholders:', 'placeholders needs values that are not empty'],
  ['placeholders:a:""', 'placeholders needs values that are not empty'],
  ['placeholders:r""', 'placeholders needs values that are not empty'],
])('Weblate 5.14 accepts %s, and 2026.10 does not', (text, message) => {
  expect(() => checkFlags(text, '5.14')).not.toThrow()
  expect(() => checkFlags(text, '2026.10')).toThrow(new Error(message))
})

describe('merged flag texts', () => {
  test.each(cases.merge)('$parts', (each) => {
    const { expected, actual } = compareMergedFlags(each)
    expect(actual).toEqual(expected)
  })
})

test('a flag error has the position of the fault', () => {
  expect(() => parseFlags('read-only, a:"b')).toThrow(
    new FlagError('expected a closing quote', 'read-only, a:'.length),
  )
  expect(() => parseFlags(' :a')).toThrow(new FlagError('expected a name, found a colon', 0))
})

test('flags are sorted by code point, not by UTF-16 unit', () => {
  expect(formatFlags(parseFlags('\u{1f600}, \ufb01, a'))).toBe('a, \ufb01, \u{1f600}')
})

test('long texts with many quotes are parsed in linear time', () => {
  const text = `placeholders${':"a b"'.repeat(50_000)}`
  expect(formatFlags(parseFlags(text))).toBe(text)
  expect(() => parseFlags(`a:"${'\\"'.repeat(200_000)}`)).toThrow(FlagError)
  expect(formatFlags(parseFlags(`a${' '.repeat(20_000)}b`)).length).toBe(20_004)
})
