import { ParseError } from '../../src/errors.ts'
import { expectWhole, parseErrorAt, placeAt, type TextPosition } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import { textOf, type XmlElement } from '../../src/xml/node.ts'
import { parseXml } from '../../src/xml/parse.ts'
import type { DiscoveryRule } from '../discovery.ts'
import { type Entry, type ParsedFile, type ParseOptions, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { templateRule } from '../template-discovery.ts'
import { JAVA, JAVA_2026 } from './dialect.ts'
import { decodeEscapes } from './escapes.ts'
import { javaFacts, keyValueFormat } from './properties.ts'
import { type KeyValueRules, parseKeyValues } from './read.ts'

/**
 * Pages of XWiki as its Maven plug-in writes them: `Translations.xml` beside `Translations.de.xml`. Those of keys and texts
 * contain an object of the class TranslationDocumentClass.
 */
function pageRule(holdsTexts: boolean): DiscoveryRule {
  return templateRule({
    files: /\.xml$/,
    masks: /\.\*\.xml$/,
    isOwn: (text) =>
      /<xwikidoc[\s>]/.test(text) && text.includes('XWiki.TranslationDocumentClass') === holdsTexts,
  })
}

const MISSING = { ignoredStart: '### Missing: ' }
const RULES: KeyValueRules = { dialect: { ...JAVA, ...MISSING }, textOf: targetOf, sourceOf }
const RULES_2026: KeyValueRules = { ...RULES, dialect: { ...JAVA_2026, ...MISSING } }

/** XWiki's properties, in which missing translations are comments of a kind. */
export const xwikiJavaProperties: Format = keyValueFormat({
  ...javaFacts,
  id: 'xwiki-java-properties',
  name: 'XWiki Java Properties',
  rules: RULES,
  in2026: { checkFlags: '', rules: RULES_2026 },
})

const pageFacts = { ...javaFacts, extension: 'xml', encoding: undefined, decode: decodeXml }

/** A page of XWiki whose content is a file of properties. */
export const xwikiPageProperties: Format = {
  ...pageFacts,
  id: 'xwiki-page-properties',
  name: 'XWiki Page Properties',
  discovery: pageRule(true),
  parse: (bytes, options) => parsePage(bytes, options, RULES),
  as2026: { parse: (bytes, options) => parsePage(bytes, options, RULES_2026) },
}

/** A page of XWiki, its content and its title. */
export const xwikiFullPage: Format = {
  ...pageFacts,
  id: 'xwiki-fullpage',
  name: 'XWiki Full Page',
  discovery: pageRule(false),
  parse: parseFullPage,
}

/** Doubles apostrophes in a text with arguments. */
function decodeText(written: string): string {
  const text = decodeEscapes(written)
  return /\{\d+\}/.test(text) ? text.replaceAll("''", "'") : text
}

function targetOf(written: string): string {
  return decodeText(written).replaceAll('\\ ', ' ')
}

/** XWiki decodes sources twice. */
function sourceOf(written: string): string {
  return decodeText(decodeText(written))
}

function parsePage(bytes: Uint8Array, options: ParseOptions, rules: KeyValueRules): ParsedFile {
  const { root, text } = parseXml(bytes, { entities: 'expand', onFault: options.onFault })
  const element = childOf(root, 'content', text)
  const content = textOf(element)
  // XWiki writes line ends as they are, not as references, so the file has the lines of the content.
  let offset = text.indexOf('>', element.offset) + 1
  const { entries } = inPlace(placeAt(text, offset), () => parseKeyValues(content, options, rules))
  let end = content.indexOf('\n')
  return {
    entries: entries.map((entry) => {
      for (; end >= 0 && end < entry.offset; end = content.indexOf('\n', end + 1)) {
        LINE_END.lastIndex = offset
        if (LINE_END.test(text)) offset = LINE_END.lastIndex
      }
      return { ...entry, offset }
    }),
  }
}

/** Reads content that starts at a place in the file, and counts the lines of its errors from the file's start. */
function inPlace<T>({ line, column }: TextPosition, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause
    const columnInFile = cause.line === 1 ? column + cause.column - 1 : cause.column
    throw new ParseError(cause.message, line + cause.line - 1, columnInFile, { cause })
  }
}

const LINE_END = /\r\n?|\n/g

function parseFullPage(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const { root, text } = parseXml(bytes, { entities: 'expand', onFault: options.onFault })
  const elements = ['content', 'title'].map((name) => childOf(root, name, text))
  let position = 0
  const entries = elements.map((element): Entry => {
    const written = textOf(element)
    const target = targetOf(written)
    expectWhole(target, text, element.offset)
    const { local, offset } = element
    const source = options.isMonolingual ? (options.isTemplate ? sourceOf(written) : '') : local
    return { ...textEntry(local, target, target === '' ? 0 : ++position, offset), source }
  })
  return {
    entries: options.isMonolingual ? entries : entries.filter((entry) => entry.position > 0),
  }
}

/** Returns the first child with this name. Throws ParseError if there is none. */
function childOf(root: XmlElement, name: string, text: string): XmlElement {
  const child = root.children.find(
    (node): node is XmlElement => node.type === 'element' && node.local === name && node.uri === '',
  )
  if (child === undefined) throw parseErrorAt(text, root.offset, `expected the element ${name}`)
  return child
}
