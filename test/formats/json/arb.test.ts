import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../formats/entry.ts'
import { arb } from '../../../formats/json/arb.ts'
import { inVersion } from '../../../src/weblate-version.ts'

const parse = (value: unknown, isMonolingual = true): readonly Entry[] =>
  arb.parse(Buffer.from(JSON.stringify(value)), { languageCode: 'cs', isMonolingual }).entries

const metadata = (value: unknown): Entry => parse({ a: 'x', '@a': value })[0]!

test('metadata of a key may be anywhere in the file', () => {
  expect(parse({ '@b': { description: 'B' }, a: 'x', b: 'y', '@@locale': 'cs', '@c': 7 })).toEqual([
    {
      context: 'a',
      source: '',
      target: 'x',
      state: 'translated',
      note: '',
      explanation: '',
      flags: '',
      position: 1,
      offset: 26,
    },
    {
      context: 'b',
      source: '',
      target: 'y',
      state: 'translated',
      note: 'B',
      explanation: '',
      flags: '',
      position: 2,
      offset: 34,
    },
  ])
})

describe('descriptions', () => {
  test.each([
    ['text', 'text'],
    ['', ''],
    [null, ''],
    [0, ''],
    [false, ''],
    [[], ''],
    [{}, ''],
    [5, '5'],
    [2.5, '2.5'],
    [true, 'True'],
    [['x', 1, null], "['x', 1, None]"],
    [
      { a: ["it's", 'a\n"b"', '\\', '\u00a0\u200b', '😀'] },
      `{'a': ["it's", 'a\\n"b"', '\\\\', '\\xa0\\u200b', '😀']}`,
    ],
    [[`'"`], `['\\'"']`],
  ])('%j', (description, note) => {
    expect(metadata({ description }).note).toBe(note)
  })
})

describe('placeholders', () => {
  test.each([
    [{ name: {}, total: {} }, 'case-insensitive, placeholders:"$NAME$":"$TOTAL$"'],
    [
      { 'a"b\\c\nd': {}, straße: {} },
      'case-insensitive, placeholders:"$A\\"B\\\\C\\nD$":"$STRASSE$"',
    ],
    ['a😀', 'case-insensitive, placeholders:"$A$":"$😀$"'],
    [[{ id: 'one' }, { id: 2 }], 'placeholders:"{one}":"{2}"'],
    [{}, ''],
    [[], ''],
    [null, ''],
    ['', ''],
    [0, ''],
    [false, ''],
  ])('%j', (placeholders, flags) => {
    const { flags: actual, flagsError } = metadata({ placeholders })
    expect({ actual, flagsError }).toEqual({ actual: flags, flagsError: undefined })
  })

  test.each([
    [7, 'expected placeholders, found a number'],
    [true, 'expected placeholders, found true'],
    [[{ name: 'x' }], 'expected a placeholder with an id'],
    [['x'], 'expected a placeholder with an id'],
  ])("%j are an error of the entry's flags only", (placeholders, flagsError) => {
    expect(metadata({ placeholders })).toMatchObject({ flags: '', flagsError })
  })
})

test('one leading dot is dropped with a template, all without', () => {
  const value = { '..a': 'x', '.': 'y' }
  expect(parse(value).map(({ context }) => context)).toEqual(['.a', ''])
  expect(parse(value, false).map(({ source }) => source)).toEqual(['a', ''])
})

describe('errors name the key', () => {
  test.each([
    ['[]', 1, 1, 'expected an object, found a list'],
    ['"x"', 1, 1, 'expected an object, found a string'],
    ['{"a": 1,\n "b": 1.5}', 2, 2, 'expected a string at "b", found a number'],
    ['{"a": null}', 1, 2, 'expected a string at "a", found null'],
    ['{"a": []}', 1, 2, 'expected a string at "a", found a list'],
    ['{"a": {}}', 1, 2, 'expected a string at "a", found an object'],
    ['{"a": "x",\n"@a": "y"}', 2, 1, 'expected an object at "@a", found a string'],
    ['{"": "x", "@": null}', 1, 11, 'expected an object at "@", found null'],
  ])('%s', (text, line, column, message) => {
    let fault: unknown
    try {
      arb.parse(Buffer.from(text), { languageCode: 'cs', isMonolingual: true })
    } catch (error) {
      fault = error
    }
    expect(fault).toMatchObject({ name: 'ParseError', line, column, message })
  })
})

test('2026.10 refuses metadata of other kinds', () => {
  const read = (value: unknown) =>
    inVersion(arb, '2026.10').parse(Buffer.from(JSON.stringify({ a: 'x', '@a': value })), {
      languageCode: 'cs',
      isMonolingual: true,
    })
  expect(() => read({ placeholders: [] })).toThrow(
    'expected an object as placeholders, found a list',
  )
  expect(() => read({ description: 5 })).toThrow('expected a text as description, found a number')
})
