import { describe, expect, test } from 'vitest'
import { ParseError } from '../src/errors.ts'
import { decodeUtf8, isWhitespace, placeAt, WHITESPACE_CLASS } from '../src/text.ts'

describe('white space', () => {
  const expected = [
    ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680],
    ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
    ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
  ]
  const codes = Array.from({ length: 0x10000 }, (_, code) => code)

  test('is the same as in Python', () => {
    expect(codes.filter(isWhitespace)).toEqual(expected)
  })

  test('is the same in WHITESPACE_CLASS', () => {
    const regex = new RegExp(`[${WHITESPACE_CLASS}]`)
    expect(codes.filter((code) => regex.test(String.fromCharCode(code)))).toEqual(expected)
  })
})

test('places are 1-based, and lines end with LF', () => {
  const text = 'a\nbc\r\n\nd'
  expect([0, 1, 2, 4, 6, 7, 8].map((offset) => placeAt(text, offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 2, column: 1 },
    { line: 2, column: 3 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
    { line: 4, column: 2 },
  ])
})

describe('UTF-8', () => {
  test.each([
    ['ASCII', [0x61, 0x0a], 'a\n'],
    ['all lengths of characters', [0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80], 'é€😀'],
    ['one byte order mark is removed', [0xef, 0xbb, 0xbf, 0x61], 'a'],
    ['a second one is text', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], '\ufeff'],
    ['nothing', [], ''],
  ])('%s', (_, bytes, text) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toBe(text)
  })

  test.each([
    ['Latin-1', [0x61, 0x0a, 0x62, 0xe9, 0x63], 2, 2],
    ['a surrogate', [0xed, 0xa0, 0x80], 1, 1],
    ['an overlong form', [0x61, 0xc0, 0x80], 1, 2],
    ['a cut character at the end', [0xc3, 0xa9, 0xe2, 0x82], 1, 2],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], 1, 1],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00], 1, 1],
  ])('%s fails at its place', (_, bytes, line, column) => {
    expect(() => decodeUtf8(Uint8Array.from(bytes))).toThrow(
      new ParseError('expected UTF-8, found an invalid byte', line, column),
    )
    try {
      decodeUtf8(Uint8Array.from(bytes))
    } catch (error) {
      expect(error).toMatchObject({ line, column })
    }
  })
})
