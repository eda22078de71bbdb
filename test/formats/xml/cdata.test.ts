import { expect, test } from 'vitest'
import { aresource } from '../../../formats/xml/aresource.ts'
import { inVersion } from '../../../src/weblate-version.ts'

const options = { languageCode: 'en', isMonolingual: true, isTemplate: true }
const read = (text: string) => {
  const file = `<resources><string name="a">${text}</string></resources>`
  const { entries } = inVersion(aresource, '2026.10').parse(Buffer.from(file), options)
  return entries.map(({ target, flags }) => [target, flags])
}

test.each([
  ['<![CDATA[<a href="x">y</a>]]>', '<a href="x">y</a>', 'auto-safe-html'],
  ['<![CDATA["a  b" <i class="c">d</i>]]>', 'a  b <i class="c">d</i>', 'auto-safe-html'],
  ['&lt;a href="x">y&lt;/a>', '<a href=x>y</a>', 'safe-html'],
  ['&lt;b>&lt;i>x&lt;/b>&lt;/i>', '<b><i>x</b></i>', ''],
  ['&lt;3', '<3', ''],
])('in Weblate 2026.10 %s reads %j with the flags %j', (text, target, flags) => {
  expect(read(text)).toEqual([[target, flags]])
})
