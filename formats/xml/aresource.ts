import { parseErrorAt } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import { attributeOf, type XmlElement } from '../../src/xml/node.ts'
import { parseXml } from '../../src/xml/parse.ts'
import { type Entry, type EntryState, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { pluralTags } from '../plural-tags.ts'
import { aresourceDiscovery } from './aresource-discovery.ts'
import { androidText } from './aresource-text.ts'
import { writeAndroid } from './aresource-write.ts'
import { fileFlags } from './file-flags.ts'

/**
 * Android string resources (https://developer.android.com/guide/topics/resources/string-resource): the `string` and
 * `plurals` elements right below `resources`. A plural has a form for each quantity name of the language.
 */
export const aresource: Format = {
  id: 'aresource',
  name: 'Android String Resource',
  extension: 'xml',
  mediaType: 'application/xml',
  template: 'always',
  hasStrictPlurals: true,
  checkFlags: 'java-printf-format',
  decode: decodeXml,
  discovery: aresourceDiscovery,
  parse: (bytes, options) =>
    parseResources(bytes, options, {
      plural: 'plurals',
      textOf: androidText,
    }),
  writer: { needsKeys: true, write: writeAndroid },
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** What differs between Android's resources and those that are modelled on them. */
interface Dialect {
  /** Name of the element with plural forms. */
  readonly plural: string
  /** The text of a `string` or `item`. */
  textOf(element: XmlElement): string
}

/** Reads resources. Throws ParseError. */
export function parseResources(
  bytes: Uint8Array,
  { languageCode }: ParseOptions,
  { plural, textOf }: Dialect,
): ParsedFile {
  const { root, text } = parseXml(bytes, { entities: 'keep' })
  if (root.name !== 'resources') {
    throw parseErrorAt(
      text,
      root.offset,
      `expected <resources>, found <${root.name.slice(0, 100)}>`,
    )
  }
  if (root.uri !== '') return { entries: [] }
  const tags = pluralTags(languageCode)
  // Only an escape can make half a character, and only of a backslash that is written as it is or as a reference.
  const canSplit = text.includes('\\u') || text.includes('&#')
  const entries: Entry[] = []
  let comments: string[] = []
  for (const node of root.children) {
    if (node.type === 'comment') comments.push(node.value)
    if (node.type === 'comment' || node.type === 'text' || node.type === 'cdata') continue
    const note = comments.length === 0 ? '' : comments.join('\n')
    comments = comments.length === 0 ? comments : []
    if (node.type !== 'element' || !isUnit(node, plural)) continue
    const context = attributeOf(node, 'name')
    if (context === undefined) {
      throw parseErrorAt(text, node.offset, `expected a name attribute in <${node.name}>`)
    }
    const forms =
      node.local === 'string'
        ? [textOf(node)]
        : pluralForms(node, tags).map((item) => (item === undefined ? '' : textOf(item)))
    if (canSplit && forms.some((form) => LONE_SURROGATE.test(form))) {
      throw parseErrorAt(text, node.offset, 'expected whole characters, found a lone surrogate')
    }
    if (context === '') continue
    entries.push({
      context,
      source: '',
      target: forms.join(SEP),
      state: stateOf(node, forms),
      note,
      explanation: '',
      flags: fileFlags(node),
      position: entries.length + 1,
      offset: node.offset,
    })
  }
  return { entries }
}

function stateOf(node: XmlElement, forms: readonly string[]): EntryState {
  if (attributeOf(node, 'translatable') === 'false') return 'read-only'
  return forms.some((form) => form !== '') ? 'translated' : 'untranslated'
}

function isUnit({ local, uri }: XmlElement, plural: string): boolean {
  return (local === 'string' || local === plural) && uri === ''
}

/** The last item of each quantity name. */
function pluralForms(
  { children }: XmlElement,
  tags: readonly string[],
): (XmlElement | undefined)[] {
  const items = new Map<string | undefined, XmlElement>()
  for (const child of children) {
    if (child.type !== 'element' || child.local !== 'item' || child.uri !== '') continue
    items.set(attributeOf(child, 'quantity'), child)
  }
  return tags.map((tag) => items.get(tag))
}
