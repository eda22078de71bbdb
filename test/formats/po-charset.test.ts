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
  ['CP932', '\x81\x60', '～'],
  ['Shift_JIS', '\x81\x60\x81\x61\x81\x7c\x81\x91\x81\x92\x81\xca', '〜‖−¢£¬'],
  ['EUC-JP', '\xa1\xc1\xa1\xc2\xa1\xdd\xa1\xf1\xa1\xf2\xa2\xcc', '〜‖−¢£¬'],
  ['ISO-2022-JP', '\x1b$B!A\x1b(B', '〜'],
  ['eucJP', '\xa4\xa2', 'あ'],
  ['eucKR', '\xb0\xa1', '가'],
  ['ks_c_5601-1987', '\xb0\xa1', '가'],
])('reads a PO file in %s', (charset, bytes, target) => {
  expect(targetsOf(charset, bytes)).toEqual([target])
})

test.each([
  ['Big5', '\x80'],
  ['EUC-JP', '\x80'],
  ['EUC-KR', '\x80'],
  ['CP949', '\x80'],
  ['GBK', '\xff'],
  ['Shift_JIS', '\xf0\x40'],
])('refuses a PO file in %s with bytes that have no meaning', (charset, bytes) => {
  expect(() => targetsOf(charset, bytes)).toThrow(/^the bytes are not valid /)
})

test.each([
  ['CP932', '\xf0\x40', '\ue000'],
  // Kana, which TextDecoder does not know in Big5.
  ['Big5', '\xc6\xe7', '\uf6f7'],
])('reads a PO file in %s with characters for private use', (charset, bytes, target) => {
  expect(targetsOf(charset, bytes)).toEqual([target])
})

/** The targets of a PO file with these bytes, as Latin-1, in its text. */
function targetsOf(charset: string, bytes: string): readonly string[] | undefined {
  const header = `msgid ""\nmsgstr "Content-Type: text/plain; charset=${charset}\\n"\n`
  const file = Buffer.from(`${header}\nmsgid "a"\nmsgstr "${bytes}"\n`, 'latin1')
  const { entries } =
    formats.get('po')?.parse(file, { languageCode: 'ja', isMonolingual: false }) ?? {}
  return entries?.map((entry) => entry.target)
}
