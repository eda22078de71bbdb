import { expect, test } from 'vitest'
import { dtd } from '../../../formats/xml/dtd.ts'
import { ParseError } from '../../../src/errors.ts'
import { foundIn } from '../../discovery/tree.ts'
import { entryOf } from '../../support/entry.ts'

const parse = (text: string) =>
  dtd.parse(Buffer.from(text), { languageCode: 'cs', isMonolingual: true }).entries
const textsOf = (text: string) => parse(text).map(({ context, target }) => [context, target])

test('entities are texts, with the comment directly above them as note', () => {
  const file = `<!-- The licence -->

<!-- LOCALIZATION NOTE (open): a menu
     of files -->
<!ENTITY open "Open %d files
">
<!ENTITY close.label   'Say "close"' >
<!ENTITY empty "">
`
  const offset = (name: string) => file.indexOf(`<!ENTITY ${name}`)
  const note = 'LOCALIZATION NOTE (open): a menu\n     of files'
  expect(parse(file)).toEqual([
    entryOf({ context: 'open', target: 'Open %d files\n', note, offset: offset('open') }, 0),
    entryOf({ context: 'close.label', target: 'Say "close"', offset: offset('close') }, 1),
    entryOf({ context: 'empty', offset: offset('empty') }, 2),
  ])
})

test('character references are resolved, and entity references are kept', () => {
  const file = '<!ENTITY a "&#65;&#x42; &brand; &amp; &quot; B&B &#037;">\r\n<!ENTITY b "c\r\nd">'
  expect(textsOf(file)).toEqual([
    ['a', 'AB &brand; &amp; &quot; B&B %'],
    ['b', 'c\nd'],
  ])
})

test('other declarations are no texts', () => {
  const file = `<?xml version="1.0" encoding="UTF-8"?>
<!ENTITY % brandDTD SYSTEM "chrome://branding/locale/brand.dtd">
%brandDTD;
<!ENTITY % inline "<!ENTITY x 'y'>">
<!ENTITY logo PUBLIC "-//A" "logo.gif" NDATA gif>
<!ELEMENT a (#PCDATA)>
<!ATTLIST a b CDATA "c">
<!-- two -- dashes -->
<!ENTITY d "e">`
  expect(textsOf(file)).toEqual([['d', 'e']])
})

test.each([
  ['<!ENTITY a "b">\nc', 2, 1, 'expected a declaration such as <!ENTITY name "text">'],
  ['<!ENTITY a "b', 1, 13, 'a value has no "'],
  ['<!ENTITY a "b" c>', 1, 16, 'expected >'],
  ['<!ENTITY a "&#xD800;">', 1, 12, '&#xD800; is not a character that XML allows'],
  ['\n<!-- a', 2, 5, 'a comment has no -->'],
])('%j is refused at its place', (text, line, column, message) => {
  expect(() => parse(text)).toThrow(new ParseError(message, line, column))
})

test('discovery finds DTDs with entities, and none without', () => {
  const tree = {
    'chrome/locale/en-US/a.dtd': '<!ENTITY a "Open">\n<!ENTITY b "Close">',
    'chrome/locale/de/a.dtd': '<!ENTITY a "Öffnen">\n<!ENTITY b "Zu">',
    'schema/en/b.dtd': '<!ELEMENT a (b)>',
    'schema/de/b.dtd': '<!ELEMENT a (b)>',
  }
  expect(foundIn(tree)).toEqual(['dtd chrome/locale/*/a.dtd chrome/locale/en-US/a.dtd'])
})
