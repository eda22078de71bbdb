import { expect, test } from 'vitest'
import type { Entry } from '../../../formats/entry.ts'
import type { FileVersion } from '../../../formats/format.ts'
import { tbx } from '../../../formats/xml/tbx.ts'
import { ParseError } from '../../../src/errors.ts'
import { withoutPlaces } from '../../support/entry.ts'

const OPTIONS = { languageCode: 'cs', isMonolingual: false, withoutOffsets: true }

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}

function readVersion(text: string, before?: FileVersion): FileVersion {
  const version = tbx.readVersion?.(bytesOf(text), before, OPTIONS)
  if (version === undefined) throw new Error('tbx: expected versions')
  return version
}

function parse(text: string): Partial<Entry>[] {
  return withoutPlaces(tbx.parse(bytesOf(text), OPTIONS).entries)
}

function term(source: string, target: string, more = ''): string {
  const set = (text: string) => `<langSet><tig><term>${text}</term></tig></langSet>`
  return `<termEntry id="${source}">${set(source)}${set(target)}${more}</termEntry>`
}

const doctype =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE martif PUBLIC "ISO 12200:1999A" "TBXcdv04.dtd">\n'

function file(terms: readonly string[], head = doctype, attributes = ''): string {
  const body = terms.map((term) => `      ${term}\n`).join('')
  return `${head}<martif${attributes}>\n  <text>\n    <body>\n${body}    </body>\n  </text>\n</martif>\n`
}

const [a, b, c, d] = [term('a', 'á'), term('b', 'ß'), term('c', '字'), term('d', '')]
const changed = term('b', 'another')

const shared: readonly [name: string, before: string[], after: string[], kept: number][] = [
  ['changed', [a, b, c, d], [a, changed, c, d], 3],
  ['changed at the start', [b, c, d], [changed, c, d], 2],
  ['changed at the end', [a, c, b], [a, c, changed], 2],
  ['added in the middle', [a, b, d], [a, b, c, d], 3],
  ['added at the end', [a, b], [a, b, c], 1],
  ['added twice', [a, b, c], [a, b, b, c], 4],
  ['removed', [a, b, c, d], [a, b, d], 3],
  ['removed at the end', [a, b, c], [a, b], 1],
  ['marked as deprecated', [a, b, c], [a, term('b', 'ß', deprecated()), c], 2],
]

function deprecated(): string {
  return '<termNote type="administrativeStatus">deprecated</termNote>'
}

test.each(shared)('other entries are reused if an entry is %s', (_, before, after, reused) => {
  const first = readVersion(file(before), readVersion(file(before)))
  const second = readVersion(file(after), first)
  expect(withoutPlaces(second.entries)).toEqual(parse(file(after)))
  expect(second.entries.filter((entry) => first.entries.includes(entry)).length).toBe(reused)
})

const whole: readonly [name: string, before: string, after: string][] = [
  ['another head', file([a, b]), file([a, b], '')],
  ['a comment around entries', file([a, b, c]), file([a, `<!-- ${b} -->`, c])],
  ['a comment that begins before', file([a, '<!-- x -->', b, c]), file([a, '<!-- x', b, '-->', c])],
  ['an entry within another', file([a, b, c]), file([a, term('b', 'x', c), c])],
  ['an entry within another before', file([term('a', 'x', b), c]), file([term('a', 'x', c), c])],
  ['a namespace', file([a, b]), file([a, term('b', 'x', '<note xmlns="urn:x">n</note>')])],
  ['a namespace before', file([a, b], '', ' xmlns="urn:x"'), file([a, c], '', ' xmlns="urn:x"')],
  ['entities before', withEntity(a), withEntity(term('a', '&e;'))],
  ['bodies that end between', file([a, '</body><body>', b]), file([a, '</body><body>', c])],
  ['no entries before', file([]), file([a])],
  ['no entries any more', file([a]), file([])],
  ['a section', file([a, b]), file([a, term('b', '<![CDATA[<termEntry>]]>')])],
]

function withEntity(entry: string): string {
  return file([entry, b], '<!DOCTYPE martif [<!ENTITY e "x">]>')
}

test.each(whole)('a version with %s is read like a new file', (_, before, after) => {
  const previous = readVersion(before, readVersion(before))
  expect(withoutPlaces(readVersion(after, previous).entries)).toEqual(parse(after))
})

test.each([
  ['an end tag is missing', term('b', 'x').replace('</tig>', '')],
  ['a character is not allowed', term('b', '\u0001')],
  ['an entity is not declared', term('b', '<&e;')],
  ['the body ends too early', `${b}</body>`],
])('a version is refused with the same error as a new file if %s', (_, broken) => {
  const before = readVersion(file([a, b, c]), readVersion(file([a, b, c])))
  const text = file([a, broken, c])
  let expected: unknown
  try {
    parse(text)
  } catch (error) {
    expected = error
  }
  expect(expected).toBeInstanceOf(ParseError)
  expect(() => readVersion(text, before)).toThrow(expected as ParseError)
})

test.each([
  ['in a value', (entry: string) => `<martif><text><body id="${entry}"/></text></martif>`],
  ['in a tag', (entry: string) => `<martif><body ${entry}></body></martif>`],
  ['behind the root', (entry: string) => `<martif></martif>${entry}`],
])('entries %s are refused after a valid version', (_, write) => {
  const before = readVersion(file([a, b, c]), readVersion(file([a, b, c])))
  expect(() => readVersion(write(a), before)).toThrow(ParseError)
})

test('an unopened entry after the last entry is refused', () => {
  const text = (end: string) => `<martif><text><body>${a}${end}</body></text></martif>`
  const before = readVersion(text(' '.repeat(12)), readVersion(text(' '.repeat(12))))
  const broken = text(`${' '.repeat('<termEntry'.length)}></termEntry>`)
  expect(() => readVersion(broken, before)).toThrow(ParseError)
})

test('versions are read in their declared encoding, and invalid bytes are refused', () => {
  const latin = '<?xml version="1.0" encoding="ISO-8859-1"?>'
  const [before, after] = [file([term('a', 'x'), b], latin), file([term('a', 'ý'), b], latin)]
  const read = (text: string, version?: FileVersion) =>
    tbx.readVersion?.(Buffer.from(text, 'latin1'), version, OPTIONS)
  expect(read(after, read(before))?.entries[0]?.target).toBe('ý')
  const broken = Buffer.from(file([term('a', 'ý'), b]), 'latin1')
  expect(() => tbx.readVersion?.(broken, readVersion(file([term('a', 'x'), b])), OPTIONS)).toThrow(
    ParseError,
  )
})

test('random versions read in sequence are the same as each alone', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 0x7fffffff
    return seed % below
  }
  const terms = Array.from({ length: 200 }, (_, index) => term(`s${index}`, `t${index}`))
  let before: FileVersion | undefined
  let reused = 0
  for (let step = 0; step < 300; step++) {
    const at = random(terms.length)
    const word = random(2) === 0 ? `ä${random(50)}` : ''
    if (step % 3 === 0) terms.splice(at, 1 + random(2))
    else terms.splice(at, step % 3 === 1 ? 1 : 0, term(`s${random(250)}`, word))
    const version = readVersion(file(terms), before)
    expect(withoutPlaces(version.entries)).toEqual(parse(file(terms)))
    if (version.entries.some((entry) => before?.entries.includes(entry))) reused++
    before = version
  }
  expect(reused).toBe(298)
})
