import { decodeXml } from '../../src/xml/encoding.ts'
import type { OpenElement } from '../../src/xml/entity.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  isElement,
  XML_NAMESPACE,
  type XmlElement,
} from '../../src/xml/node.ts'
import { failIn, parseXml } from '../../src/xml/parse.ts'
import type { DiscoveryRule } from '../discovery.ts'
import type { Entry, EntryState, ParsedFile, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { bilingualRule } from '../xml/bilingual-rule.ts'
import { byWhitespace, versionsOf } from './plain-xliff.ts'
import { type Reading, textsByKey, textsOf } from './read-units.ts'
import { richText } from './rich-text.ts'
import { spacedText } from './trans-unit.ts'

interface TextOptions extends Pick<Reading, 'whitespace'> {
  /** Whether to drop markup in texts; otherwise it stays as XML. */
  readonly isPlain: boolean
}

const discovery: DiscoveryRule = bilingualRule({
  files: /\.(?:xlf|xliff)$/i,
  judge: (texts) => (versionsOf(texts).join() === '2' ? { format: 'xliff2' } : undefined),
  sourceLanguage: /<(?:\w+:)?xliff\s[^<>]*?\bsrcLang\s*=\s*["']([^"'>]*)/,
  language: /<(?:\w+:)?xliff\s[^<>]*?\btrgLang\s*=\s*["']([^"'>]*)/,
})

function create(how: TextOptions): Format {
  return {
    id: 'xliff2',
    name: 'XLIFF 2 translation file',
    extension: 'xliff',
    mediaType: 'application/xliff+xml',
    template: 'both',
    decode: decodeXml,
    parse: (bytes, options) => readXliff2(bytes, options, how),
  }
}

const plain = byWhitespace((whitespace) => create({ isPlain: true, whitespace }))
const rich = byWhitespace((whitespace) => create({ isPlain: false, whitespace }))

/**
 * XLIFF 2 (https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html), whose segments are units. Weblate reads
 * no notes of it, and all states of a segment with a target as translated.
 */
export const xliff2: Format = {
  ...rich({}),
  discovery,
  withParams: (params) => (params['xliff_placeables'] === 'plain' ? plain(params) : rich(params)),
}

function readXliff2(bytes: Uint8Array, options: ParseOptions, how: TextOptions): ParsedFile {
  const entries: Entry[] = []
  let position = 0
  const { root, text } = parseXml(bytes, {
    onFault: options.onFault,
    entities: how.isPlain ? 'expand' : 'mark',
    units: (text) => {
      const reading = { ...how, fail: failIn(text) }
      return {
        isUnit: (element, [root]) =>
          root !== undefined &&
          isElement(root.node, 'xliff', element.uri) &&
          element.local === 'unit',
        read(unit, around) {
          for (const entry of entriesOf(unit, around, { ...options, ...reading })) {
            entries.push({ ...entry, position: entry.position && ++position })
          }
        },
      }
    },
  })
  const fail = failIn(text)
  if (root.local !== 'xliff') fail(`expected <xliff>, found <${root.name.slice(0, 100)}>`, root)
  const version = attributeOf(root, 'version') ?? 'none'
  if (!version.startsWith('2'))
    fail(`expected version 2 of XLIFF, found ${version.slice(0, 100)}`, root)
  if (childOf(root, 'file', root.uri) === undefined) fail('expected <file> in <xliff>', root)
  return { entries }
}

/**
 * Yields the segments of a unit; text between them (`ignorable`) is not translated. Segments without content have
 * position 0.
 */
function entriesOf(
  unit: XmlElement,
  around: readonly OpenElement[],
  options: ParseOptions & Reading & TextOptions,
): Entry[] {
  const { isMonolingual, isTemplate = false } = options
  const elements = [...around.map(({ node }) => node), unit]
  const isKept = nearest(elements, 'translate') === 'no'
  const isReadOnly = isKept && (!isMonolingual || isTemplate)
  const reading = { ...options, inherited: nearest(elements, 'space', XML_NAMESPACE) ?? 'default' }
  const segments = childrenOf(unit, 'segment', unit.uri)
  return segments.flatMap((segment, index): Entry[] => {
    const [source, target] = ['source', 'target'].map((name) => textIn(segment, name, reading))
    const content = { source, target, hasText: Boolean(target) }
    const texts = isMonolingual ? textsByKey(content, options) : textsOf(content)
    if (texts === undefined) return []
    const id = attributeOf(segment, 'id') ?? (segments.length > 1 ? String(index + 1) : undefined)
    const unitId = attributeOf(unit, 'id') ?? ''
    return [
      {
        context: id === undefined ? unitId : `${unitId}::${id}`,
        source: texts.source,
        target: texts.target,
        state: isReadOnly ? 'read-only' : stateOf(segment, texts.target),
        note: '',
        explanation: '',
        flags: options.isPlain ? '' : 'xml-text',
        position: texts.hasContent ? 1 : 0,
        offset: segment.offset,
      },
    ]
  })
}

function textIn(
  segment: XmlElement,
  name: string,
  options: Reading & TextOptions,
): string | undefined {
  const element = childOf(segment, name, segment.uri)
  if (element === undefined) return undefined
  return options.isPlain
    ? spacedText(element, segment, options)
    : richText(element, segment, options)
}

function nearest(elements: readonly XmlElement[], local: string, uri?: string): string | undefined {
  return elements.map((element) => attributeOf(element, local, uri)).findLast(Boolean)
}

const APPROVED: ReadonlySet<string | undefined> = new Set(['reviewed', 'final'])

function stateOf(segment: XmlElement, target: string): EntryState {
  if (target === '') return 'untranslated'
  return APPROVED.has(attributeOf(segment, 'state')) ? 'approved' : 'translated'
}
