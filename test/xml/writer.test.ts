import { expect, test } from 'vitest'
import { block, element, writeXml } from '../../src/xml/writer.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

test('blocks have one line per child, and other elements keep their white space', () => {
  const root = block('list', { n: '1' }, [
    element('text', {}, ' a ', element('b', {}, 'b'), ' c '),
    block('none', {}, []),
  ])
  expect(writeXml(root)).toBe(
    `${DECLARATION}<list n="1">\n  <text> a <b>b</b> c </text>\n  <none>\n  </none>\n</list>`,
  )
})

test('texts and values are escaped without the characters that XML forbids', () => {
  const root = element('a', { b: '<"&\'\t\n\0' }, '<&>"\r\0', { xml: '<c/>&amp;' })
  expect(writeXml(root, { head: '' })).toBe(
    '<a b="&lt;&quot;&amp;&apos;&#9;&#10;">&lt;&amp;&gt;"&#13;<c/>&amp;</a>',
  )
})

test.each([
  [undefined, '<a><b></b><c></c></a>'],
  [['c'], '<a><b></b><c/></a>'],
  [true, '<a><b/><c/></a>'],
] as const)('with selfClosing %j empty elements are written as in %s', (selfClosing, xml) => {
  const root = element('a', {}, element('b'), element('c', {}, ''))
  expect(writeXml(root, { head: '', ...(selfClosing && { selfClosing }) })).toBe(xml)
})
