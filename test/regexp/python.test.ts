import { expect, test } from 'vitest'
import { compilePython } from '../../src/regexp/python.ts'

const android = String.raw`^(b\+.*|[a-z]{2,3}(-r([A-Z]{2}|[0-9]{3}))?)$`

test.each([
  ['^[^.]+$', ['de', 'de.x', ''], [true, false, false]],
  ['de', ['de', 'de_AT', 'xde'], [true, true, false]],
  ['', ['', 'de'], [true, true]],
  ['de|fr', ['de', 'fr', 'xfr'], [true, true, false]],
  [android, ['de', 'pt-rBR', 'b+sr+Latn', 'es-r419', 'night'], [true, true, true, true, false]],
  [String.raw`(?P<a>.)(?P=a)\Z`, ['aa', 'ab', 'aab'], [true, false, false]],
  ['(?i)DE$', ['de', 'dE\n', 'fr'], [true, true, false]],
  ['(?x) d e # German', ['de', 'd e'], [true, false]],
  ['(?!de)(?#not German).', ['de', 'fr'], [false, true]],
  ['[]a-]+$', [']a-', 'b'], [true, false]],
  ['[^]]+$', ['a[', ']'], [true, false]],
  [String.raw`[\w\-&&--]+$`, ['é_9-&+', '!'], [true, false]],
  [String.raw`[\W]+$`, ['+-', 'é'], [true, false]],
  [String.raw`[x\S]+$`, ['x-', ' '], [true, false]],
  [String.raw`[^x\W]+$`, ['é', 'x', '-'], [true, false, false]],
  [String.raw`[a-z-9][^\W_]$`, ['-a', '9a', '0a', 'a_'], [true, true, false, false]],
  [String.raw`\d\s\b\w`, ['٣ x', 'a b'], [true, false]],
  [
    String.raw`\s$`,
    ['\u3000', '\x1c', '\x85', '\ufeff', '\u180e'],
    [true, true, true, false, false],
  ],
  [String.raw`[^\S\n]$`, ['\u00a0', '\n', '\ufeff'], [true, false, false]],
  [String.raw`\x64\u0065\_\/`, ['de_/'], [true]],
  ['x{,2}$', ['', 'xx', 'xxx'], [true, true, false]],
  ['a{b}{', ['a{b}{'], [true]],
  ['a]}', ['a]}'], [true]],
  [String.raw`(.)\1`, ['aa', 'ab'], [true, false]],
  ['(?s)b.*a', ['b\na', 'b'], [true, false]],
  ['.$', ['\u{1f600}', '\n'], [true, false]],
  [String.raw`\A[a-z]*\Z`, ['a', '\u{1f600}', 'a\u{1f600}'], [true, false, false]],
  ['(?m)^$', ['', '\u{1f600}'], [true, false]],
  ['(?m)a$', ['a\nb', 'a\rb'], [true, false]],
  ['(?m).*\n^b', ['a\nb', 'a\rb'], [true, false]],
] as [string, string[], boolean[]][])('%j on %j', (pattern, texts, expected) => {
  const expression = compilePython(pattern)
  expect(texts.map((text) => expression.test(text))).toEqual(expected)
})

test.each(['^(de', 'a)', '[a', '*', 'a**', String.raw`\y`, 'a\\', '(?P<1>a)', '[z-a]'])(
  'the expression %j is invalid',
  (pattern) => {
    expect(() => compilePython(pattern)).toThrow(SyntaxError)
  },
)

test.each([
  ['(?i:a)', '(?i: at position 0 is not supported'],
  ['(?>a)', '(?>a at position 0 is not supported'],
  ['(a)?(?(1)b)', '(?(1 at position 4 is not supported'],
  ['a++', 'possessive quantifiers are not supported'],
])('the expression %j is not supported', (pattern, message) => {
  expect(() => compilePython(pattern)).toThrow(new SyntaxError(message))
})
