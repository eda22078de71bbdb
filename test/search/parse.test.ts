import { describe, expect, test } from 'vitest'
import { QueryError } from '../../src/errors.ts'
import { parseQuery } from '../../src/search/parse.ts'
import type { Query } from '../../src/search/query.ts'

/** A query as one line: `(and a field:=b)`. */
function print(query: Query): string {
  if (query.kind === 'not') return `(not ${print(query.operand)})`
  if (query.kind !== 'term') return `(${[query.kind, ...query.operands.map(print)].join(' ')})`
  const { field, operator, value } = query
  const text =
    value.kind === 'text'
      ? `<${value.text}>`
      : value.kind === 'regexp'
        ? `/${value.pattern}/`
        : `[${value.from}..${value.to}]`
  return field === undefined ? text : `${field}${operator}${text}`
}

describe('reads', () => {
  test.each([
    ['', '(and)'],
    [' \t\r\n', '(and)'],
    ['a OR b c', '(or <a> (and <b> <c>))'],
    ['a b OR c', '(or (and <a> <b>) <c>)'],
    ['NOT a b', '(and (not <a>) <b>)'],
    ['NOT (NOT a)', '<a>'],
    ['a and b Or not c', '(or (and <a> <b>) (not <c>))'],
    ['android notes order', '(and <android> <notes> <order>)'],
    ['NOT(a)', '(not <a>)'],
    ['AND', '<AND>'],
    ['AND hello', '(and <AND> <hello>)'],
    ['OR OR OR', '(or <OR> <OR>)'],
    ['"AND" b', '(and <AND> <b>)'],
    ['state : translated', 'state:<translated>'],
    ['source: hello', 'source:<hello>'],
    ['a\tb', '(and <a> <b>)'],
    ['"say \\"hi\\""', '<say "hi">'],
    ["'it\\'s'", "<it's>"],
    ['"a\\d\\\\"', '<a\\d\\\\>'],
    ['"(a:b) c"', '<(a:b) c>'],
    ['"unclosed', '<"unclosed>'],
    ['"', '<">'],
    ["don't", "(and <don> <'t>)"],
    ['hello"world"', '(and <hello> <world>)'],
    ['"a"b', '(and <a> <b>)'],
    ['water(s', '<water(s>'],
    ['water)s', '<water)s>'],
    ['a,b', '<a,b>'],
    ['a:b', 'a:<b>'],
    ['SOURCE:x', 'SOURCE:<x>'],
    ['x=y a-b:c é:x', '(and <x=y> <a-b:c> <é:x>)'],
    ['http://x https:foo ftp:foo mailto:x', '(and <http://x> <https:foo> <ftp:foo> <mailto:x>)'],
    ['source:', '<source:>'],
    ['state:>=', '<state:>=>'],
    ['state:<', '<state:<>'],
    ['source:<5', 'source:<<5>'],
    ['state:>=20', 'state:>=<20>'],
    ['source:="a b"', 'source:=<a b>'],
    ['source:r"^a\\"\\d"', 'source:/^a\\"\\d/'],
    ["source:r'x'", '(and source:<r> <x>)'],
    ['r"x"', '/x/'],
    ['added:[2026-01-01 to 2026-12-31T10:00:00]', 'added:[2026-01-01..2026-12-31T10:00:00]'],
    ['position:[ 1 to 3 ]', 'position:[1..3]'],
    ['position:[1 to', '(and position:<[1> <to>)'],
    ['a \n b', '(and <a> <b>)'],
    ['-a *', '(and <-a> <*>)'],
  ])('%j', (query, expected) => {
    expect(print(parseQuery(query))).toBe(expected)
  })

  test('the positions of terms', () => {
    expect(parseQuery('NOT a source:"b"')).toEqual({
      kind: 'and',
      operands: [
        {
          kind: 'not',
          operand: {
            kind: 'term',
            field: undefined,
            operator: ':',
            value: { kind: 'text', text: 'a' },
            position: 4,
          },
        },
        {
          kind: 'term',
          field: 'source',
          operator: ':',
          value: { kind: 'text', text: 'b' },
          position: 6,
        },
      ],
    })
  })
})

describe('refuses', () => {
  const end = (found: string, char: number, place: string) =>
    `Failed to parse the query string: Expected end of text, found '${found}'  (at char ${char}), (${place})`
  test.each([
    ['(((', 0, end('(', 0, 'line:1, col:1')],
    ['(', 0, end('(', 0, 'line:1, col:1')],
    ['()', 0, end('(', 0, 'line:1, col:1')],
    ['(hello', 0, end('(', 0, 'line:1, col:1')],
    [')', 0, end(')', 0, 'line:1, col:1')],
    ['hello)', 5, end(')', 5, 'line:1, col:6')],
    ['a (b ())', 2, end('(', 2, 'line:1, col:3')],
    ['a (b))', 5, end(')', 5, 'line:1, col:6')],
    ['source:(a)', 9, end(')', 9, 'line:1, col:10')],
    ['a\nb\n ()', 5, end('(', 5, 'line:3, col:2')],
    ['😀 (', 3, end('(', 2, 'line:1, col:3')],
    ['a \0 b', 2, 'Invalid query string.'],
    [
      `${'('.repeat(101)}a${')'.repeat(101)}`,
      100,
      'Expected at most 100 nested groups  (at char 100), (line:1, col:101)',
    ],
  ])('%.20j', (query, position, message) => {
    expect(() => parseQuery(query)).toThrow(new QueryError(message, position))
    try {
      parseQuery(query)
    } catch (error) {
      expect((error as QueryError).position).toBe(position)
    }
  })
})

/** Each is parsed or refused without long delay. */
test.each([
  ['open parentheses', '('.repeat(100_000)],
  ['balanced parentheses', `${'('.repeat(50_000)}a${')'.repeat(50_000)}`],
  ['groups with negations', `${'NOT ('.repeat(20_000)}a${')'.repeat(20_000)}`],
  ['negations', 'NOT '.repeat(25_000)],
  ['keywords', 'AND OR '.repeat(15_000)],
  ['words', 'a '.repeat(50_000)],
  ['closing parentheses in a word', `a${')'.repeat(100_000)}`],
  ['quotes that escape each other', '"\\'.repeat(50_000)],
  ['both kinds of quotes', `"'`.repeat(50_000)],
  ['spaces between a name and a colon', `a${' '.repeat(100_000)}`],
  ['names', 'a'.repeat(100_000)],
  ['a range without an end', `a:[${'b'.repeat(100_000)} to ${' '.repeat(100_000)}`],
  ['many ranges without an end', 'a:[1 to '.repeat(12_000)],
])('100 KB of %s', (_name, query) => {
  try {
    parseQuery(query)
  } catch (error) {
    expect(error).toBeInstanceOf(QueryError)
  }
})

test.each([
  ['hello AND', '(and <hello> <AND>)'],
  ['(NOT)', '<NOT>'],
  ['NOT', '<NOT>'],
])('an operator at the end of %j is a word in 5.14 and refused in 2026.10', (text, shown) => {
  expect(print(parseQuery(text, '5.14'))).toBe(shown)
  expect(() => parseQuery(text, '2026.10')).toThrow(
    /^Failed to parse the query string: Expected end of text/,
  )
})
