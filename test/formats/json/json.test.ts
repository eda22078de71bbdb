import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../formats/entry.ts'
import { json, jsonNested } from '../../../formats/json/json.ts'
import { ParseError } from '../../../src/errors.ts'

const parse = (text: string, isMonolingual = true): readonly Entry[] =>
  json.parse(Buffer.from(text), { languageCode: 'cs', isMonolingual }).entries

describe('texts of values', () => {
  test.each([
    ['"x"', 'x', true],
    ['""', '', false],
    ['" "', ' ', true],
    ['"\\u001e\\u001e"', '\u001e\u001e', true],
    ['5', '5', true],
    ['0', '0', false],
    ['-0', '0', false],
    ['0.0', '0.0', false],
    ['-0.0', '-0.0', false],
    ['1.0', '1.0', true],
    ['2.5', '2.5', true],
    ['1e3', '1000.0', true],
    ['1e15', '1000000000000000.0', true],
    ['1e16', '1e+16', true],
    ['1e-4', '0.0001', true],
    ['1e-5', '1e-05', true],
    ['1e-400', '0.0', false],
    ['1e999', 'inf', true],
    ['-1e999', '-inf', true],
    ['1e100', '1e+100', true],
    ['12345678901234567.0', '1.2345678901234568e+16', true],
    ['-12.25e-7', '-1.225e-06', true],
    ['NaN', 'nan', true],
    ['Infinity', 'inf', true],
    ['-Infinity', '-inf', true],
    ['true', 'True', true],
    ['false', 'False', false],
    ['null', '', false],
  ])('%s', (value, target, isTranslated) => {
    expect(parse(`[${value}]`)).toMatchObject([
      { target, state: isTranslated ? 'translated' : 'untranslated' },
    ])
  })
})

describe('contexts', () => {
  test.each([
    ['{"a": {"b": "x"}, "c.d": "y"}', ['a.b', 'c.d']],
    ['{"l": ["x", {"k": "y"}, ["z"]]}', ['l[0]', 'l[1].k', 'l[2][0]']],
    ['["x", {"k": "y"}]', ['[0]', '[1].k']],
    ['{"": "x", ".a": "y", "a": {"": "z"}}', ['', '.a', 'a.']],
    ['{"": {"": "x", ".b": "y"}}', ['.', '..b']],
    ['{"a": {"b": 1}, "a.b": 2}', ['a.b', 'a.b']],
    ['{"a": {}, "b": [], "c": 1}', ['c']],
    ['"x"', []],
    ['7', []],
    ['null', []],
    ['{"@x": 1, "__proto__": {"constructor": 2}}', ['@x', '__proto__.constructor']],
  ])('%s', (text, contexts) => {
    expect(parse(text).map((entry) => entry.context)).toEqual(contexts)
  })

  test('without a template the path is the source, without leading dots', () => {
    expect(parse('{"...a": {"b": "x"}, "...": "y"}', false)).toMatchObject([
      { context: '', source: 'a.b', target: 'x', position: 1 },
      { context: '', source: '', target: 'y', position: 2 },
    ])
  })

  test('positions count entries, and offsets point to the key or item', () => {
    const text = '{"a": "x",\n "b": ["y"], "a": "z"}'
    expect(parse(text)).toMatchObject([
      { context: 'a', target: 'z', position: 1, offset: text.lastIndexOf('"a"') },
      { context: 'b[0]', target: 'y', position: 2, offset: text.indexOf('"y"') },
    ])
  })

  test('long keys above many texts are an error', () => {
    const texts = Array.from({ length: 40_000 }, (_, index) => `"${index}":1`).join()
    expect(() => parse(`{"${'k'.repeat(10_000)}":{${texts}}}`)).toThrow(/expected shorter keys/)
  })

  test('the deepest allowed nesting has a context', () => {
    expect(parse('['.repeat(990) + 1 + ']'.repeat(990))[0]?.context).toBe('[0]'.repeat(990))
  })
})

test('json-nested reads the same', () => {
  const bytes = Buffer.from('{"a": {"b": ["x", 1.0]}}')
  const options = { languageCode: 'cs', isMonolingual: true }
  expect(jsonNested.parse(bytes, options)).toEqual(json.parse(bytes, options))
  expect(jsonNested).toMatchObject({ id: 'json-nested', extension: 'json', template: 'both' })
})

describe('without offsets, all other fields are the same', () => {
  test.each([
    '{"a": {"b": "x", "c": ["y", [true, null], {}]}, "d": ""}',
    '{"b": "x", "1": "y", "a": {"2": "z"}}',
    '{"a": "x", "b": "y", "a": {"c": "z"}}',
    '{"__proto__": {"toString": "x"}, "constructor": "y"}',
    '{"a": "x", "b": 1.0, "c": 12345678901234567890}',
    '{"a": NaN, "b": "x"}',
    '{"a": "\\u00e9\\ud83d\\ude00"}',
    '{"": {"": "x"}, ".": "y"}',
    '\ufeff{"a": "x"}',
    '"x"',
    '[]',
  ])('%s', (text) => {
    for (const isMonolingual of [true, false]) {
      const options = { languageCode: 'cs', isMonolingual }
      const located = json.parse(Buffer.from(text), options).entries
      const { entries } = json.parse(Buffer.from(text), { ...options, withoutOffsets: true })
      const nowhere = (entry: Entry): Entry => ({ ...entry, offset: 0 })
      expect(entries.map(nowhere)).toEqual(located.map(nowhere))
    }
  })

  test('a key does not depend on keys read before', () => {
    const options = { languageCode: 'cs', isMonolingual: true, withoutOffsets: true }
    const keys = ['k\\', 'k\n', 'k"', 'k\u0001', 'k\\n', 'k']
    for (const key of [...keys, ...keys, ...keys.toReversed()]) {
      const bytes = Buffer.from(JSON.stringify({ first: 'x', [key]: 'y' }))
      expect(json.parse(bytes, options).entries.map(({ context }) => context)).toEqual([
        'first',
        key,
      ])
    }
  })

  test.each([
    '{"a": "\\ud800"}',
    '{"a": "x"',
    '{"a": "x\ty"}',
    `${'['.repeat(991)}${']'.repeat(991)}`,
  ])('%s is refused', (text) => {
    const options = { languageCode: 'cs', isMonolingual: true, withoutOffsets: true }
    expect(() => json.parse(Buffer.from(text), options)).toThrow(ParseError)
  })
})
