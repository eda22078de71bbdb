import { expect, test } from 'vitest'
import { aresource } from '../../../formats/xml/aresource.ts'
import { tbx } from '../../../formats/xml/tbx.ts'
import { ParseError } from '../../../src/errors.ts'
import { parseXml } from '../../../src/xml/parse.ts'

function fill(text: string, length = 100_000): string {
  return text.repeat(Math.ceil(length / text.length))
}

function count(times: number, write: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => write(index)).join('')
}

function string(content: string): string {
  return `<resources><string name="a">${content}</string></resources>`
}

/** The message of a ParseError, or `''` if the file is read. */
function problem(text: string, read: (bytes: Uint8Array) => unknown): string {
  const bytes = new TextEncoder().encode(text)
  let message = ''
  try {
    read(bytes)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    message = error.message
  }
  expect(message.length).toBeLessThan(300)
  return message
}

const readAndroid = (bytes: Uint8Array): unknown =>
  aresource.parse(bytes, { languageCode: 'ar', isMonolingual: true })
const readTerms = (bytes: Uint8Array): unknown =>
  tbx.parse(bytes, { languageCode: 'cs', isMonolingual: false })
const readTree = (bytes: Uint8Array): unknown => parseXml(bytes, { entities: 'expand' })

test.each<[string, string]>([
  ['open tags', fill('<a>')],
  ['end tags', fill('</a>')],
  ['angle brackets', fill('<')],
  ['ampersands', `<a>${fill('&')}`],
  ['unfinished references', `<a>${fill('&a')}</a>`],
  ['references', string(fill('&amp;'))],
  ['digits of a reference', string(`&#${fill('0')}65;`)],
  ['a long name', `<${fill('a')}/>`],
  ['a long name beyond ASCII', `<${fill('é')}/>`],
  ['attributes', `<a ${count(8000, (index) => `a${index}="1" `)}/>`],
  [
    'namespaces',
    `<a ${count(4000, (index) => `xmlns:a${index}="u" `)}>${fill('<b xmlns:c="d"/>')}</a>`,
  ],
  ['comments', `<resources>${fill('<!--c--><string name="a"/>')}</resources>`],
  ['open comments', `<a>${fill('<!-- ')}`],
  ['hyphens', `<a><!--${fill(' - ')}`],
  ['sections', string(fill('<![CDATA[]]>'))],
  ['open sections', `<a>${fill('<![CDATA[')}`],
  ['ends of sections', `<a>${fill(']]>')}`],
  ['open instructions', `<a>${fill('<?p ')}`],
  ['quotes in text', string(fill('"'))],
  ['quotes and spaces', string(fill('" '))],
  ['backslashes', string(fill('\\'))],
  ['escaped quotes', string(fill('\\"'))],
  ['code escapes', string(fill('\\u0041'))],
  ['spaces', string(`${fill(' ')}x${fill(' \u00a0')}y${fill(' ')}`)],
  ['markup', string(fill('<b a="&quot;&#10;"/> '))],
  [
    'items',
    `<resources><plurals name="a">${fill('<item quantity="one">x</item>')}</plurals></resources>`,
  ],
  [
    'flags',
    `<resources><string name="a" font="${fill(' ;')}" weblate-flags="${fill('a,')}"/></resources>`,
  ],
  ['carriage returns', string(fill('\r'))],
  ['spaces in the declaration', `<?xml version="1.0"${fill(' ')}`],
  ['open declarations', `<!DOCTYPE a [${fill('<!ENTITY ')}`],
  ['attributes', `<!DOCTYPE a [<!ATTLIST a ${fill('b CDATA "c" ')}>]><a/>`],
  ['open values of attributes', `<!DOCTYPE a [<!ATTLIST a ${fill('b CDATA "')}`],
  ['parameters', `<!DOCTYPE a [${fill('%b;')}]><a/>`],
  ['groups', `<!DOCTYPE a [<!ELEMENT a ${fill('(a|')}`],
  ['references in a value', `<!DOCTYPE a [<!ENTITY a "${fill('&a')}">]><a/>`],
  ['terms', `<martif>${fill('<termEntry><langSet><term>x</term></langSet></termEntry>')}</martif>`],
  ['languages', `<martif><termEntry>${fill('<langSet/>')}</termEntry></martif>`],
  [
    'spaces of a term',
    `<martif><termEntry xml:space="default"><langSet><term>${fill(' ')}x</term></langSet></termEntry></martif>`,
  ],
])('many %s are read or refused with a short message', (_, text) => {
  for (const read of [readAndroid, readTerms, readTree]) problem(text, read)
})

const laughs = (root: string): string =>
  `<!DOCTYPE ${root} [<!ENTITY e0 "ha">${count(12, (index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`)}]>`
const chain = `<!DOCTYPE martif [<!ENTITY e0 "x">${count(20_000, (index) => `<!ENTITY e${index + 1} "&e${index};">`)}]>`

test('a billion laughs are harmless in formats that do not expand entities', () => {
  const text = `${laughs('resources')}${string('&e12;')}`
  expect(problem(text, readAndroid)).toBe('')
})

test.each<[string, string, string]>([
  [
    'of entities in text',
    `${laughs('martif')}<martif>&e12;</martif>`,
    'entities expand to too much text (in the entity e1)',
  ],
  [
    'of entities in an attribute',
    `${laughs('martif')}<martif a="&e12;"/>`,
    'entities expand to too much text (in the entity e1)',
  ],
  [
    'of one long entity',
    `<!DOCTYPE martif [<!ENTITY e "${fill('x', 1e5)}">]><martif>${fill('&e;', 1e5)}</martif>`,
    'entities expand to too much text',
  ],
  [
    'of nested entities',
    `${chain}<martif>&e20000;</martif>`,
    'entities are nested too deeply (in the entity e19961)',
  ],
])('amplification %s is refused', (_, text, expected) => {
  for (const read of [readTerms, readTree]) expect(problem(text, read)).toBe(expected)
})

test('elements may be nested 256 deep, but not deeper', () => {
  const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
  expect(problem(nested(256), readTree)).toBe('')
  expect(problem(nested(257), readTree)).toBe('elements are nested deeper than 256')
  expect(problem(`${'<a>'.repeat(256)}<b/>${'</a>'.repeat(256)}`, readTree)).toBe(
    'elements are nested deeper than 256',
  )
})

test.each([
  [10_000_000, 'x', ''],
  [10_000_001, 'x', 'a text is longer than 10 million bytes'],
  [5_000_001, 'é', 'a text is longer than 10 million bytes'],
])('a text of %i times %s', (times, char, expected) => {
  expect(problem(`<a>${char.repeat(times)}</a>`, readTree)).toBe(expected)
})

test('terms may be nested 16 deep, but not deeper', () => {
  const nested = (depth: number): string =>
    `<martif>${'<termEntry>'.repeat(depth)}${fill('<note from="developer">n</note>')}${'</termEntry>'.repeat(depth)}</martif>`
  expect(problem(nested(16), readTerms)).toBe('')
  expect(problem(nested(17), readTerms)).toBe('expected termEntry elements nested at most 16 deep')
})
