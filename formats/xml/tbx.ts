import { parseErrorAt } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import { isElement, type XmlElement } from '../../src/xml/node.ts'
import { expectRoot, parseXml } from '../../src/xml/parse.ts'
import { block, element, writeXml, type XmlTree } from '../../src/xml/writer.ts'
import { bilingualProposal } from '../bilingual-discovery.ts'
import {
  type Contents,
  type DiscoveryRule,
  type DiscoveryTree,
  type FileSet,
  type Findings,
  foreignAmong,
  type NearMiss,
  pathsOutside,
} from '../discovery.ts'
import type { Entry, EntryReader, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { type Judgement, judgeEach } from '../template-discovery.ts'
import { type DocumentUnit, firstForm, type TranslationDocument } from '../translation-document.ts'
import { type ReadEntry, readEntry, readTerms } from './tbx-terms.ts'
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

/** Glossaries of TBX files: bilingual, so one language is enough and there is no template. */
const tbxDiscovery: DiscoveryRule = { files: /\.(?:tbx|xml)$/i, find: findTbx }

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

function findTbx(tree: DiscoveryTree, format: EntryReader): Findings {
  const { contents, sourceLanguage } = tree
  // XML is common, so files are read only if their path mentions terms.
  const isTerms = (path: string) =>
    /tbx|gloss|term/i.test(path) && (contents.text(path)?.includes('<martif') ?? false)
  const isXml = (path: string) => /\.xml$/i.test(path)
  const files = [
    ...tree.paths.filter((path) => !isXml(path)),
    ...tree.paths.filter((path) => isXml(path) && isTerms(path)),
  ]
  const sets = tree.sets(files)
  const { proposals, nearMisses } = judgeEach(sets, judgeSet)
  function judgeSet(set: FileSet): Judgement {
    const paths = set.files.map(({ path }) => path)
    const foreign = foreignAmong(paths, contents, /<martif/)
    if (foreign !== undefined) return `${foreign} is not a TBX file: it has no <martif>.`
    const agreedLanguage = sourceLanguageOf(paths, tree)
    const isAgreed = agreedLanguage !== undefined
    return bilingualProposal(set, tree, {
      fileFormat: format.id,
      sourceLanguage: agreedLanguage ?? sourceLanguage,
      isGlossary: true,
      notes: [
        'a glossary, which is bilingual and has no template',
        isAgreed
          ? 'its files name the source language themselves'
          : `its files do not agree on a source language, so it is ${sourceLanguage}`,
      ],
    })
  }
  for (const path of pathsOutside(sets, files)) nearMisses.push(explainLone(path, contents))
  return { proposals, nearMisses }
}

/** Returns the language of the first terms, if all files that declare one agree; undefined otherwise. */
function sourceLanguageOf(
  paths: readonly string[],
  { contents, languageOfCode }: DiscoveryTree,
): string | undefined {
  const codes = paths.flatMap((path) => languagesIn(contents.text(path) ?? '')[0] ?? [])
  const languages = new Set(codes.map((code) => languageOfCode(code)?.code))
  return languages.size === 1 ? [...languages][0] : undefined
}

/** Returns why a TBX file outside any set cannot be used. */
function explainLone(path: string, contents: Contents): NearMiss {
  const languages = new Set(languagesIn(contents.text(path) ?? ''))
  const several =
    languages.size > 2
      ? ` It holds ${languages.size} languages; a component needs a file for each.`
      : ''
  return { filemask: path, explanation: `Its name contains no language.${several}` }
}

/** Returns the codes of the terms' languages, in file order. */
function languagesIn(text: string): string[] {
  const matches = text.matchAll(/<langSet\b[^<>]{0,200}?xml:lang\s*=\s*["']([^"'<>]{1,50})["']/g)
  return [...matches].map(([, code = '']) => code)
}
