import { expect, test } from 'vitest'
import { formatOf } from '../../../src/reading/translation-file.ts'
import type { WeblateVersion } from '../../../src/weblate-version.ts'

const UNIT = `<trans-unit id="1"><source>  a  <g id="1">  b  </g>  </source><target xml:space="default">  x  </target><note>  n  </note></trans-unit>`
const SEGMENT = `<unit id="1"><segment><source>  a  <pc id="1">  b  </pc>  </source><target xml:space="default">  x  </target></segment></unit>`

const read = (fileFormat: string, params: object, content: string, weblate: WeblateVersion) =>
  formatOf({
    fileFormat,
    fileFormatParams: { xml_whitespace_handling: 'standard', ...params },
    weblate,
  })
    .parse(Buffer.from(content), { languageCode: 'cs', isMonolingual: false })
    .entries.map(({ source, target, note }) => [source, target, note])

const xliff = (groupSpace: string) =>
  `<xliff version="1.2" xml:space="preserve"><file original="f"><body><group${groupSpace}>${UNIT}</group></body></file></xliff>`
const xliff2 = (groupSpace: string) =>
  `<xliff version="2.0" xml:space="preserve"><file id="f"><group id="g"${groupSpace}>${SEGMENT}</group></file></xliff>`

test.each([
  ['xliff', {}, xliff('')],
  ['xliff', { xliff_placeables: 'plain' }, xliff('')],
  ['poxliff', {}, xliff('')],
  ['apple-xliff', {}, xliff('')],
])('texts and notes of %s %o inherit the white space of the file', (id, params, content) => {
  const isRich = id === 'xliff' && !('xliff_placeables' in params)
  const source = isRich ? '  a  <g id="1">  b  </g>  ' : '  a    b    '
  expect(read(id, params, content, '2026.10')).toEqual([[source, 'x', '  n  ']])
})

test('texts of xliff2 inherit the white space of the file', () => {
  const params = { xliff_placeables: 'plain' }
  expect(read('xliff2', params, xliff2(''), '2026.10')).toEqual([['  a    b    ', 'x', '']])
  expect(read('xliff2', {}, xliff2(''), '2026.10')).toEqual([
    ['  a  <pc id="1">  b  </pc>  ', 'x', ''],
  ])
})

test('the nearest element with xml:space counts', () => {
  const space = ' xml:space="default"'
  expect(read('xliff', {}, xliff(space), '2026.10')).toEqual([['a <g id="1">b</g> ', 'x', 'n']])
  expect(read('xliff2', {}, xliff2(space), '2026.10')).toEqual([['a <pc id="1">b</pc> ', 'x', '']])
})

test('Weblate 5.14 inherits no white space from the file', () => {
  expect(read('xliff', {}, xliff(''), '5.14')).toEqual([['a <g id="1">b</g> ', 'x', 'n']])
})

test('in 5.14, a unit collapses white space behind elements of a source that keeps its own, except empty markers', () => {
  const unit = `<trans-unit id="1"><source xml:space="preserve">  a  <g id="1"/>  b  <x id="2"/>  c</source></trans-unit>`
  const content = `<xliff version="1.2"><file original="f">${unit}</file></xliff>`
  expect(read('xliff', {}, content, '5.14')).toEqual([
    ['  a  <g id="1"/> b <x id="2"/>  c', '', ''],
  ])
})
