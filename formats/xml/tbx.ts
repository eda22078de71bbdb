import { parseErrorAt } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import { attributeOf, childrenOf, isElement, type XmlElement } from '../../src/xml/node.ts'
import { expectRoot, parseXml } from '../../src/xml/parse.ts'
import { block, element, writeXml, type XmlTree } from '../../src/xml/writer.ts'
import type { Entry, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { type DocumentUnit, firstForm, type TranslationDocument } from '../translation-document.ts'
import { fileFlags } from './file-flags.ts'
import { tbxDiscovery } from './tbx-discovery.ts'
import { readTerms } from './tbx-terms.ts'
import {
  FORBIDDEN,
  firstTerm,
  isDescription,
  isNoteOf,
  NEEDED,
  normalise,
  type ReadEntry,
  type Remark,
  remarksIn,
  STATUS,
  spacedText,
  textsOf,
  USAGE,
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
  const parse: Format['parse'] = (bytes, options) => {
    return { entries: parseTbx(bytes, options.onFault, readerFor(options)) }
  }
  return {
    parse,
    readVersion: (bytes, before, options) =>
      readTbxVersion(bytes, before, (part) => parse(part, options)),
  }
}

/** Nested entries repeat the remarks of all inner ones; this bound keeps the time linear. */
const MAX_ENTRY_DEPTH = 16
const DEPRECATED = new Set(['deprecated', 'deprecatedtermadmnsts', 'deprecatedterm-admn-sts'])

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
  const termOf = (language: XmlElement | undefined): string => {
    const term = language && firstTerm(language, element.uri)
    return term === undefined ? '' : spacedText(term, element)
  }
  const [source, target] = childrenOf(element, 'langSet', element.uri).map(termOf)
  if (!source && !target) return undefined
  // Those of its languages and terms count for the entry.
  const remarks = remarksIn(element, 'concept', [], new Set())
  const termNotes = remarks.filter((remark) => remark.element.local === 'termNote')
  const isStatus = ({ category }: Remark) => category === STATUS
  const statuses = termNotes.filter(isStatus).map(({ text }) => normalise(text))
  if (statuses.some((status) => DEPRECATED.has(status))) return undefined
  const descriptionOf = (type: string) =>
    remarks.find((remark) => isDescription(remark.element) && remark.category === type)
  const needed = descriptionOf(NEEDED)
  const isReadOnly = needed === undefined ? !source : normalise(needed.text) !== 'yes'
  const notes = [
    textsOf(termNotes.filter((remark) => !isStatus(remark))),
    textsOf(remarks.filter(isNoteOf('developer'))),
  ].filter((text) => text !== '')
  const usage = descriptionOf(USAGE)
  const flags = [fileFlags(element), FORBIDDEN.has(statuses[0] ?? '') ? 'forbidden' : '']
  return {
    context: attributeOf(element, 'id') ?? '',
    source: source ?? '',
    target: target ?? '',
    state: isReadOnly ? 'read-only' : target ? 'translated' : 'untranslated',
    note: [...notes, ...(usage === undefined ? [] : [usage.text])].join('\n'),
    explanation: textsOf(remarks.filter(isNoteOf('translator'))),
    flags: flags.filter(Boolean).join(', '),
    position,
    offset: element.offset,
  }
}
