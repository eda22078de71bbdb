import { expect, test } from 'vitest'
import { mediawiki } from '../../formats/mediawiki/mediawiki.ts'
import { ParseError } from '../../src/errors.ts'
import { entryOf } from '../support/entry.ts'

const read = (text: string) =>
  mediawiki
    .parse(Buffer.from(text), { languageCode: 'en', isMonolingual: true })
    .entries.map(({ context, target }) => [context, target])

test('each text of a page is an entry with its position as key', () => {
  const page = '\ufeffIntro.\n\n== Use ==\nOne.\n'
  expect(
    mediawiki.parse(Buffer.from(page), { languageCode: 'en', isMonolingual: true }).entries,
  ).toEqual([
    entryOf({ context: '0 paragraph 1', target: 'Intro.', state: 'translated', offset: 0 }, 0),
    entryOf({ context: '1 heading', target: 'Use', state: 'translated', offset: 11 }, 1),
    entryOf({ context: '1 paragraph 1', target: 'One.', state: 'translated', offset: 18 }, 2),
  ])
})

test('lines without a blank line between them are one paragraph', () => {
  expect(read('A\r\nb [[c|d]]\r\n\r\nE\n----\nF')).toEqual([
    ['0 paragraph 1', 'A\nb [[c|d]]'],
    ['0 paragraph 2', 'E'],
    ['0 paragraph 3', 'F'],
  ])
})

test.each([
  ['= A =', 'A'],
  ['======= A =======', '= A ='],
  ['=== A == ', '= A'],
  ['== A == <!-- b -->', 'A'],
  ['== A = B ==', 'A = B'],
])('%j is a heading', (line, text) => {
  expect(read(line)).toEqual([['1 heading', text]])
})

test.each(['== A', 'A ==', '=='])('%j is no heading', (line) => {
  expect(read(line).filter(([context]) => context === '1 heading')).toEqual([])
})

test('list items, terms and definitions are separate texts', () => {
  expect(read('* A\n*# B\n: C\n; D : E http://f\n;G\n;: H\n; [[I:J|K]]: L')).toEqual([
    ['0 item 1', 'A'],
    ['0 item 2', 'B'],
    ['0 item 3', 'C'],
    ['0 term 1', 'D'],
    ['0 item 4', 'E http://f'],
    ['0 term 2', 'G'],
    ['0 item 5', 'H'],
    ['0 term 3', '[[I:J|K]]'],
    ['0 item 6', 'L'],
  ])
})

test('table cells are texts without their attributes', () => {
  const table = `{| class="wikitable"
|+ style="x" | Caption
! scope="col" | H1 !! H2 || H3
|-
| a || style="y" | b [[c|d]]
e
|
{| class="inner"
| f
|}
* g
| <nowiki>h || i</nowiki>
|}
After`
  expect(read(table)).toEqual([
    ['0 caption 1', 'Caption'],
    ['0 cell 1', 'H1'],
    ['0 cell 2', 'H2'],
    ['0 cell 3', 'H3'],
    ['0 cell 4', 'a'],
    ['0 cell 5', 'b [[c|d]]\ne'],
    ['0 cell 6', 'f'],
    ['0 item 1', 'g'],
    ['0 cell 7', '<nowiki>h || i</nowiki>'],
    ['0 paragraph 1', 'After'],
  ])
})

test('templates, code, switches, comments and category links are no texts', () => {
  const page = `{{Infobox
| name = {{{1|A}}}
== no heading ==
}}
__NOTOC__
<!-- a
comment -->
<syntaxhighlight lang="js">
* code
</syntaxhighlight>
[[Category:Boats]]
[[de:Boote]]
<br />

A {{b|c}}<ref>
* d</ref>
<!-- alone -->
and <nowiki>* e
</nowiki><!-- f -->.`
  expect(read(page)).toEqual([
    ['0 paragraph 1', 'A {{b|c}}<ref>\n* d</ref>\nand <nowiki>* e\n</nowiki>.'],
  ])
})

test('lines with a leading space are one text, and markup after a comment is recognized', () => {
  expect(read(' a\n  b\n<!-- c -->* d\n\n<!-- e -->\n\nf\n<!-- g -->\n\nh')).toEqual([
    ['0 preformatted 1', 'a\n  b'],
    ['0 item 1', 'd'],
    ['0 paragraph 1', 'f'],
    ['0 paragraph 2', 'h'],
  ])
})

test('unclosed markup is read as it is rendered', () => {
  expect(read('{{a\nb\n\n[[c\n\n<nowiki>d\n\n{|\n| e <!-- f')).toEqual([
    ['0 paragraph 1', '{{a\nb'],
    ['0 paragraph 2', '[[c'],
    ['0 paragraph 3', '<nowiki>d'],
    ['0 cell 1', 'e'],
  ])
})

test('a redirect has no texts', () => {
  expect(read('#REDIRECT [[A]]\n\nB')).toEqual([])
})

test('invalid UTF-8 is refused with its place', () => {
  expect(() => read('')).not.toThrow()
  expect(() =>
    mediawiki.parse(Buffer.from('A\n\xff', 'latin1'), { languageCode: 'en', isMonolingual: true }),
  ).toThrow(new ParseError('expected UTF-8, found an invalid byte', 2, 1))
})
