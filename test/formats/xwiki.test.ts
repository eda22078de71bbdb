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
