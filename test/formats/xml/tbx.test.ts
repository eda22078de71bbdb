import { expect, test } from 'vitest'
import type { Entry } from '../../../formats/entry.ts'
import { tbx } from '../../../formats/xml/tbx.ts'

function parse(text: string): readonly Entry[] {
  return tbx.parse(new TextEncoder().encode(text), { languageCode: 'cs', isMonolingual: false })
    .entries
}

/** The entries of a body, where `{x}` stands for a language set with the term x. */
function read(body: string): readonly Entry[] {
  const terms = body.replace(/\{(.*?)\}/g, '<langSet><tig><term>$1</term></tig></langSet>')
  return parse(`<martif><text><body>${terms}</body></text></martif>`)
}

test('an entry has everything the catalog asks for', () => {
  const body =
    '<termEntry id="i" maxwidth="5" size-unit="char"><termNote type="partOfSpeech">noun</termNote>' +
    '<note from="developer">D</note><descrip type="Usage note">U</descrip>' +
    '<note from="translator">T</note><note from="translator">T</note><note>N</note>{a}{b}{c}</termEntry>'
  expect(read(body)).toEqual([
    {
      context: 'i',
      source: 'a',
      target: 'b',
      state: 'translated',
      note: 'noun\nD\nU',
      explanation: 'T',
      flags: 'max-length:5',
      position: 1,
      offset: 20,
    },
  ])
})

test.each([
  ['<langSet><ntig><termGrp><term>a</term></termGrp></ntig></langSet>', 'a', ''],
  ['<langSet/>{b}', '', 'b'],
  ['<langSet><tig/><tig><term>a</term></tig></langSet>', 'a', ''],
  ['<langSet><tig><term/></tig><tig><term>a</term></tig></langSet>{b}', '', 'b'],
  ['{a <hi>b</hi><!-- c --><![CDATA[ d]]>}', 'a b d', ''],
  ['<langSet><x xmlns="u"><term>x</term></x><term>a</term></langSet>', 'a', ''],
])('the terms of %s are %j and %j', (body, source, target) => {
  const entries = read(`<termEntry>${body}</termEntry>`)
  expect(entries.map((entry) => [entry.source, entry.target])).toEqual([[source, target]])
})

test('white space is kept unless the term or the entry says otherwise', () => {
  const term = (space: string): string => `<langSet><term${space}>  a\n b </term></langSet>`
  const spaced = ' xml:space="default"'
  const body =
    `<termEntry>${term('')}</termEntry><termEntry>${term(spaced)}</termEntry><termEntry${spaced}>${term('')}</termEntry>` +
    `<termEntry${spaced}>${term(' xml:space="preserve"')}</termEntry>`
  expect(read(body).map(({ source }) => source)).toEqual(['  a\n b ', 'a b', 'a b', '  a\n b '])
})

test.each([
  ['', false],
  ['<descrip type="Translation needed"> YES </descrip>', false],
  ['<descrip type="Translation needed">no</descrip>', true],
  ['<descrip type="Translation needed"/><descrip type="Translation needed">yes</descrip>', true],
  ['<descrip type="translation needed">no</descrip>', false],
])('with %j the entry is read-only: %j', (description, expected) => {
  expect(read(`<termEntry>{a}{b}${description}</termEntry>`)[0]?.state === 'read-only').toBe(
    expected,
  )
})

test('without a source an entry is read-only unless translation is needed', () => {
  const needed = '<descrip type="Translation needed">yes</descrip>'
  const body = `<termEntry><langSet/>{b}</termEntry><termEntry><langSet/>{b}${needed}</termEntry>`
  expect(read(body).map(({ state }) => state)).toEqual(['read-only', 'translated'])
})

test('the first status forbids a term, any status deprecates it', () => {
  const status = (text: string): string =>
    `<termNote type="administrativeStatus">${text}</termNote>`
  const body =
    `<termEntry weblate-flags="url">{a}${status(' Obsolete ')}</termEntry>` +
    `<termEntry>{b}${status('preferred')}${status('forbidden')}</termEntry>` +
    `<termEntry>{c}${status('preferred')}${status('deprecatedTerm-admn-sts')}</termEntry>` +
    '<termEntry>{}{}</termEntry><termEntry>{d}</termEntry>'
  expect(read(body).map((entry) => [entry.source, entry.flags, entry.position])).toEqual([
    ['a', 'url, forbidden', 1],
    ['b', '', 2],
    ['d', '', 3],
  ])
})

test('an empty usage note is still a line of the note', () => {
  const usage = '<descrip type="Usage note"/>'
  const body = `<termEntry>{a}${usage}</termEntry><termEntry>{b}${usage}<note from="developer">D</note></termEntry>`
  expect(read(body).map(({ note }) => note)).toEqual(['', 'D\n'])
})

test('nested entries are entries, and their notes also belong to the outer entry', () => {
  const body =
    '<termEntry id="o">{a}<termEntry id="i">{b}<note from="developer">D</note></termEntry></termEntry>'
  expect(read(body).map((entry) => [entry.context, entry.note])).toEqual([
    ['o', 'D'],
    ['i', 'D'],
  ])
})

test('entities are expanded, and external ones are empty', () => {
  const text =
    '<!DOCTYPE martif SYSTEM "x.dtd" [<!ENTITY p "P&#38;amp;">]><martif><termEntry><langSet><term>&p;&q;!</term></langSet></termEntry></martif>'
  expect(parse(text)[0]?.source).toBe('P&!')
})

test('only elements of the default namespace are read', () => {
  const entry = '<termEntry><langSet><term>a</term></langSet></termEntry>'
  expect(parse(`<martif xmlns="u">${entry}</martif>`)).toHaveLength(1)
  expect(
    parse(`<martif xmlns="u">${entry.replace('<termEntry', '<termEntry xmlns=""')}</martif>`),
  ).toEqual([])
})

test.each(['<tbx/>', '<x:martif xmlns:x="u"/>'])('the root cannot be %s', (text) => {
  expect(() => parse(text)).toThrow(/^expected <martif>, found </)
})
