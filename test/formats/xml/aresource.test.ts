import { describe, expect, test } from 'vitest'
import { type Entry, SEP } from '../../../formats/entry.ts'
import { aresource } from '../../../formats/xml/aresource.ts'
import { ParseError } from '../../../src/errors.ts'

function read(body: string, languageCode = 'en'): readonly Entry[] {
  const bytes = new TextEncoder().encode(`<resources xmlns:x="urn:x">${body}</resources>`)
  return aresource.parse(bytes, { languageCode, isMonolingual: true }).entries
}

function textOf(content: string): string | undefined {
  return read(`<string name="a">${content}</string>`)[0]?.target
}

test('an entry has everything the catalog asks for', () => {
  const body =
    '<!-- one --> <!-- two -->\n<string name="a.b" translatable="false" maxwidth="9">A</string>'
  expect(read(body)).toEqual([
    {
      context: 'a.b',
      source: '',
      target: 'A',
      state: 'read-only',
      note: ' one \n two ',
      explanation: '',
      flags: 'max-size:9',
      position: 1,
      offset: 53,
    },
  ])
})

test.each([
  ['  a\n  b ', 'a b'],
  ['"  a  "', '  a  '],
  [' " in " out ', 'in  out'],
  ['" in " out ', ' in  out'],
  ['it\\\'s\\n\\"ok\\"', 'it\'s\n"ok"'],
  ['  \\n x ', 'x'],
  ['\\n x', '\n x'],
  ['say "hi', 'say "hi'],
  ['tail "', 'tail '],
  ['a\u00a0\u3000b', 'a b'],
  ['"a\u00a0b"', 'a\u00a0b'],
  ['\\N\\T\\@\\?\\r\\x\\\\', '\n\t@?\\'],
  ['x\\', 'x\\'],
  ['\\😀y', 'y'],
  ['\\u005cn', '\n'],
  ['\\\\u0041', ''],
  ['\\ud83d\\ude00', '😀'],
  ['" "', ' '],
  ['""', ''],
  ['', ''],
  ['&amp;&lt;b&gt;', '&<b>'],
])('plain text %j is %j', (content, expected) => {
  expect(textOf(content)).toBe(expected)
})

test.each([
  ['a &amp; <b>b</b>', 'a &amp; <b>b</b>'],
  [' <b> x </b> ', '<b> x </b>'],
  ["<b  c = 'd\"e' >x</b ><br></br><br />", '<b c="d&quot;e">x</b><br/><br/>'],
  ['<b c="&#10;&gt;>&apos;&amp;"/>', '<b c="&#10;&gt;&gt;\'&amp;"/>'],
  ['<x:b x:c="1"/>', '<x:b x:c="1"/>'],
  ['<b c="1" xmlns:y="u"/>', '<b xmlns:y="u" c="1"/>'],
  ['<![CDATA[ "a" \\n ]]>', '<![CDATA[ "a" \\n ]]>'],
  ['"a<b>  b"</b>  c ', 'a<b>  b</b> c'],
  [' "a<b>  b"</b>  c ', '"a<b> b</b>  c '],
  ['<?p  q?>', '<?p q?>'],
  ['<!-- c -->\\n', '<!-- c -->\n'],
])('rich text %j is %j', (content, expected) => {
  expect(textOf(content)).toBe(expected)
})

test('declared entities stay, in text and in attributes of markup', () => {
  const text =
    '<!DOCTYPE resources [<!ENTITY p "P">]><resources><string name="&p;">&p; <b c="&p;&amp;"/></string></resources>'
  const [entry] = aresource.parse(new TextEncoder().encode(text), {
    languageCode: 'en',
    isMonolingual: true,
  }).entries
  expect([entry?.context, entry?.target]).toEqual(['P', '&p; <b c="&p;&amp;"/>'])
})

describe('plurals', () => {
  const items = (quantities: string): string =>
    quantities
      .split(' ')
      .map((quantity) => `<item quantity="${quantity}">${quantity}</item>`)
      .join('')

  test.each([
    ['en', ['one', 'other']],
    ['cs', ['one', 'few', 'other']],
    ['pt-rBR', ['one', 'many', 'other']],
    ['b+sr+Latn', ['one', 'few', 'other']],
    ['ja', ['other']],
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['be@latin', ['one', 'few', 'many']],
    ['constructor', ['one', 'other']],
  ])('%s has the forms %j', (languageCode, forms) => {
    const body = `<plurals name="a">${items('other many few two one zero')}</plurals>`
    expect(read(body, languageCode)[0]?.target).toBe(forms.join(SEP))
  })

  test('missing forms are empty, and the last item of a quantity counts', () => {
    const body =
      '<plurals name="a"><item quantity="few">1</item><item quantity="few">2</item></plurals>'
    expect(read(body, 'cs')[0]).toMatchObject({ target: `${SEP}2${SEP}`, state: 'translated' })
  })

  test('plurals without texts are untranslated', () => {
    expect(read('<plurals name="a"/>')[0]).toMatchObject({ target: SEP, state: 'untranslated' })
  })
})

test.each([
  ['maxwidth="30" size-unit="char"', 'max-length:30'],
  ['maxwidth="30" size-unit="line"', ''],
  ['maxwidth="30" weblate-flags="url, xml-text"', 'max-size:30, url, xml-text'],
  ['font="Open Sans; 12 ;bold;x"', 'font-family:Open_Sans, font-size:12, font-weight:bold'],
  ['font="A,B"', 'font-family:"A,B"'],
  ['font="A;;bold"', 'font-family:A, font-size:, font-weight:bold'],
  ['formatted="false" product="tablet"', ''],
])('attributes %s give the flags %j', (attributes, expected) => {
  expect(read(`<string name="a" ${attributes}/>`)[0]?.flags).toBe(expected)
})

test('only strings and plurals directly below the root with a name are entries', () => {
  const body =
    '<string-array name="a"><item>x</item></string-array><x:string name="b"/><group><string name="c"/></group><string name="">x</string><string name="d"/>'
  expect(read(body).map(({ context, position }) => [context, position])).toEqual([['d', 1]])
})

test('a file with a default namespace has no entries', () => {
  const bytes = new TextEncoder().encode('<resources xmlns="u"><string name="a"/></resources>')
  expect(aresource.parse(bytes, { languageCode: 'en', isMonolingual: true })).toEqual({
    entries: [],
  })
})

test('a comment belongs to the next sibling only', () => {
  const body =
    '<!--1--><skip/><string name="a"/><!--2--><?p?><string name="b"/><!--3-->text<string name="c"/>'
  expect(read(body).map(({ note }) => note)).toEqual(['', '', '3'])
})

test.each([
  ['<string/>', '1:28 expected a name attribute in <string>'],
  ['<plurals/>', '1:28 expected a name attribute in <plurals>'],
  ['<string name="a">\\ud83d</string>', '1:28 expected whole characters, found a lone surrogate'],
  ['<string name="">&#92;uDE00</string>', '1:28 expected whole characters, found a lone surrogate'],
])('%s is refused', (body, expected) => {
  expect(() => read(body)).toThrow(ParseError)
  try {
    read(body)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    expect(`${error.line}:${error.column} ${error.message}`).toBe(expected)
  }
})

test.each(['<string/>', '<x:resources xmlns:x="u"/>'])('the root cannot be %s', (text) => {
  const bytes = new TextEncoder().encode(text)
  expect(() => aresource.parse(bytes, { languageCode: 'en', isMonolingual: true })).toThrow(
    /^expected <resources>, found </,
  )
})
