import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../formats/entry.ts'
import { formats } from '../../../formats/index.ts'
import { ParseError } from '../../../src/errors.ts'
import { placeAt } from '../../../src/text.ts'

/** A file of each format, whose second entry is on the fourth line. */
const FILES: Readonly<Record<string, string>> = {
  aresource: `<resources>
  <string name="a">Á</string>

  <string name="b">B</string>
</resources>`,
  'cmp-resource': `<resources>
  <string name="a">Á</string>

  <string name="b">it\\'s</string>
</resources>`,
  'moko-resource': `<resources>
  <string name="a">Á</string>

  <plural name="b"><item quantity="one">B</item></plural>
</resources>`,
  tbx: `<martif>
  <termEntry><langSet><term>Á</term></langSet></termEntry>

  <termEntry><langSet><term>b</term></langSet></termEntry>
</martif>`,
  ts: `<TS><context><name>c</name>
  <message><source>Á</source></message>

  <message><source>b</source><translation type="unfinished">B</translation></message>
</context></TS>`,
  plainxliff: `<xliff><file original="f">
  <trans-unit id="a"><source>Á</source></trans-unit>

  <trans-unit id="b"><source>b</source><target>B</target></trans-unit>
</file></xliff>`,
  xliff: `<xliff><file original="f">
  <trans-unit id="a"><source>Á</source></trans-unit>

  <trans-unit id="b"><source>b</source><target>B<x id="1"/></target></trans-unit>
</file></xliff>`,
  poxliff: `<xliff><file original="f">
  <trans-unit id="a"><source>Á</source></trans-unit>

  <group id="b" restype="x-gettext-plurals"><trans-unit id="b[0]"><source>b</source></trans-unit></group>
</file></xliff>`,
  xliff2: `<xliff version="2.0"><file>
  <unit id="a"><segment><source>Á</source></segment></unit>

  <unit id="b"><segment><source>b</source><target>B<ph id="1"/></target></segment></unit>
</file></xliff>`,
  resx: `<root>
  <data name="a"><value>Á</value></data>

  <data name="b"><value>B</value></data>
</root>`,
  stringsdict: `<plist><dict>
  <key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>Á</string></dict>
  <key>b</key><dict>
  <key>c</key><dict><key>one</key><string>B</string></dict></dict>
</dict></plist>`,
}

const xmlFormats = [...formats.values()].filter(({ id }) => id in FILES)

function read(id: string, bytes: Uint8Array): readonly Entry[] {
  const format = formats.get(id)
  const isMonolingual = format?.template === 'always'
  return format?.parse(bytes, { languageCode: 'cs', isMonolingual }).entries ?? []
}

/** Line and column of the error, and its message. */
function fault(id: string, bytes: Uint8Array): string {
  try {
    read(id, bytes)
  } catch (error) {
    if (error instanceof ParseError) return `${error.line}:${error.column}: ${error.message}`
    throw error
  }
  return ''
}

describe.each(xmlFormats)('$id', ({ id, decode }) => {
  const text = FILES[id] ?? ''

  test('has the place of an entry', () => {
    const bytes = Buffer.from(text)
    const lines = read(id, bytes).map(({ offset }) => placeAt(decode(bytes), offset).line)
    expect(lines).toEqual([2, 4])
  })

  test('reads UTF-16 by its byte order mark', () => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    const expected = read(id, Buffer.from(text))
    expect(read(id, little)).toEqual(expected)
    expect(read(id, Buffer.from(little).swap16())).toEqual(expected)
  })

  test('reports the place where a file is cut', () => {
    const bytes = Buffer.from(text)
    for (let length = 0; length < bytes.length; length++) {
      expect(fault(id, bytes.subarray(0, length))).toMatch(/^[1-6]:\d+: ./)
    }
  })

  test.each([
    ['NUL', text.replace('Á', '\0'), /^2:\d+: the character U\+0000 is not allowed in XML$/],
    ['Latin-1', Buffer.from(text, 'latin1'), /^2:\d+: .*UTF-8/],
    ['a bare &', text.replace('Á', 'a & b'), /^2:\d+: a bare & must be written &amp;$/],
    ['an entity', text.replace('Á', '&a;'), /^2:\d+: the entity a is not declared$/],
    ['another root', '<html/>', /^1:1: expected <\w+>, found <html>$|^1:1: expected <\?xml/],
  ])('refuses %s with its place', (_, content, expected) => {
    expect(fault(id, Buffer.from(content))).toMatch(expected)
  })
})

describe.each(['plainxliff', 'xliff', 'poxliff'])('%s', (id) => {
  test.each([
    ['<trans-unit id="a"><source>s</source>', '</trans-unit>'],
    ['<group restype="x-gettext-plurals">', '</group>'],
  ])('refuses %s nested deeper than 16', (open, close) => {
    const nested = (depth: number) =>
      Buffer.from(`<xliff><file>${open.repeat(depth)}${close.repeat(depth)}</file></xliff>`)
    expect(fault(id, nested(16))).toBe('')
    expect(fault(id, nested(17))).toMatch(/: expected units nested at most 16 deep$/)
  })
})

test.each([
  ['', 's'],
  [' xml:space="preserve"', '  '],
])('in an XLIFF template a blank target in a unit%s gives the source %j', (space, source) => {
  const bytes = Buffer.from(
    `<xliff><file><trans-unit id="a"${space}><source>s</source><target>  </target></trans-unit></file></xliff>`,
  )
  const options = { languageCode: 'en', isMonolingual: true, isTemplate: true }
  const entries = formats.get('xliff')?.parse(bytes, options).entries ?? []
  expect(entries.map((entry) => entry.source)).toEqual([source])
})

test('poxliff refuses a plural with more than 100 forms', () => {
  const members = (count: number) =>
    '<trans-unit id="a[0]"><source>s</source></trans-unit>'.repeat(count)
  const file = (count: number) =>
    Buffer.from(
      `<xliff><file><group id="a" restype="x-gettext-plurals">${members(count)}</group></file></xliff>`,
    )
  expect(fault('poxliff', file(100))).toBe('')
  expect(fault('poxliff', file(101))).toBe('1:14: expected at most 100 forms of a plural')
})

test('stringsdict refuses binary property lists, and says what to do', () => {
  expect(fault('stringsdict', Buffer.from('bplist00'))).toBe(
    '1:1: expected XML, found a binary property list (plutil -convert xml1 converts it)',
  )
})
