import { expect, test } from 'vitest'
import { compileRegExp } from '../../src/regexp/compile.ts'
import { translatePostgres } from '../../src/regexp/postgres.ts'

test.each([
  ['^[[:upper:]]', ['Žába', 'žába', ':', 'u]'], [true, false, false, false]],
  ['^[[:digit:]-]+$', ['1-2', '٣', 'd'], [true, true, false]],
  ['^[^[:space:][:punct:]]+$', ['ab', 'a b', 'a.b', 'a+b'], [true, false, false, false]],
  ['^[x[:alpha:]_]+$', ['é_x', 'a1'], [true, false]],
  ['^[[:alnum:]]+$', ['a1', 'a '], [true, false]],
  ['^[[:xdigit:]]+$', ['0aF', 'g'], [true, false]],
  ['(?i)^[[:lower:]]+$', ['AB', '1'], [true, false]],
  ['[]:[]', ['[', ':', 'x'], [true, true, false]],
  [String.raw`\ytide\y`, ['high tide!', 'tides'], [true, false]],
  ['^a.b$', ['a\nb', 'a b', 'a\nb\n'], [true, true, false]],
  ['(?m)^b.c$', ['a\nb-c\nd', 'b\nc'], [true, false]],
  [String.raw`\s{2}`, ['a  b', 'a\u00a0 b', 'one\x1e\x1emany'], [true, true, false]],
  [String.raw`^[\S]+$`, ['one\x1e\x1emany', 'a b'], [true, false]],
  ['[[:space:]]', ['a b', 'one\x1e\x1emany'], [true, false]],
  [String.raw`tide\Y`, ['tides', 'tide'], [true, false]],
] as [string, string[], boolean[]][])('%j on %j', (pattern, texts, expected) => {
  const expression = compileRegExp(translatePostgres(pattern))
  expect(texts.map((text) => expression.test(text))).toEqual(expected)
})

test.each([
  ['[[:Upper:]]', '[: at position 1 is not supported'],
  ['[[:letter:]]', '[:letter:] at position 1 is not supported'],
  ['[[.hyphen.]]', '[. at position 1 is not supported'],
  ['[a[=e=]]', '[= at position 2 is not supported'],
])('the class in %j is refused, and the error names it', (pattern, message) => {
  expect(() => translatePostgres(pattern)).toThrow(new SyntaxError(message))
})
