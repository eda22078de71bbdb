import { expect, test } from 'vitest'
import type { Entry } from '../../../formats/entry.ts'
import type { FileVersion } from '../../../formats/format.ts'
import { json } from '../../../formats/json/json.ts'
import { createChoices } from '../../support/choices.ts'
import { withoutPlaces } from '../../support/entry.ts'

const OPTIONS = { languageCode: 'cs', isMonolingual: true, withoutOffsets: true }

function readVersion(text: string, before?: FileVersion): FileVersion {
  const version = json.readVersion?.(Buffer.from(text), before, OPTIONS)
  if (version === undefined) throw new Error('json: expected versions')
  return version
}

/** The last of several versions, read in sequence. */
function readVersions(texts: readonly string[]): FileVersion {
  const [first = '', ...others] = texts
  return others.reduce((before, text) => readVersion(text, before), readVersion(first))
}

function parse(text: string): Partial<Entry>[] {
  return withoutPlaces(json.parse(Buffer.from(text), OPTIONS).entries)
}

function file(members: readonly string[], indent = '  ', end = '\n'): string {
  return `{${end}${indent}${members.join(`,${end}${indent}`)}${end}}${end}`
}

const [a, b, c, d] = [
  '"a": "á"',
  '"b": "x\\ny"',
  '"c": {\n    "one": "1",\n    "two": 2\n  }',
  '"d": ""',
]
const other = '"b": "another"'

const alike: readonly [name: string, before: string[], after: string[], kept: number][] = [
  ['changed', [a, b, c, d], [a, other, c, d], 4],
  ['changed at the start', [b, c, d], [other, c, d], 3],
  ['changed at the end', [a, c, b], [a, c, other], 3],
  ['added in the middle', [a, c, d], [a, b, c, d], 4],
  ['added at the end', [a, b], [a, b, c], 2],
  ['removed', [a, b, c, d], [a, c, d], 4],
  ['moved', [a, b, c], [c, a, b], 4],
  ['renamed', [a, b, c], [a, '"B": "x\\ny"', c], 3],
  ['replaced by an object', [a, b, c], [a, '"b": { "x": "1" }', c], 3],
]

test.each(alike)('reads a version with a member that was %s', (_, before, after, reused) => {
  const previous = readVersions([file(before), file(before)])
  const version = readVersion(file(after), previous)
  expect(withoutPlaces(version.entries)).toEqual(parse(file(after)))
  expect(version.entries.filter((entry) => previous.entries.includes(entry))).toHaveLength(reused)
})

const odd: readonly [name: string, text: string][] = [
  ['the same key twice', file([a, b, '"a": "again"'])],
  ['the same key written in two ways', file([a, '"\\u0061": "again"'])],
  ['two members on a line', file([a, `${b}, "e": "f"`, c])],
  ['keys that are numbers', file(['"2": "two"', '"1": "one"'])],
  ['numbers', file(['"a": 1', '"b": 1.50'])],
  ['another indent', file([a, b, c, d], '\t')],
  ['other line ends', file([a, b, d], '  ', '\r\n')],
  ['a byte order mark', `\ufeff${file([a, b])}`],
  [
    'members below that are as far to the left',
    '{\n  "a": {\n  "x": "1",\n  "y": "2"\n  },\n  "b": "3"\n}\n',
  ],
  ['one line', '{"a": "b", "c": "d"}'],
  ['an array', '[\n  "a",\n  "b"\n]'],
  ['nothing', '{\n}\n'],
  ['nothing but space', '\n'],
  ['a key that is empty', file(['"": "x"', '".": "y"'])],
  ['brackets in texts', file(['"a": "},\\n"', '"b": "{"'])],
]

test.each(odd)('reads a version with %s like a new file', (_, text) => {
  const outcome = (read: () => readonly Partial<Entry>[]) => {
    try {
      return read()
    } catch (error) {
      return String(error)
    }
  }
  const expected = outcome(() => parse(text))
  for (const before of [[], [text], [text, text], [file([a, b]), file([a, b, c])]]) {
    expect(outcome(() => withoutPlaces(readVersions([...before, text]).entries))).toEqual(expected)
  }
})

const broken: readonly [name: string, text: string][] = [
  ['a comma too many', file([a, b, ''])],
  ['no comma', file([`${a}\n  ${b}`])],
  ['a text without end', file([a, '"b": "x', c])],
  ['half a character', file([a, '"b": "\\ud800"'])],
  ['something after the end', `${file([a, b])}x`],
  ['a bracket too many', `${file([a, b])}}`],
]

test.each(broken)('refuses a version with %s at the same place as a new file', (_, text) => {
  const before = readVersions([file([a, b]), file([a, b])])
  const failure = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      return error
    }
    throw new Error('expected a fault')
  }
  expect(failure(() => readVersion(text, before))).toEqual(failure(() => parse(text)))
})

test('refuses invalid UTF-8 after a valid version', () => {
  const before = readVersions([file([a, b]), file([a, b])])
  const bytes = Buffer.from(file([a, '"b": "\xff"']), 'latin1')
  expect(() => json.readVersion?.(bytes, before, OPTIONS)).toThrow('expected UTF-8')
})

test('keys that are sources are not also contexts', () => {
  const options = { ...OPTIONS, isMonolingual: false }
  const read = (text: string, before?: FileVersion) =>
    json.readVersion?.(Buffer.from(text), before, options)
  const version = read(file([a, other]), read(file([a, b]), read(file([a, b]))))
  expect(version?.entries.map(({ context, source }) => [context, source])).toEqual([
    ['', 'a'],
    ['', 'b'],
  ])
})

test('reads random versions in sequence like each alone', () => {
  const { below: random, pick } = createChoices(7)
  const values = [
    '"x"',
    '"longer text, with a comma"',
    '""',
    'true',
    'null',
    '3',
    '{\n    "k": "v"\n  }',
    '["l"]',
  ]
  const member = () => `"key${random(200)}": ${pick(values)}`
  let members = [a, b, c]
  let version = readVersion(file(members))
  let reused = 0
  for (let round = 0; round < 2000; round++) {
    const at = random(members.length + 1)
    const removed = random(3)
    members = members.toSpliced(at, removed, ...(random(4) > 0 ? [member()] : []))
    if (members.length === 0 || members.length > 40) members = [a, b]
    const next = readVersion(file(members), version)
    expect(withoutPlaces(next.entries)).toEqual(parse(file(members)))
    reused += next.entries.filter((entry) => version.entries.includes(entry)).length
    version = next
  }
  expect(reused).toBeGreaterThan(5000)
})
