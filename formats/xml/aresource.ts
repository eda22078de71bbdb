import { expectWhole, parseErrorAt } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import { attributeOf, isElement, type XmlElement, type XmlNode } from '../../src/xml/node.ts'
import { expectRoot, parseXml } from '../../src/xml/parse.ts'
import {
  type Entry,
  type EntryState,
  type Fault,
  type ParsedFile,
  type ParseOptions,
  SEP,
} from '../entry.ts'
import type { Format } from '../format.ts'
import { missingTags, pluralTags } from '../plural-tags.ts'
import { aresourceDiscovery } from './aresource-discovery.ts'
import { findAndroidFaults } from './aresource-faults.ts'
import { androidEscape, cdataText, type Escapes, resourceText } from './aresource-text.ts'
import { writeAndroid } from './aresource-write.ts'
import { fileFlags, joinFlags } from './file-flags.ts'

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
  ...resourceReaders({
    plural: 'plurals',
    escapes: androidEscape,
    findFaults: findAndroidFaults,
  }),
  writer: { needsKeys: true, write: writeAndroid },
}

/** What differs between Android's resources and formats modelled on them. */
interface Dialect {
  readonly plural: string
  readonly escapes: Escapes
  /** Reports what its compiler refuses in an element right below `resources`. */
  findFaults?(element: XmlElement, onFault: (fault: Fault) => void): void
}

/** Returns the readers of a dialect; in 2026.10, an element's CDATA content is its text, and flags name a template's markup. */
export function resourceReaders(dialect: Dialect): Pick<Format, 'parse' | 'as2026'> {
  return {
    parse: (bytes, options) => parseResources(bytes, options, dialect, false),
    as2026: { parse: (bytes, options) => parseResources(bytes, options, dialect, true) },
  }
}

function parseResources(
  bytes: Uint8Array,
  { languageCode, isTemplate = false, onFault }: ParseOptions,
  { plural, escapes, findFaults }: Dialect,
  isIn2026: boolean,
): ParsedFile {
  const textOf = (element: XmlElement): string => {
    const cdata = isIn2026 ? wholeCdata(element) : undefined
    return cdata === undefined ? resourceText(element, escapes) : cdataText(cdata, escapes)
  }
  const tags = pluralTags(languageCode)
  const entries: Entry[] = []
  const names = new Set<string>()
  const resources = new Set<string>()
  const document = parseXml(bytes, {
    entities: 'keep',
    onFault,
    units: (text) => {
      // Only an escape can produce a lone surrogate, and only with a backslash that is literal or a reference.
      const canSplit = text.includes('\\u') || text.includes('&#')
      return {
        isUnit: (_, around) =>
          around.length === 1 && around[0]?.node.name === 'resources' && around[0].node.uri === '',
        read(node, _, before) {
          const note = takeNote(before)
          if (onFault !== undefined) findFaults?.(node, onFault)
          if (!isUnit(node, plural)) return
          const context = attributeOf(node, 'name')
          if (context === undefined) {
            throw parseErrorAt(text, node.offset, `expected a name attribute in <${node.name}>`)
          }
          const isPlural = node.local !== 'string'
          const elements = isPlural ? formsOf(node, tags) : [node]
          const forms = elements.map((element) => (element === undefined ? '' : textOf(element)))
          if (canSplit) for (const form of forms) expectWhole(form, text, node.offset)
          if (context === '') return
          const resource = `${node.local} ${attributeOf(node, 'product') ?? 'default'} ${context}`
          // Android has strings of one name by product, and plurals beside them.
          const sharesContext = names.has(context) && !resources.has(resource)
          names.add(context)
          resources.add(resource)
          entries.push({
            context,
            ...(sharesContext && { sharesContext }),
            source: '',
            target: forms.join(SEP),
            state: stateOf(node, forms),
            ...(isPlural && { missingForms: missingTags(tags, (_, index) => forms[index]) }),
            note,
            explanation: '',
            flags: joinFlags(fileFlags(node), isTemplate && isIn2026 && markupFlag(elements)),
            position: entries.length + 1,
            offset: node.offset,
          })
        },
      }
    },
  })
  expectRoot(document, 'resources')
  return { entries }
}

/** Removes the nodes before an element; returns the comments among them, back to the last instruction or entity. */
function takeNote(before: XmlNode[]): string {
  let note: string | undefined
  let isWhole = false
  // An array emptied node by node keeps its memory for the next ones.
  for (let node = before.pop(); node !== undefined; node = before.pop()) {
    if (isWhole || node.type === 'text' || node.type === 'cdata') continue
    if (node.type !== 'comment') isWhole = true
    else note = note === undefined ? node.value : `${node.value}\n${note}`
  }
  return note ?? ''
}

function stateOf(node: XmlElement, forms: readonly string[]): EntryState {
  if (attributeOf(node, 'translatable') === 'false') return 'read-only'
  return forms.some(Boolean) ? 'translated' : 'untranslated'
}

function isUnit({ local, uri }: XmlElement, plural: string): boolean {
  return (local === 'string' || local === plural) && uri === ''
}

/** Returns the forms of a plural: the last item of each quantity name. */
function formsOf(
  { children }: XmlElement,
  tags: readonly string[],
): readonly (XmlElement | undefined)[] {
  const forms: (XmlElement | undefined)[] = tags.map(() => undefined)
  for (const child of children) {
    if (!isElement(child, 'item', '')) continue
    const index = tags.indexOf(attributeOf(child, 'quantity') ?? '')
    if (index >= 0) forms[index] = child
  }
  return forms
}

/** From the weakest to the strongest. */
const FLAGS = ['', 'safe-html', 'auto-safe-html', 'xml-text'] as const

/** Returns the flag for the markup in the `string` or `item` elements that a template has; `''` for none. */
function markupFlag(elements: readonly (XmlElement | undefined)[]): string {
  return FLAGS[Math.max(0, ...elements.map((element) => (element ? kindOf(element) : 0)))] ?? ''
}

function kindOf({ children }: XmlElement): number {
  const kinds = children.map(({ type }) => (type === 'text' ? 0 : type === 'cdata' ? 2 : 3))
  const [only] = children
  if (children.length === 1 && only?.type === 'text') return isBalanced(only.value) ? 1 : 0
  return Math.max(0, ...kinds)
}

const TAG = /<(?:(\/)?([A-Za-z][\w:.-]*)(?:\s[^<>]*)?\/?>)?/g

/** Returns whether a text has tags, each start tag with its end tag. */
function isBalanced(text: string): boolean {
  if (!text.includes('<')) return false
  const open: string[] = []
  for (const [tag, isEnd, name] of text.matchAll(TAG)) {
    if (name === undefined) return false
    if (tag.endsWith('/>')) continue
    if (isEnd === undefined) open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

/** Returns the content of an element that is entirely CDATA; undefined for others. */
function wholeCdata({ children }: XmlElement): string | undefined {
  if (children.length === 0 || !children.every((node) => node.type === 'cdata')) return undefined
  return children.map((node) => (node.type === 'cdata' ? node.value : '')).join('')
}
