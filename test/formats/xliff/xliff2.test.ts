import { expect, test } from 'vitest'
import { xliff2 } from '../../../formats/xliff/xliff2.ts'
import { ParseError } from '../../../src/errors.ts'
import { entryOf } from '../../support/entry.ts'

const file = (content: string) =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="cs"><file id="f">${content}</file></xliff>`
const options = { languageCode: 'cs', isMonolingual: false }
const read = (content: string, more: object = {}) =>
  xliff2.parse(Buffer.from(file(content)), { ...options, ...more }).entries
const offsetIn = (content: string, part: string) => file(content).indexOf(part)

const segment = (source: string, target: string, attributes = '') =>
  `<segment${attributes}><source>${source}</source><target>${target}</target></segment>`

test('each segment is an entry, identified by its id, or by its number if a unit has several', () => {
  const content = `<unit id="a">${segment('A', 'Á', ' id="s"')}</unit><group id="g"><group id="h">
<unit id="b"><notes><note category="location">b.ts:1</note></notes><segment><source>B 1</source></segment><ignorable><source> </source></ignorable><segment state="final"><source>B 2</source><target>Bé</target></segment></unit>
</group></group><unit>${segment('C', '', ' state="reviewed"')}</unit>`
  const shared = { flags: 'xml-text' }
  expect(read(content)).toEqual([
    entryOf(
      {
        ...shared,
        context: 'a::s',
        source: 'A',
        target: 'Á',
        offset: offsetIn(content, '<segment id="s"'),
      },
      0,
    ),
    entryOf(
      {
        ...shared,
        context: 'b::1',
        source: 'B 1',
        offset: offsetIn(content, '<segment><source>B'),
      },
      1,
    ),
    entryOf(
      {
        ...shared,
        context: 'b::2',
        source: 'B 2',
        target: 'Bé',
        state: 'approved',
        offset: offsetIn(content, '<segment state="final"'),
      },
      2,
    ),
    entryOf(
      {
        ...shared,
        context: '',
        source: 'C',
        offset: offsetIn(content, '<segment state="reviewed"'),
      },
      3,
    ),
  ])
})

test('texts keep white space and markup, and units without a source are no entries', () => {
  const content = `<unit id="a"><segment><target>x</target></segment><segment><source/><target>y</target></segment></unit>
<unit id="b">${segment(' A  <pc id="1" dataRefStart="d">b<ph id="2"/></pc>\n', '&lt;<mrk id="m1" translate="no">x</mrk><![CDATA[<]]>')}</unit>`
  const [only, ...others] = read(content)
  expect([others, only?.context, only?.position, only?.source, only?.target]).toEqual([
    [],
    'b',
    1,
    ' A  <pc xmlns="urn:oasis:names:tc:xliff:document:2.0" id="1" dataRefStart="d">b<ph id="2"/></pc>\n',
    '&lt;<mrk id="m1" translate="no">x</mrk>&lt;',
  ])
})

test('the nearest translate attribute makes units read-only, in all languages of a template', () => {
  const content = `<group translate="no"><unit id="a">${segment('A', 'B')}</unit><unit id="b" translate="yes">${segment('A', 'B')}</unit></group>`
  const states = (more: object) => read(content, more).map(({ state }) => state)
  expect(states({})).toEqual(['read-only', 'translated'])
  expect(states({ isMonolingual: true, isTemplate: true })).toEqual(['read-only', 'translated'])
  expect(states({ isMonolingual: true })).toEqual(['translated', 'translated'])
})

test('with a template the source texts are its targets, or its sources if it has no targets', () => {
  const content = `<unit id="a">${segment('key.a', 'Text')}</unit><unit id="b"><segment><source>key.b</source></segment></unit>`
  const texts = (isTemplate: boolean) =>
    read(content, { isMonolingual: true, isTemplate }).map((entry) => [
      entry.context,
      entry.source,
      entry.target,
    ])
  expect(texts(true)).toEqual([
    ['a', 'Text', 'Text'],
    ['b', 'key.b', 'key.b'],
  ])
  expect(texts(false)).toEqual([
    ['a', '', 'Text'],
    ['b', '', ''],
  ])
})

test.each([
  [
    'another version',
    '<xliff version="1.2"><file/></xliff>',
    '1:1: expected version 2 of XLIFF, found 1.2',
  ],
  ['no version', '\n<xliff><file/></xliff>', '2:1: expected version 2 of XLIFF, found none'],
  ['no file', '<xliff version="2.0"/>', '1:1: expected <file> in <xliff>'],
  [
    'an instruction in a text',
    file('<unit>\n<segment><source><?a b?></source></segment></unit>'),
    '2:10: expected no instruction in a text',
  ],
  [
    'elements without end',
    file('<group>'.repeat(300)),
    '1:1885: elements are nested deeper than 256',
  ],
  [
    'a text of half a character',
    file(`<unit>${segment('a', '&#xD800;')}</unit>`),
    '1:148: &#xD800; is not a character that XML allows',
  ],
])('refuses %s with its place', (_, text, expected) => {
  const fault = () => {
    try {
      return xliff2.parse(Buffer.from(text), options)
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      return `${error.line}:${error.column}: ${error.message}`
    }
  }
  expect(fault()).toBe(expected)
})
