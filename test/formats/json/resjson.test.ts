import { expect, test } from 'vitest'
import { resjson } from '../../../formats/json/resjson.ts'
import { ParseError } from '../../../src/errors.ts'
import { entryOf } from '../../support/entry.ts'

const parse = (text: string, isMonolingual: boolean) =>
  resjson.parse(Buffer.from(text), { languageCode: 'cs', isMonolingual }).entries

const FILE = `{
  "hello": "Ahoj",
  "_hello.comment": "On the start page",
  "_hello.source": "Hello",
  "menu.open": "",
  "_menu.open.source": "",
  "_note": ["for", "all"],
  "_lost.comment": 1,
  "count": 5
}`
const offset = (key: string) => FILE.indexOf(`"${key}`)

test('with a template, keys are contexts and their comments are notes', () => {
  expect(parse(FILE, true)).toEqual([
    entryOf(
      { context: 'hello', target: 'Ahoj', note: 'On the start page', offset: offset('hello') },
      0,
    ),
    entryOf({ context: 'menu.open', offset: offset('menu') }, 1),
    entryOf({ context: 'count', target: '5', offset: offset('count') }, 2),
  ])
})

test('without a template, sources are the separate source texts, or the keys', () => {
  const entries = parse(FILE, false).map(({ context, source, target }) => [context, source, target])
  expect(entries).toEqual([
    ['hello', 'Hello', 'Ahoj'],
    ['menu.open', 'menu.open', ''],
    ['count', 'count', '5'],
  ])
})

test.each([
  ['"a"', '1:1: expected an object, found a string'],
  ['{\n"a": {"b": "c"}}', '2:1: expected a text, found an object'],
  ['{"a": ["b"]}', '1:2: expected a text, found a list'],
  ['{"a": "\\ud83d"}', '1:7: expected whole characters, found a lone surrogate'],
  ['{"_a.source": "\\ud83d", "a": ""}', '1:15: expected whole characters, found a lone surrogate'],
  [`{"_": ${'['.repeat(5000)}`, '1:996: expected at most 990 levels of nesting, found more'],
])('refuses %s', (text, expected) => {
  const fault = () => {
    try {
      return parse(text, true)
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      return `${error.line}:${error.column}: ${error.message}`
    }
  }
  expect(fault()).toBe(expected)
})
