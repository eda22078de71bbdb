import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { formats } from '../../formats/index.ts'

test.each([
  ['ANSI_X3.4-1968', 'a', 'a'],
  ['cp874', '\xa1', 'ก'],
  ['CP932', '\x82\xa0', 'あ'],
  ['cp936', '\xb0\xa1', '啊'],
  ['CP949', '\xb0\xa1', '가'],
  ['cp950', '\xa4\xa4', '中'],
  ['eucJP', '\xa4\xa2', 'あ'],
  ['eucKR', '\xb0\xa1', '가'],
  ['ks_c_5601-1987', '\xb0\xa1', '가'],
])('reads a PO file in %s', (charset, bytes, target) => {
  const header = `msgid ""\nmsgstr "Content-Type: text/plain; charset=${charset}\\n"\n`
  const file = Buffer.from(`${header}\nmsgid "a"\nmsgstr "${bytes}"\n`, 'latin1')
  const { entries } =
    formats.get('po')?.parse(file, { languageCode: 'ja', isMonolingual: false }) ?? {}
  expect(entries?.map((entry) => entry.target)).toEqual([target])
})
