import { describe, expect, test } from 'vitest'
import { readJson } from '../../../formats/json/reader.ts'
import type { JsonValue } from '../../../formats/json/value.ts'
import { ParseError } from '../../../src/errors.ts'

const read = (text: string): JsonValue => readJson(Buffer.from(text)).value
const number = (text: string, isInteger: boolean): JsonValue => ({
  kind: 'number',
  text,
  isInteger,
})

/** Objects as lists of members, to show order and unusual keys. */
function plain(value: JsonValue): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value.kind === 'number') return { number: value.text }
  if (value.kind === 'array') return value.items.map(plain)
  return { members: value.keys.map((key, index) => [key, plain(value.values[index] ?? null)]) }
}

describe('values', () => {
  test.each<[string, JsonValue]>([
    ['"a"', 'a'],
    ['""', ''],
    [' \t\r\n"a" ', 'a'],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\ud83d\\ude00"', '"\\/\b\f\n\r\tA😀'],
    ['"\\u0000"', '\0'],
    ['"\u007f\u2028\ufeff"', '\u007f\u2028\ufeff'],
    ['true', true],
    ['false', false],
    ['null', null],
    ['0', number('0', true)],
    ['-0', number('-0', true)],
    ['123456789012345678901234567890', number('123456789012345678901234567890', true)],
    ['1.50', number('1.50', false)],
    ['1e5', number('1e5', false)],
    ['1E+5', number('1E+5', false)],
    ['-1.5e-7', number('-1.5e-7', false)],
    ['NaN', number('NaN', false)],
    ['Infinity', number('Infinity', false)],
    ['-Infinity', number('-Infinity', false)],
  ])('%s', (text, value) => {
    expect(read(text)).toEqual(value)
  })
})

describe('members', () => {
  test('keep the order of the file, also with keys that look like numbers', () => {
    expect(plain(read('{"10":1,"b":2,"2":3,"":4}'))).toEqual({
      members: [
        ['10', { number: '1' }],
        ['b', { number: '2' }],
        ['2', { number: '3' }],
        ['', { number: '4' }],
      ],
    })
  })

  test('a repeated key has its last value in its first position', () => {
    expect(plain(read('{"a":{"x":"1"},"b":"2","a":{"y":"3"}}'))).toEqual({
      members: [
        ['a', { members: [['y', '3']] }],
        ['b', '2'],
      ],
    })
  })

  test('repeated keys are recognized among many', () => {
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`)
    const text = `{${[...keys, ...keys].map((key, index) => `"${key}":"${index}"`).join()}}`
    expect(plain(read(text))).toEqual({
      members: keys.map((key, index) => [key, String(index + 40)]),
    })
  })

  test('no key is special', () => {
    const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length']
    const text = `{${keys.map((key) => `"${key}":{"__proto__":"x"}`).join()}}`
    expect(plain(read(text))).toEqual({
      members: keys.map((key) => [key, { members: [['__proto__', 'x']] }]),
    })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('faults', () => {
  const text = 'the rest of a text in double quotes'
  test.each([
    ['', 1, 1, 'expected a value, found the end of the file'],
    [' \n', 2, 1, 'expected a value, found the end of the file'],
    ['{"a":1,}', 1, 8, 'expected a key in double quotes, found `}`'],
    ['[1,]', 1, 4, 'expected a value, found `]`'],
    ['{"a" 1}', 1, 6, 'expected a colon, found `1`'],
    ['{"a":1 "b":2}', 1, 8, 'expected a comma or a closing brace, found `"`'],
    ['[1 2]', 1, 4, 'expected a comma or a closing bracket, found `2`'],
    ["{'a':1}", 1, 2, "expected a key in double quotes, found `'`"],
    ['{"a":1}\n x', 2, 2, 'expected the end of the file, found `x`'],
    ['// a\n{}', 1, 1, 'expected a value, found `/`'],
    ['{"a":"b', 1, 8, `expected ${text}, found the end of the file`],
    ['{"a":"b\n"}', 1, 8, `expected ${text}, found U+000A`],
    ['"\t"', 1, 2, `expected ${text}, found U+0009`],
    ['"\\n\u0000"', 1, 4, `expected ${text}, found U+0000`],
    ['"ok\\n\\x"', 1, 6, 'expected a valid escape, found another'],
    ['"\\u00g0"', 1, 2, 'expected a valid escape, found another'],
    ['"\\', 1, 4, `expected ${text}, found the end of the file`],
    ['01', 1, 2, 'expected the end of the file, found `1`'],
    ['+1', 1, 1, 'expected a value, found `+`'],
    ['.5', 1, 1, 'expected a value, found `.`'],
    ['1.', 1, 3, 'expected a digit, found the end of the file'],
    ['1e', 1, 3, 'expected a digit, found the end of the file'],
    ['-', 1, 2, 'expected a digit, found the end of the file'],
    ['tru', 1, 1, 'expected a value, found `t`'],
    ['\u00a0{}', 1, 1, 'expected a value, found U+00A0'],
    ['\ufeff\ufeff{}', 1, 1, 'expected a value, found U+FEFF'],
    ['["a", "\\ud83d"]', 1, 7, 'expected whole characters, found a lone surrogate'],
    ['{"\\ude00\\ud83d":1}', 1, 2, 'expected whole characters, found a lone surrogate'],
  ])('%j', (source, line, column, message) => {
    let fault: unknown
    try {
      read(source)
    } catch (error) {
      fault = error
    }
    expect(fault).toBeInstanceOf(ParseError)
    expect(fault).toMatchObject({ line, column, message })
  })
})

describe('hostile input', () => {
  const nest = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

  test('990 levels are read, 991 are not', () => {
    expect(() => read(nest(990))).not.toThrow()
    expect(() => read(nest(991))).toThrow(/at most 990 levels/)
    expect(() => read('{"a":'.repeat(5_000_000))).toThrow(/at most 990 levels/)
  })

  test('4300 digits are read, more only with a fraction', () => {
    expect(read('1'.repeat(4300))).toEqual(number('1'.repeat(4300), true))
    expect(() => read('1'.repeat(4301))).toThrow('expected at most 4300 digits, found 4301')
    expect(read(`0.${'1'.repeat(5000)}`)).toEqual(number(`0.${'1'.repeat(5000)}`, false))
  })

  test('long texts are read, plain or escaped', () => {
    expect(String(read(`"${'x'.repeat(20_000_000)}"`)).length).toBe(20_000_000)
    expect(String(read(`"${'\\n'.repeat(5_000_000)}"`)).length).toBe(5_000_000)
  })

  test('reads whatever JSON.stringify writes as the same values', () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const texts = ['', 'a', 'é', '"', '\\', '\n', '\u0000', '😀', '\u2028', 'longer than thirteen']
    const make = (depth: number): unknown => {
      const kind = random(depth > 4 ? 4 : 6)
      if (kind < 2) return texts[random(texts.length)]! + texts[random(texts.length)]!
      if (kind === 2) return [true, false, null][random(3)]
      if (kind === 3) return (random(2000) - 1000) / [1, 8, 1e-20, 1e20][random(4)]!
      const items = Array.from({ length: random(12) }, () => make(depth + 1))
      return kind === 4
        ? items
        : Object.fromEntries(items.map((item, index) => [`k${index}${texts[random(10)]}`, item]))
    }
    const unwrap = (value: JsonValue): unknown => {
      if (typeof value !== 'object' || value === null) return value
      if (value.kind === 'number') return Number(value.text)
      if (value.kind === 'array') return value.items.map(unwrap)
      return Object.fromEntries(value.keys.map((key, index) => [key, unwrap(value.values[index]!)]))
    }
    for (let round = 0; round < 300; round++) {
      const value = make(0)
      const text = JSON.stringify(value, null, random(3))
      expect(unwrap(read(text))).toEqual(value)
    }
  })
})
