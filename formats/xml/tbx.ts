import { parseErrorAt } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import { attributeOf, isElement, type XmlElement } from '../../src/xml/node.ts'
import { expectRoot, parseXml } from '../../src/xml/parse.ts'
import { block, element, writeXml, type XmlTree } from '../../src/xml/writer.ts'
import type { Entry, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { type DocumentUnit, firstForm, type TranslationDocument } from '../translation-document.ts'
import { fileFlags } from './file-flags.ts'
import { tbxDiscovery } from './tbx-discovery.ts'
import { readTerms } from './tbx-terms.ts'
import {
  firstTerm,
  from,
  joinDistinct,
  normalise,
  ofType,
  type ReadEntry,
  spacedText,
} from './tbx-text.ts'
import { readTbxVersion } from './tbx-version.ts'

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "TBXcdv04.dtd">
`

/** TermBase eXchange, the old MARTIF form: an entry for each unit with its first forms; notes are the developer's. */
function writeTbx(
  { units, sourceLanguage, language }: TranslationDocument,
  attributesOf: (unit: DocumentUnit) => Record<string, string>,
): string {
  const entries = units.map((unit) => {
    const { sources, targets, note } = unit
    const text = note.trim()
    return block('termEntry', attributesOf(unit), [
      langSet(sourceLanguage.code, firstForm(sources)),
      langSet(language.code, firstForm(targets)),
      ...(text === '' ? [] : [element('note', { from: 'developer' }, text)]),
    ])
  })
  const source = block('sourceDesc', {}, [element('p', {}, 'gitglot')])
  const root = block('martif', { type: 'TBX', 'xml:lang': sourceLanguage.code }, [
    block('martifHeader', {}, [block('fileDesc', {}, [source])]),
    block('text', {}, [block('body', {}, entries)]),
  ])
  return `${writeXml(root, { head: HEAD, indent: '    ' })}\n`
}

function keyAndFlags({ context, flags }: DocumentUnit): Record<string, string> {
  return { ...(context && { id: context }), ...(flags && { 'weblate-flags': flags }) }
}

function langSet(code: string, term: string): XmlTree {
  return element('langSet', { 'xml:lang': code }, element('tig', {}, element('term', {}, term)))
}

/**
 * TermBase eXchange, the `martif` dialect of ISO 30042:2008: a `termEntry` is a term in its first `langSet` and its
 * translation in the second; languages are not looked at.
 */
export const tbx: Format = {
  id: 'tbx',
  name: 'TermBase eXchange file',
  extension: 'tbx',
  mediaType: 'application/x-tbx',
  template: 'never',
  hasTerms: true,
  checkFlags: '',
  decode: decodeXml,
  discovery: tbxDiscovery,
  ...parsers(() => readEntry),
  as2026: {
    hasAlternatives: true,
    revisionEnd: ':2',
    writer: { needsKeys: false, write: (document) => writeTbx(document, keyAndFlags) },
    ...parsers(readTerms),
  },
  writer: { needsKeys: false, write: (document) => writeTbx(document, () => ({})) },
}

function parsers(
  readerFor: (options: ParseOptions) => ReadEntry,
): Pick<Format, 'parse' | 'readVersion'> {
  return {
    parse: (bytes, options) => ({ entries: parseTbx(bytes, options.onFault, readerFor(options)) }),
    readVersion: (bytes, before, options) =>
      readTbxVersion(bytes, before, (part) => parseTbx(part, options.onFault, readerFor(options))),
  }
}

/** Returns what elements say about a term, in document order. */
interface Remarks {
  readonly termNotes: XmlElement[]
  readonly notes: XmlElement[]
  readonly descriptions: XmlElement[]
}

/** Nested entries repeat the remarks of all inner ones; this bound keeps the time linear. */
const MAX_ENTRY_DEPTH = 16
const DEPRECATED = new Set(['deprecated', 'deprecatedtermadmnsts', 'deprecatedterm-admn-sts'])
const FORBIDDEN = new Set(['forbidden', 'obsolete'])

function parseTbx(
  bytes: Uint8Array,
  onFault: ParseOptions['onFault'],
  readEntry: ReadEntry,
): Entry[] {
  const entries: Entry[] = []
  const document = parseXml(bytes, {
    onFault,
    entities: 'expand',
    units: (text) => {
      const visit = (element: XmlElement, uri: string, depth: number): void => {
        const isEntry = isElement(element, 'termEntry', uri)
        if (isEntry && depth === MAX_ENTRY_DEPTH) {
          const message = `expected termEntry elements nested at most ${MAX_ENTRY_DEPTH} deep`
          throw parseErrorAt(text, element.offset, message)
        }
        const entry = isEntry ? readEntry(element, entries.length + 1) : undefined
        if (entry !== undefined) entries.push(entry)
        for (const child of element.children) {
          if (child.type === 'element') visit(child, uri, isEntry ? depth + 1 : depth)
        }
      }
      return {
        isUnit: (element, [root]) =>
          root?.node.name === 'martif' && isElement(element, 'termEntry', root.node.uri),
        read: (unit) => visit(unit, unit.uri, 0),
      }
    },
  })
  expectRoot(document, 'martif')
  return entries
}

/** Returns undefined for an entry without terms, or with a deprecated one. */
function readEntry(element: XmlElement, position: number): Entry | undefined {
  const textIn = (child: XmlElement): string => spacedText(child, element)
  const languages = element.children.filter(
    (child): child is XmlElement =>
      child.type === 'element' && child.local === 'langSet' && child.uri === element.uri,
  )
  const termOf = (language: XmlElement | undefined): string => {
    const term = language && firstTerm(language, element.uri)
    return term === undefined ? '' : textIn(term)
  }
  const source = termOf(languages[0])
  const target = termOf(languages[1])
  if (source === '' && target === '') return undefined
  const { termNotes, notes, descriptions } = remarksOf(element)
  const statuses = ofType(termNotes, 'administrativeStatus').map((note) => normalise(textIn(note)))
  if (statuses.some((status) => DEPRECATED.has(status))) return undefined
  const [needed] = ofType(descriptions, 'Translation needed')
  const isReadOnly = needed === undefined ? source === '' : normalise(textIn(needed)) !== 'yes'
  const flags = [fileFlags(element), FORBIDDEN.has(statuses[0] ?? '') ? 'forbidden' : '']
  return {
    context: attributeOf(element, 'id') ?? '',
    source,
    target,
    state: isReadOnly ? 'read-only' : target === '' ? 'untranslated' : 'translated',
    note: noteOf(termNotes, notes, descriptions, textIn),
    explanation: joinDistinct(from(notes, 'translator'), textIn),
    flags: flags.filter(Boolean).join(', '),
    position,
    offset: element.offset,
  }
}

function noteOf(
  termNotes: readonly XmlElement[],
  notes: readonly XmlElement[],
  descriptions: readonly XmlElement[],
  textIn: (element: XmlElement) => string,
): string {
  const described = termNotes.filter((note) => attributeOf(note, 'type') !== 'administrativeStatus')
  const groups = [joinDistinct(described, textIn), joinDistinct(from(notes, 'developer'), textIn)]
  const lines = groups.filter((group) => group !== '')
  const [usage] = ofType(descriptions, 'Usage note')
  if (usage !== undefined) lines.push(textIn(usage))
  return lines.join('\n')
}

function remarksOf(entry: XmlElement): Remarks {
  const remarks: Remarks = { termNotes: [], notes: [], descriptions: [] }
  const visit = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (child.type !== 'element') continue
      if (child.uri === entry.uri) {
        if (child.local === 'termNote') remarks.termNotes.push(child)
        else if (child.local === 'note') remarks.notes.push(child)
        else if (child.local === 'descrip') remarks.descriptions.push(child)
      }
      visit(child)
    }
  }
  visit(entry)
  return remarks
}
