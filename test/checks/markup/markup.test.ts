import { describe, expect, test } from 'vitest'
import { findHtmlChange } from '../../../src/checks/markup/html-change.ts'
import { readVocabulary } from '../../../src/checks/markup/html-source.ts'
import { urlCheck } from '../../../src/checks/markup/url.ts'
import { checksById } from '../../../src/checks/registry.ts'
import { languageForCode } from '../../../src/languages/language.ts'
import { textOf } from '../../../src/xml/node.ts'
import { readXml, type XmlContent } from '../../../src/xml/parse.ts'
import { explain, unitOf } from '../support.ts'

function readContent(text: string): XmlContent {
  return readXml(text, { entities: 'keep', isContent: true })
}

test.each([
  [['1 match', '<x:g>%d</x:g> matches'], ['<x:g>1</x:g> hit', '<x:g>%d</x:g> hits'], true],
  [['1 match', '<x:g>%d</x:g> matches'], ['<b>1</i> hit', '<x:g>%d</x:g> hits'], false],
  [['1 match', '<x:g>%d</x:g> matches'], ['<x:g>1 hit', '<x:g>%d</x:g> hits'], false],
  [['1 match', '<x:g>%d</x:g> matches'], ['<y:g>1</y:g> hit', '<x:g>%d</x:g> hits'], false],
  [['1 match', '%d matches'], ['<x:g>1</x:g> hit', '%d hits'], false],
])('of %j the prefixes of %j are those of the file: %j', (sources, targets, is) => {
  const language = languageForCode('da')
  const unit = unitOf('', '', 'xml-text', { sources, targets, language })
  const check = checksById.get('xml-invalid')
  expect([check?.fails(unit), check?.isHarmless?.(unit)]).toEqual([true, is])
})

test.each([
  ['One. Two.', '<mrk mtype="seg" mid="0">Raz.</mrk> <mrk mid="1" mtype="seg">Dva.</mrk>', true],
  ['a <ph id="1"/>', '<mrk xmlns="urn:x" mtype="seg">a <ph id="1"/></mrk>', true],
  ['<mrk mtype="seg">One.</mrk> Two.', 'Raz. Dva.', true],
  ['a <ph id="1"/>', '<mrk mtype="seg">a</mrk>', false],
  ['a', '<mrk mtype="seg">a <b/></mrk>', false],
  ['a', '<mrk mtype="term">a</mrk>', false],
])('the tags of %j are those of %j besides segments: %j', (source, target, is) => {
  const check = checksById.get('xml-tags')
  const unit = unitOf(source, target, 'xml-text')
  expect([check?.fails(unit), check?.isHarmless?.(unit)]).toEqual([true, is])
})

test.each([
  ['a<br/>b', 'a<br>b', '', true],
  ['a <img src="x"/><hr/>', 'b <img src="y"><hr >', '', true],
  ['a<br/>b', 'a<br>b', 'xml-text', false],
  ['a<br/>b', 'a<br>b', 'icu-message-format', false],
  ['a<br/>b', 'a<br>b<br>', '', false],
  ['<p>a</p><br/>', 'a<br>', '', false],
  ['<p>a<br/></p>', '<p>a<br>', '', false],
])('%j against %j, which HTML does not close (%s): %j', (source, target, flags, is) => {
  const check = checksById.get('xml-invalid')
  const unit = unitOf(source, target, flags)
  expect([check?.fails(unit), check?.isHarmless?.(unit)]).toEqual([true, is])
})

test.each([
  ['<p>Hi</p>', '<p dir="rtl">مرحبا</p>', true],
  ['<p>Hi</p>', '<p style="direction: rtl;">مرحبا</p>', true],
  ['<p dir="ltr">Hi</p>', '<p>مرحبا</p>', true],
  ['<p>Hi</p>', '<p style="position: fixed">مرحبا</p>', false],
  ['<p>Hi</p>', '<p class="rtl">مرحبا</p>', false],
  ['<p>Hi</p>', '<b dir="rtl">مرحبا</b>', false],
])('the tags of %j are those of %j besides their direction: %j', (source, target, is) => {
  const check = checksById.get('xml-tags')
  const unit = unitOf(source, target)
  expect([check?.fails(unit), check?.isHarmless?.(unit)]).toEqual([true, is])
})

describe('explanations', () => {
  test.each([
    ['xml-invalid', '', '<b>a</b>', 'x <b>y', ['The tag `<b>` is not closed', 'target 0: <b>']],
    [
      'xml-invalid',
      '',
      '<b>a</b>',
      '<b>&amp; y</i>',
      ['Found `</i>`, expected `</b>`', 'target 0: </i>'],
    ],
    ['xml-invalid', '', '<b>a</b>', '&amp; & y', ['`&` does not start an entity', 'target 0: &']],
    [
      'xml-invalid',
      '',
      '<b>a</b>',
      '<x:b>y</x:b>',
      ['The name of `<x:b>` has a prefix that is not declared', 'target 0: <x:b>'],
    ],
    [
      'xml-invalid',
      '',
      '<b>a</b>',
      '<b>\u0007</b>',
      ['The character U+0007 is not allowed', 'target 0: \u0007'],
    ],
    [
      'xml-tags',
      '',
      '<b>a</b> <i>c</i>',
      'x <u>y</u> <b>z</b>',
      ['`<i>` is missing; `<u>` is not in the source', 'source 0: <i>', 'target 0: <u>'],
    ],
    [
      'xml-tags',
      '',
      '<b>a</b><i>b</i>',
      '<i>a</i><b>b</b>',
      ['`<i>` is not in the same order as in the source', 'target 0: <i>'],
    ],
    [
      'safe-html',
      'safe-html',
      '<b>a</b>',
      '<b>x</b> <i>y</i>',
      ['The tag `<i>` is not in the source', 'target 0: <i'],
    ],
    [
      'safe-html',
      'safe-html',
      '<a href="x">a</a>',
      '<a href="javascript:x">y</a>',
      [
        'The attribute `href` of `<a>` has an address that is not safe',
        'target 0: href="javascript:x"',
      ],
    ],
    [
      'safe-html',
      'safe-html, md-text',
      'a',
      '[b](https://x.y?a&b) & <me@x.org>',
      ['`&` must be written as `&amp;`', 'target 0: &'],
    ],
    [
      'md-link',
      'md-text',
      '[a](#b)',
      'See [a](#c)',
      ['`#b` is missing; `#c` is not in the source', 'source 0: [a](#b)', 'target 0: [a](#c)'],
    ],
    [
      'md-link',
      'md-text',
      '[a](#b)',
      'a',
      ['The translation has no links; the source has 1', 'source 0: [a](#b)'],
    ],
    ['md-reflink', 'md-text', '[a][1]', 'a', ['`[1]` is missing', 'source 0: [a][1]']],
    [
      'md-syntax',
      'md-text',
      'a **b**',
      '*b*',
      ['`**…**` is missing; `*…*` is not in the source', 'source 0: **b**', 'target 0: *b*'],
    ],
    [
      'bbcode',
      'bbcode-text',
      '[b]a[/b] [b]c[/b]',
      '[b]a[/b]',
      ['The translation has 1 element; the source has 2', 'target 0: [b]a[/b]'],
    ],
    ['url', 'url', 'https://a.org', 'nic', ['`nic` is not a URL', 'target 0: nic']],
  ])('%s, %s: %s -> %s', (id, flags, source, target, expected) => {
    expect(explain(id, unitOf(source, target, flags))).toEqual(expected)
  })
})

describe('XML', () => {
  test.each([
    ['<a xmlns:x="u"><x:b/></a>', true],
    ['<a xmlns:x="u" xmlns:y="u" x:c="1" y:c="2"/>', false],
    ['<a xmlns:x="u"/><x:b/>', false],
    ['<?xml version="1.0"?><a/>', false],
    ['<a b="1"c="2"/>', false],
    ['<!-- a --->', false],
    ['\ud800', false],
    ['&#x10ffff;&#65;', true],
    ['&#x110000;', false],
    ['&nbsp;', false],
  ])('%s is content: %s', (text, expected) => {
    expect(readContent(text).fault === undefined).toBe(expected)
  })

  test.each([
    ['</i>', 'The tag `</i>` has no opening tag'],
    ['x</i', 'The tag `</i` is broken'],
    ['<1>', '`<` does not start a tag'],
    ['<i a="1"b="2"/>', 'The tag `<i` is broken'],
    ['<i a/>', 'The attribute `a` of `<i>` has no value in quotes'],
    ['<i a="1" b="/>', 'The attribute `b` of `<i>` has no value in quotes'],
    ['<i a="<"/>', 'The attribute `a` of `<i>` contains `<`'],
    ['<i a="&"/>', 'The attribute `a` of `<i>` contains a `&` that does not start an entity'],
    ['<i x:a="1"/>', 'The attribute `x:a` of `<i>` has a prefix that is not declared'],
    ['<x:1 xmlns:x="u"/>', 'The name of `<x:1>` has a prefix that is not declared'],
    ['<i a="1" a="2"/>', 'The attribute `a` of `<i>` occurs twice'],
    ['<i xmlns:x=""/>', 'The attribute `xmlns:x` of `<i>` declares no valid namespace'],
    [']]>', '`]]>` stands outside of a CDATA section'],
    ['<!-- a', 'The comment is not closed'],
    ['<!-- a -- b', 'The comment contains `--`'],
    ['<![CDATA[a', 'The CDATA section is not closed'],
    ['<!DOCTYPE a>', '`<!` is not allowed here'],
    ['<?xml version="1.0"?>', 'The XML declaration is not at the start'],
    ['<?a', 'The processing instruction is broken'],
    ['<i>'.repeat(257), 'The tags are nested too deeply'],
  ])('%s: %s', (target, expected) => {
    expect(explain('xml-invalid', unitOf('<b>a</b>', target))?.[0]).toBe(expected)
  })

  test.each([
    ['<?xml version="1.0"?>', 'There is no element'],
    ['<a/>b', 'There is text outside of the element'],
    ['<a/><b/>', '`<b>` is a second root element'],
    ['<![CDATA[a]]><a/>', '`<!` is not allowed here'],
  ])('in a document, %s: %s', (target, expected) => {
    expect(explain('xml-invalid', unitOf('<?xml version="1.0"?><a/>', target))?.[0]).toBe(expected)
  })

  test('gives the text between the tags', () => {
    const { nodes } = readContent('a &lt;<b>c<![CDATA[<d>]]></b><!-- e -->&#x66;')
    expect(textOf({ children: nodes })).toBe('a <c<d>f')
  })
})

describe('HTML', () => {
  test.each([
    ['<table><tr><td>x</td></tr></table>', '<table><tr><td>', true],
    ['<table><tr><td>x</td></tr></table>', '<table><tr><td><tbody>', false],
    ['<table>x</table>', '<table>', false],
    ['<p><b><p>x</p></b></p>', '<p><b>', false],
    ['<li><ul><li>x</li></ul></li>', '<ul><li>', true],
    ['<select><option>a<option>b</option></option></select>', '<select><option>', false],
    ['<a><b><a>x</a></b></a>', '<a><b>', false],
    ['<title><b>x</b></title>', '<title><b>', false],
    ['<script>1 < 2 && "</b>"</script>', '<script>', true],
    ['<svg><p>x</p></svg>', '<svg><p>', false],
    ['<pre>\nx</pre>', '<pre>', false],
  ])('%s stays with %s: %s', (text, source, expected) => {
    expect(findHtmlChange(text, readVocabulary(source)) === undefined).toBe(expected)
  })
})

test.each([
  ['http://[::1]/', true],
  ['http://[1:2:3:4:5:6:7:8]:80', true],
  ['http://[1:2:3:4:5:6:1.2.3.4]', true],
  ['http://[::1::]', false],
  ['http://[1:2:3]', false],
  ['https://bücher.de', true],
  ['https://😀.com', false],
  [`https://${'a.'.repeat(200)}com`, false],
  [`https://example.com/${'x'.repeat(2048)}`, false],
])('%s is a URL: %s', (text, expected) => {
  expect(urlCheck.fails(unitOf('http://a.b', text))).toBe(!expected)
})
