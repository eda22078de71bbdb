import { describe, expect, test } from 'vitest'
import { compilePostgres } from '../../src/search/postgres/regexp.ts'
import { QueryError } from '../../src/search/query.ts'

describe('matches as PostgreSQL does', () => {
  test.each<[pattern: string, text: string, isMatch: boolean]>([
    ['lo', 'Hello', true],
    ['LO', 'Hello', false],
    ['(?i)LO', 'Hello', true],
    ['^H.*o$', 'Hello', true],
    ['^b$', 'a\nb\nc', false],
    ['(?n)^b$', 'a\nb\nc', true],
    ['a.b', 'a\nb', true],
    ['(?n)a.b', 'a\nb', false],
    ['(?n)a[^x]b', 'a\nb', false],
    ['\\d{2,}', 'a12', true],
    ['\\d', '٣', false],
    ['\\w', 'é', true],
    ['[[:alpha:]]+[[:digit:]]', 'é5', true],
    ['[[:punct:][:space:]]', 'a b', true],
    ['[]a]b', ']b', true],
    ['[^]a]b', ']b', false],
    ['[a\\]]', ']', true],
    ['[а-я]', 'ж', true],
    ['[a-]b', '-b', true],
    ['[[.-.]]', '-', true],
    ['[[=a=]]', 'a', true],
    ['\\yfoo\\y', 'a foo.', true],
    ['\\yfoo\\y', 'food', false],
    ['\\bfoo', 'a foo', false],
    ['\\mfoo\\M', 'a foo b', true],
    ['[[:<:]]foo[[:>:]]', 'xfoo', false],
    ['\\Yoo', 'foo', true],
    ['\\Afoo\\Z', 'foo', true],
    ['\\Afoo', 'a foo', false],
    ['(a)\\1', 'aa', true],
    ['foo(?=bar)', 'foobar', true],
    ['(?<!foo)bar', 'foobar', false],
    ['a{,2}', 'a{,2}', true],
    ['{name}', 'a {name}', true],
    ['a(?#comment)b', 'ab', true],
    ['(?x)a b # comment', 'ab', true],
    ['(?q)a.b', 'axb', false],
    ['***=a.b', 'a.b', true],
    ['\\u0041\\x42', 'AB', true],
    ['\\B', '\\', true],
    ['%\\d\\$[sd]', '%1$s', true],
    ['a|b', 'b', true],
    ['', 'anything', true],
    ['.{1,4}', '😀', true],
  ])('%s on %j', (pattern, text, isMatch) => {
    expect(compilePostgres(pattern, 0).test(text)).toBe(isMatch)
  })
})

describe('refuses', () => {
  test.each([
    ['[0-9', 'brackets [] not balanced'],
    ['[', 'brackets [] not balanced'],
    ['(a', 'parentheses () not balanced'],
    ['a)', 'parentheses () not balanced'],
    ['*a', 'quantifier operand invalid'],
    ['a**', 'quantifier operand invalid'],
    ['(?P<a>b)', 'quantifier operand invalid'],
    ['a{2,1}', 'invalid repetition count(s)'],
    ['a{256}', 'invalid repetition count(s)'],
    ['a{2', 'braces {} not balanced'],
    ['[b-a]', 'invalid character range'],
    ['[[:nope:]]', 'invalid character class'],
    ['[[:constructor:]]', 'invalid character class'],
    ['\\p', 'invalid escape \\ sequence'],
    ['a\\', 'invalid escape \\ sequence'],
    ['[\\D]', 'invalid escape \\ sequence'],
    ['\\1', 'not supported'],
    ['(?=a)*', 'not supported'],
    ['(?z)a', 'invalid embedded option'],
    ['\\y(a+)+\\y', 'could take too long, as it has a word boundary'],
    ['(a+)+(?=b)', 'could take too long, as it has a lookaround'],
  ])('%s', (pattern, reason) => {
    const message = `Invalid regular expression: invalid regular expression: ${reason}`
    expect(() => compilePostgres(pattern, 3)).toThrow(new QueryError(message, 3))
  })
})
