import { escapeText } from '../../src/xml/escape.ts'
import { markupOf, writeNodes } from '../../src/xml/markup.ts'
import { block, element, writeXml, type XmlTree } from '../../src/xml/writer.ts'
import type { Conversion } from '../format.ts'
import { type DocumentUnit, firstForm, type TranslationDocument } from '../translation-document.ts'

const FACTS = {
  extension: 'xlf',
  mediaType: 'application/x-xliff+xml',
  needsKeys: false,
} as const

/** XLIFF 1.1 with the groups that gettext's representation guide has for plurals; notes keep their spaces. */
export const poXliff: Conversion = {
  ...FACTS,
  id: 'xliff',
  write: (document) =>
    writeFile(document, (unit) => (unit.isPlural ? pluralGroup(unit) : transUnit(unit, unit.note))),
}

/** XLIFF 1.1 with the first form of plurals. */
export const xliff11: Conversion = {
  ...FACTS,
  id: 'xliff11',
  write: (document) => writeFile(document, (unit) => transUnit(unit, unit.note.trim())),
}

function writeFile(
  { units, language, sourceLanguage }: TranslationDocument,
  write: (unit: DocumentUnit) => XmlTree,
): string {
  const attributes = {
    original: 'NoName',
    'source-language': sourceLanguage.code,
    datatype: 'plaintext',
    'target-language': language.code,
  }
  const file = block('file', attributes, [block('body', {}, units.map(write))])
  const namespace = 'urn:oasis:names:tc:xliff:document:1.1'
  return `${writeXml(block('xliff', { xmlns: namespace, version: '1.1' }, [file]))}\n`
}

function transUnit(unit: DocumentUnit, note: string): XmlTree {
  const { sources, targets, isTranslated, isFuzzy, isApproved } = unit
  const attributes = {
    'xml:space': 'preserve',
    ...((isTranslated || isFuzzy) && { approved: isApproved ? 'yes' : 'no' }),
    id: idOf(unit),
    ...flagsOf(unit),
  }
  return block('trans-unit', attributes, [
    text('source', firstForm(sources)),
    text('target', firstForm(targets), stateOf(unit)),
    ...placesOf(unit),
    ...notesOf(note),
  ])
}

/** Repeats the first form and writes notes twice, in the order and on the lines that Weblate uses. */
function pluralGroup(unit: DocumentUnit): XmlTree {
  const { sources, targets, note } = unit
  const id = idOf(unit)
  const forms = targets.map((target, index) => {
    const attributes = {
      'xml:space': 'preserve',
      id: `${id}[${index}]`,
      ...(unit.isTranslated && { approved: 'yes' }),
    }
    return block('trans-unit', attributes, [
      text('source', sources[Math.min(index, sources.length - 1)] ?? ''),
      text('target', target, stateOf(unit)),
      ...(index === 0 ? [] : notesOf(note.trim())),
    ])
  })
  const [first, ...others] = forms
  const rest = [
    text('target', firstForm(targets)),
    ...others,
    text('source', firstForm(sources)),
    ...notesOf(note),
  ]
  return element(
    'group',
    { restype: 'x-gettext-plurals', id, 'xml:space': 'preserve', ...flagsOf(unit) },
    ...(first === undefined ? [] : [first]),
    ...[...rest, ...placesOf(unit)].flatMap((child) => ['\n        ', child]),
    '\n      ',
  )
}

function idOf({ context, checksum }: DocumentUnit): string {
  return context === '' ? checksum : context
}

function flagsOf({ flags }: DocumentUnit): { 'weblate-flags'?: string } {
  return flags === '' ? {} : { 'weblate-flags': flags }
}

function stateOf({ isTranslated, isFuzzy, isApproved }: DocumentUnit): { state?: string } {
  if (isFuzzy) return { state: 'needs-review-translation' }
  if (!isTranslated) return {}
  return { state: isApproved ? 'final' : 'translated' }
}

/** The references, after gettext's representation guide. */
function placesOf({ location }: DocumentUnit): XmlTree[] {
  return location.split(', ').flatMap((place) => {
    const [, file = place, line] = /^(.*):(\d+)$/s.exec(place) ?? []
    if (file === '') return []
    const context = (type: string, value: string) =>
      element('context', { 'context-type': type }, value)
    const parts = [
      context('sourcefile', file),
      ...(line === undefined ? [] : [context('linenumber', line)]),
    ]
    return [block('context-group', { name: 'po-reference', purpose: 'location' }, parts)]
  })
}

function notesOf(note: string): XmlTree[] {
  return note === '' ? [] : [element('note', { from: 'developer' }, note)]
}

/** Keeps well-formed markup; CDATA sections become text. */
function text(name: string, content: string, attributes: { state?: string } = {}): XmlTree {
  const nodes = markupOf(content)
  const xml =
    nodes === undefined ? escapeText(content) : writeNodes(nodes, ({ value }) => escapeText(value))
  return element(name, attributes, { xml })
}
