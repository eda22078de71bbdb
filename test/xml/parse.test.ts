import { describe, expect, test } from 'vitest'
import { ParseError } from '../../src/errors.ts'
import { attributeOf, textOf, type XmlElement } from '../../src/xml/node.ts'
import { parseXml } from '../../src/xml/parse.ts'

const encoder = new TextEncoder()

function root(text: string, entities: 'keep' | 'expand' = 'keep'): XmlElement {
  return parseXml(encoder.encode(text), { entities }).root
}

/** The error as `line:column message`, or the text of the root. */
function outcome(bytes: Uint8Array): string {
  try {
    return `read: ${textOf(parseXml(bytes, { entities: 'keep' }).root)}`
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return `${error.line}:${error.column} ${error.message}`
  }
}

describe('units', () => {
  /** Names of the units, the elements around each, and what is left of the root. */
  function read(text: string, failing = 'none'): string[] {
    const seen: string[] = []
    const { root: rest } = parseXml(encoder.encode(text), {
      entities: 'expand',
      units: () => ({
        isUnit: ({ local }) => local === 'u',
        read(unit, around) {
          if (attributeOf(unit, 'n') === failing) throw new Error(`unit ${failing}`)
          seen.push(`${around.map(({ node }) => node.name).join('/')}: ${textOf(unit)}`)
        },
      }),
    })
    return [...seen, `rest: ${textOf(rest)}`]
  }

  test('each unit is read with its contents and removed from its parent', () => {
    expect(read('<a>1<u>2<u>3</u></u><b><u/>4</b><u>5</u></a>')).toEqual([
      'a: 23',
      'a/b: ',
      'a: 5',
      'rest: 14',
    ])
  })

  test('units in an entity are read, and the root is never a unit', () => {
    expect(read('<!DOCTYPE u [<!ENTITY e "<u>1</u>">]><u>&e;&e;2</u>')).toEqual([
      'u: 1',
      'u: 1',
      'rest: 2',
    ])
  })

  test('an error in the file takes precedence over one thrown for a unit', () => {
    expect(() => read('<a><u n="1"/></b>', '1')).toThrow('expected </a>')
    expect(() => read('<a><u n="1"/><u n="2"/></a>', '1')).toThrow('unit 1')
  })
})

describe('nodes', () => {
  test('comments, sections, instructions and entities are kept, and character references are resolved', () => {
    const { children } = root(
      '<!DOCTYPE a [<!ENTITY app "x">]><a>1 &lt;&#x41;&#66;<!-- c --><![CDATA[ <&]]><?p  q ?><?r?>&app;2</a>',
    )
    expect(children).toEqual([
      { type: 'text', value: '1 <AB' },
      { type: 'comment', value: ' c ' },
      { type: 'cdata', value: ' <&' },
      { type: 'instruction', name: 'p', value: 'q ' },
      { type: 'instruction', name: 'r', value: '' },
      { type: 'entity', name: 'app' },
      { type: 'text', value: '2' },
    ])
  })

  test('elements and attributes have their namespaces, and declarations are listed separately', () => {
    const [child] = root('<a xmlns="u" xmlns:p="v"><p:b c="1" p:c="2" xml:lang="cs"/></a>').children
    expect(child).toEqual({
      type: 'element',
      name: 'p:b',
      local: 'b',
      uri: 'v',
      declarations: [],
      attributes: [
        { name: 'c', local: 'c', uri: '', value: '1', literal: '1' },
        { name: 'p:c', local: 'c', uri: 'v', value: '2', literal: '2' },
        {
          name: 'xml:lang',
          local: 'lang',
          uri: 'http://www.w3.org/XML/1998/namespace',
          value: 'cs',
          literal: 'cs',
        },
      ],
      children: [],
      offset: 25,
    })
  })

  test('a namespace ends with the element that declares it', () => {
    const [, second] = root('<a><b xmlns="u"/><c/></a>').children
    expect(second).toMatchObject({ local: 'c', uri: '' })
    expect(outcome(encoder.encode('<a><b xmlns:p="u"><p:c/></b><p:d/></a>'))).toBe(
      '1:29 the prefix p is not declared',
    )
  })

  test('line ends become LF, and white space in values becomes spaces, except for references', () => {
    const element = root('<a b="1\r\n2\t3&#13;&#10;">x\r\ny\rz&#13;</a>')
    expect(attributeOf(element, 'b')).toBe('1 2 3\r\n')
    expect(textOf(element)).toBe('x\ny\nz\r')
  })

  test('cached names are not confused with each other', () => {
    const { children } = root('<aa><aa b3="1" aa="2"/><b3 aa="3"/><aa b3="4"/></aa>')
    expect(children).toMatchObject([
      { name: 'aa', attributes: [{ name: 'b3' }, { name: 'aa' }] },
      { name: 'b3', attributes: [{ name: 'aa' }] },
      { name: 'aa', attributes: [{ name: 'b3' }] },
    ])
  })

  test('offsets refer to the decoded text before line ends are normalized', () => {
    expect(root('<a>\r\n<b/></a>').children[1]).toMatchObject({ local: 'b', offset: 5 })
  })
})

describe('document types', () => {
  const doctype = '<!DOCTYPE a [<!ENTITY p "L&#38;amp;<i>o</i>"><!ENTITY q "&p;!"><!ENTITY p "2">]>'

  test('entities in text expand on request, and the first declaration counts', () => {
    expect(textOf(root(`${doctype}<a>&q;</a>`, 'expand'))).toBe('L&o!')
  })

  test('entities always expand in attributes', () => {
    const element = root('<!DOCTYPE a [<!ENTITY p "x&#9;y">]><a b="&p;&amp;"/>')
    expect(element.attributes).toEqual([
      { name: 'b', local: 'b', uri: '', value: 'x y&', literal: '&p;&amp;' },
    ])
  })

  test('declarations of elements, attributes, notations and parameters change nothing', () => {
    const text =
      '<!DOCTYPE a [<!ELEMENT a ANY><!ATTLIST a b CDATA "]>" c (x|y) "x"><!NOTATION n SYSTEM "m">' +
      '<!ENTITY % d "<!ENTITY x \'y\'>"><!ENTITY z "1">]><a d=" t ">&z;</a>'
    const { attributes, children } = root(text, 'expand')
    expect({ attributes, children }).toEqual({
      attributes: [{ name: 'd', local: 'd', uri: '', value: ' t ', literal: ' t ' }],
      children: [{ type: 'text', value: '1' }],
    })
  })

  test('an undeclared entity is fine only if declarations are elsewhere', () => {
    const element = root('<!DOCTYPE a SYSTEM "a.dtd"><a>&x;</a>')
    expect(element.children).toEqual([{ type: 'entity', name: 'x' }])
    const alone = '<?xml version="1.0" standalone="yes"?><!DOCTYPE a SYSTEM "a.dtd"><a>&x;</a>'
    expect(outcome(encoder.encode(alone))).toBe('1:69 the entity x is not declared')
  })

  test('a carriage return in an entity does not affect the white space after it', () => {
    const text = '<!DOCTYPE a [<!ENTITY r "&#13; ">]><a>&r;<b/>\r <b/></a>'
    expect(textOf(root(text, 'expand'))).toBe('\r \n ')
  })

  test('parameter entities and external files are never read, so entities may be undeclared', () => {
    const text =
      '<!DOCTYPE a [<!ENTITY % d "<!ENTITY x \'y\'>">%d;<!ENTITY f SYSTEM "/etc/hostname">]><a>&x;&f;1</a>'
    expect(textOf(root(text, 'expand'))).toBe('1')
    expect(root(text).children).toEqual([
      { type: 'entity', name: 'x' },
      { type: 'entity', name: 'f' },
      { type: 'text', value: '1' },
    ])
  })
})

const latin2 = Uint8Array.from([
  ...encoder.encode('<?xml version="1.0" encoding="ISO-8859-2"?><a>'),
  ...[0xec, 0xb9, 0xe8, 0x85],
  ...encoder.encode('</a>'),
])
const bodyIn = (encoding: string, byte: number): Uint8Array =>
  Uint8Array.from([
    ...encoder.encode(`<?xml version="1.0" encoding="${encoding}"?><a>`),
    byte,
    ...encoder.encode('</a>'),
  ])
const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf16le'))

test.each<[string, Uint8Array, string]>([
  ['UTF-8 with a mark', encoder.encode('\ufeff<a>é</a>'), 'read: é'],
  [
    'UTF-16 with a mark that beats the declaration',
    utf16('\ufeff<?xml version="1.0" encoding="utf-8"?><a>é</a>'),
    'read: é',
  ],
  [
    'UTF-16, big end first',
    Uint8Array.from(Buffer.from('\ufeff<a>é</a>', 'utf16le').swap16()),
    'read: é',
  ],
  ['UTF-16 without a mark', utf16('<?xml version="1.0" encoding="utf-16"?><a>é</a>'), 'read: é'],
  ['ISO 8859-2', latin2, 'read: ěšč\u0085'],
  ['ISO 8859-1 is not Windows-1252', bodyIn('iso-8859-1', 0x80), 'read: \u0080'],
  ['Windows-1252', bodyIn('windows-1252', 0x80), 'read: €'],
  [
    'a byte unused in Windows-1252',
    bodyIn('windows-1252', 0x81),
    '1:49 byte 0x81 has no meaning in the declared encoding',
  ],
  [
    'a byte beyond ASCII',
    bodyIn('us-ascii', 0xe9),
    '1:45 byte 0xe9 has no meaning in the declared encoding',
  ],
  ['invalid UTF-8', bodyIn('utf-8', 0xe9), '1:42 expected UTF-8, found an invalid byte'],
  ['an unknown encoding', bodyIn('klingon', 0x41), '1:1 unknown encoding klingon'],
  [
    'a declaration that lies',
    bodyIn('utf-16', 0x41),
    '1:1 the file is not in the declared encoding utf-16',
  ],
])('encoding: %s', (_, bytes, expected) => {
  expect(outcome(bytes)).toBe(expected)
})

test.each([
  ['', '1:1 expected a root element, found the end of the file'],
  [' \n ', '2:2 expected a root element, found the end of the file'],
  ['<!-- only -->', '1:14 expected a root element, found the end of the file'],
  ['x<a/>', '1:1 expected <'],
  [' <?xml version="1.0"?><a/>', '1:2 the XML declaration must be at the very start of the file'],
  ['<?xml version="2.0"?><a/>', '1:1 the XML declaration is not valid'],
  ['<a/>junk', '1:5 expected nothing after the root element'],
  ['<a/><b/>', '1:5 expected nothing after the root element'],
  ['<a>\n<b>', '2:1 <b> has no end tag'],
  ['<a>\n <b></a>', '2:5 expected </b>'],
  ['<a></ab>', '1:4 expected </a>'],
  ['</a>', '1:1 an end tag has no start tag'],
  ['<a', '1:3 expected an attribute, > or /> in <a>'],
  ['<a b="1"c="2"/>', '1:9 expected an attribute, > or /> in <a>'],
  ['<a b/>', '1:5 expected ='],
  ['<a b=1/>', '1:6 expected a value in quotes'],
  ['<a b="<"/>', '1:4 the value of b has a bare <'],
  ['<a b="1" b="2"/>', '1:3 the attribute b occurs twice'],
  ['<a xmlns:x="u" xmlns:y="u" x:b="" y:b=""/>', '1:4 the attribute y:b occurs twice'],
  ['<x:a/>', '1:1 the prefix x is not declared'],
  ['<a x:b=""/>', '1:4 the prefix x is not declared'],
  ['<a:b:c/>', '1:2 a:b:c is not a valid name with a prefix'],
  ['<a xmlns:x=""/>', '1:4 xmlns:x cannot be empty'],
  ['<a xmlns:xml="u"/>', '1:4 xmlns:xml declares a reserved prefix or namespace'],
  ['<a>x & y</a>', '1:6 a bare & must be written &amp;'],
  ['<a>x &y z</a>', '1:6 expected ; after &y (a bare & is written &amp;)'],
  ['<a>&x;</a>', '1:4 the entity x is not declared'],
  ['<a>x < y</a>', '1:7 expected a name'],
  ['<a>]]></a>', '1:4 ]]> must be written ]]&gt;'],
  ['<a>\u0007</a>', '1:4 the character U+0007 is not allowed in XML'],
  ['<a>\uffff</a>', '1:4 the character U+FFFF is not allowed in XML'],
  ['<a>&#0;</a>', '1:4 &#0; is not a character that XML allows'],
  ['<a>&#xD800;</a>', '1:4 &#xD800; is not a character that XML allows'],
  ['<a>&#x110000;</a>', '1:4 &#x110000; is not a character that XML allows'],
  ['<a>&#x;</a>', '1:4 expected a character reference such as &#38;'],
  ['<a><!-- a -- b --></a>', '1:11 a comment cannot contain --'],
  ['<a><!-- a', '1:8 a comment has no -->'],
  ['<a><![CDATA[ ]]</a>', '1:13 a CDATA section has no ]]>'],
  ['<a><?xml x?></a>', '1:4 the XML declaration must be at the very start of the file'],
  ['<a><!b></a>', '1:4 expected a comment, a CDATA section or an element'],
  ['<!DOCTYPE a [b', '1:14 expected a declaration or ]'],
  ['<!DOCTYPE a [%b', '1:16 expected ;'],
  ['<!DOCTYPE a [<!ATTLIST a b CDATA "c"', '1:37 the declaration has no >'],
  ['<!DOCTYPE a [', '1:14 the document type has no ]'],
  [
    '<!DOCTYPE a PUBLIC "{é}" "x"><a/>',
    '1:20 a public identifier has a character that is not allowed',
  ],
  [
    '<!DOCTYPE a [<!ENTITY x "5%">]><a/>',
    '1:25 a % in the value of an entity must be written &#37;',
  ],
  ['<!DOCTYPE a [<!ENTITY x "&y">]><a/>', '1:25 a & in the value of an entity is bare'],
  ['<!DOCTYPE a [<!ENTITY x "<b>">]><a>&x;</a>', '1:36 <b> has no end tag (in the entity x)'],
  [
    '<!DOCTYPE a [<!ENTITY x "<b/>">]><a c="&x;"/>',
    '1:37 a value of an attribute cannot refer to x, which has a <',
  ],
  [
    '<!DOCTYPE a [<!ENTITY x SYSTEM "f">]><a c="&x;"/>',
    '1:41 a value of an attribute cannot refer to x, which is outside the file',
  ],
  ['<!DOCTYPE a [<!ENTITY x SYSTEM "f" NDATA n>]><a>&x;</a>', '1:49 the entity x is not text'],
  [
    '<!DOCTYPE a [<!ENTITY x "&y;"><!ENTITY y "&x;">]><a>&x;</a>',
    '1:53 the entity x refers to itself (in the entity y)',
  ],
])('%j is not well-formed', (text, expected) => {
  expect(outcome(encoder.encode(text))).toBe(expected)
})
