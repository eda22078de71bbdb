import { expect, test } from 'vitest'
import { xwikiPageProperties } from '../../formats/properties/xwiki.ts'
import { placeAt } from '../../src/text.ts'

test.each(['\n', '\r\n'])(
  'keys of a page have their lines in the file, also after references: %j',
  (end) => {
    const lines = [
      '<xwikidoc>',
      '<content>a=A',
      '# &lt;b&gt;',
      'b=&lt;b&gt;\\',
      'B',
      '',
      'c=C',
      '</content></xwikidoc>',
    ]
    const bytes = Buffer.from(lines.join(end))
    const { entries } = xwikiPageProperties.parse(bytes, {
      languageCode: 'en',
      isMonolingual: true,
    })
    const text = xwikiPageProperties.decode(bytes)
    const positions = entries.map(({ context, offset }) => {
      const { line, column } = placeAt(text, offset)
      return `${context} ${line}:${column}`
    })
    expect(positions).toEqual(['a 2:10', 'b 4:1', 'c 7:1'])
  },
)

test.each([
  ['<x>\n  <content>lonely\na=1</content></x>', 2, 12],
  ['<x>\n  <content>a=1\nb=\\ud83d</content></x>', 3, 1],
])('an error in a page has its place in the file: %j', (file, line, column) => {
  const options = { languageCode: 'en', isMonolingual: true, isTemplate: true }
  const read = () => xwikiPageProperties.parse(Buffer.from(file), options)
  expect(read).toThrow(expect.objectContaining({ name: 'ParseError', line, column }))
})
