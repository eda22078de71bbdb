import { describe, expect, test } from 'vitest'
import type { Format } from '../../formats/format.ts'
import { po, poMono } from '../../formats/gettext/po.ts'
import { ts } from '../../formats/qt/ts.ts'
import { xliff } from '../../formats/xliff/xliff.ts'
import { flagsOf, locationOf, type Units } from '../../src/model/unit.ts'
import { pairMonolingual, readBilingual } from '../../src/reading/pair.ts'
import { createTable } from '../../src/reading/template-table.ts'

function parse(format: Format, text: string, isMonolingual: boolean) {
  const options = { languageCode: 'cs', isMonolingual }
  return format.parse(Buffer.from(text), options).entries
}

function optionsOf(format: Format) {
  return { wordRule: 'spaces' as const, format, pluralNumber: 3 }
}

function read(format: Format, text: string): Units {
  return readBilingual(parse(format, text, false), optionsOf(format))
}

const poWith = (comments: string): string => `${comments}\nmsgid "a"\nmsgstr "b"\n`
const xliffWith = (path: string, attributes = ''): string =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a"><body>
  <trans-unit id="1"${attributes}><source>a</source><target>b</target><context-group
  purpose="location"><context context-type="sourcefile">${path}</context><context
  context-type="linenumber">7</context></context-group></trans-unit></body></file></xliff>`

describe('a unit of documentation has the flag of its markup', () => {
  test.each([
    ['docs/a.rst', 'rst-text'],
    ['docs/a.rst:1', 'rst-text'],
    ['docs/a.rst:12:34', 'rst-text'],
    ['docs/a.rst#L3', 'rst-text'],
    ['../../README.md:5', 'md-text'],
    ['a.markdown', 'md-text'],
    ['a.c:1 b.rst:2 c.c:3', 'rst-text'],
    ['b.rst:2 a.md:1', 'md-text, rst-text'],
    ['a.rst:1 b.rst:2', 'rst-text'],
    ['a.RST a.Md a.mdx:1 a.txt a.rst.txt md.c rst a.rst: a.rst:x a.md#3 a.rst:1#L2', ''],
    ['a.rst:docstring of a.B:3', 'rst-text'],
  ])('at %s: %s', (location, flags) => {
    expect(flagsOf(read(po, poWith(`#: ${location}`)), 0)).toBe(flags)
  })

  test('beside flags of the file, sorted and without duplicates', () => {
    const flags = '#, python-format, rst-text, c-format'
    expect(flagsOf(read(po, poWith(`#: a.rst:1\n#: b.md\n${flags}`)), 0)).toBe(
      'c-format, md-text, python-format, rst-text',
    )
    const markdown = read(po, poWith('#: b.md\n#, markdown-text'))
    expect(flagsOf(markdown, 0)).toBe('md-text')
  })

  test('in Qt and XLIFF files', () => {
    const message = '<message><location filename="a.md" line="3"/><source>a</source>'
    const qt = `<!DOCTYPE TS><TS version="2.1"><context><name>c</name>${message}<translation>b</translation></message></context></TS>`
    expect(flagsOf(read(ts, qt), 0)).toBe('md-text')
    expect(flagsOf(read(xliff, xliffWith('docs/a.rst')), 0)).toBe('rst-text, xml-text')
  })

  test('only by locations in the template, if there is one', () => {
    const table = createTable(parse(poMono, poWith('#: a.rst:1'), true), optionsOf(poMono))
    const translation = parse(poMono, poWith('#: b.md:1\n#, c-format'), true)
    expect(flagsOf(pairMonolingual(table, translation, optionsOf(poMono)), 0)).toBe('rst-text')
    const bases = createTable(parse(xliff, xliffWith('a.rst'), true), optionsOf(xliff))
    const others = parse(xliff, xliffWith('b.md', ' maxwidth="9"'), true)
    expect(flagsOf(pairMonolingual(bases, others, optionsOf(xliff)), 0)).toBe(
      'max-size:9, rst-text, xml-text',
    )
  })
})

test.each([
  ['#: ../../g.py:docstring of g.x.Y:3', '../../g.py'],
  ['#: a.py:1 ../../g.py:docstring of g.x.Y:3 b.py:2', 'a.py:1, ../../g.py, b.py:2'],
  ['#: a.py:1 ../../g.py:docstring\n#: of  g.x.Y:3 b.py:2', 'a.py:1, ../../g.py, b.py:2'],
  ['#: a.py:docstring of a:1 b.py:docstring of b:2', 'a.py, b.py'],
  ['#: x.py:docstring', 'x.py:docstring'],
  ['#: x.py:docstring of', 'x.py:docstring, of'],
  ['#: x.py:docstring from y:1', 'x.py:docstring, from, y:1'],
  ['#: docstring of y:1', 'docstring, of, y:1'],
])('locations of Sphinx are reduced to their files: %j', (comments, location) => {
  expect(locationOf(read(po, poWith(comments)), 0)).toBe(location)
})
