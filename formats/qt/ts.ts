import { parseErrorAt } from '../../src/text.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  isElement,
  leadingText,
  type XmlElement,
} from '../../src/xml/node.ts'
import { parseXml } from '../../src/xml/parse.ts'
import { type Entry, type EntryState, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { tsDiscovery } from './ts-discovery.ts'
import { createLocations, type ReadLocations } from './ts-locations.ts'

/** Qt Linguist's translation source: https://doc.qt.io/qt-6/linguist-ts-file-format.html */
export const ts: Format = {
  id: 'ts',
  name: 'Qt Linguist translation file',
  extension: 'ts',
  mediaType: 'application/x-linguist',
  template: 'both',
  pluralSource: 6,
  checkFlags: '',
  decode: decodeXml,
  discovery: tsDiscovery,
  parse: parseTs,
}

/** What Linguist keeps of texts that the program has no more. */
const DEAD = new Set(['obsolete', 'vanished'])

function parseTs(bytes: Uint8Array, { isMonolingual }: ParseOptions): ParsedFile {
  const messages: Message[] = []
  const locations = createLocations()
  const { root, text } = parseXml(bytes, {
    entities: 'keep',
    units: (text) => {
      const reader = { text, locations, isMonolingual }
      const visit = (element: XmlElement, parent: XmlElement, uri: string): void => {
        if (isElement(element, 'message', uri)) {
          messages.push({ parent, entry: readMessage(element, reader) })
        }
        for (const child of element.children) {
          if (child.type === 'element') visit(child, element, uri)
        }
      }
      return {
        isUnit: (element, [root]) =>
          root?.node.name === 'TS' && isElement(element, 'message', root.node.uri),
        read(unit, around) {
          const parent = around.at(-1)?.node
          if (parent !== undefined) visit(unit, parent, unit.uri)
        },
      }
    },
  })
  if (root.name !== 'TS') {
    throw parseErrorAt(text, root.offset, `expected <TS>, found <${root.name.slice(0, 100)}>`)
  }
  const isOnlyContext = descendantsOf(root, 'context', root.uri).length === 1
  const nameOf = (parent: XmlElement): string => {
    if (parent.local !== 'context') return ''
    // In no namespace, whichever the file has.
    const name = childOf(parent, 'name', '')
    if (name !== undefined || isOnlyContext) return leadingText(name)
    throw parseErrorAt(text, parent.offset, 'expected a name in <context>')
  }
  const names = new Map<XmlElement, string>()
  const entries: Entry[] = []
  for (const { parent, entry } of messages) {
    const name = names.get(parent) ?? nameOf(parent)
    names.set(parent, name)
    if (entry === undefined) continue
    const context = joinLines(name, entry.context)
    if (context === '' && entry.source === '') entry.state = 'read-only'
    entry.context = isMonolingual ? context + entry.source : context
    if (isMonolingual) entry.source = ''
    entry.position = entries.push(entry)
  }
  return { entries }
}

interface Message {
  readonly parent: XmlElement
  /** Lacks its position, and in its context the name of the parent, which may come after the message. */
  readonly entry: Draft | undefined
}

type Draft = { -readonly [Field in keyof Entry]: Entry[Field] }

interface MessageReader {
  readonly text: string
  readonly locations: ReadLocations
  readonly isMonolingual: boolean
}

/** Undefined for a message without texts, and for one that the program has no more. */
function readMessage(
  message: XmlElement,
  { text, locations, isMonolingual }: MessageReader,
): Draft | undefined {
  const fail = (expected: string): never => {
    throw parseErrorAt(text, message.offset, `expected ${expected} in <message>`)
  }
  const { uri } = message
  const childText = (name: string): string => leadingText(childOf(message, name, uri))
  const location = locations(childrenOf(message, 'location', uri))
  if (location === undefined) return fail('a line relative to a line before it')
  const translation = childOf(message, 'translation', uri)
  const type = translation && attributeOf(translation, 'type')
  if (type !== undefined && DEAD.has(type)) return undefined

  const source = childText('source')
  const isPlural = attributeOf(message, 'numerus') === 'yes'
  const forms = isPlural
    ? (translation ? childrenOf(translation, 'numerusform', uri) : []).map(leadingText)
    : [leadingText(translation)]
  const isEmpty = forms.every((form) => form === '')
  if (isPlural && source === '') fail('a source with plural forms')
  if (isPlural && forms.length === 0) fail('a numerusform')
  if (source === '' && isEmpty) return undefined

  const id = attributeOf(message, 'id') ?? ''
  const state: EntryState =
    type !== 'unfinished' ? 'translated' : isEmpty ? 'untranslated' : 'fuzzy'
  return {
    context: joinLines(childText('comment'), id),
    source: !isMonolingual && isPlural ? pluralSource(source) : source,
    target: forms.join(SEP),
    state,
    repeatsSource: isEmpty && state === 'translated',
    note: joinLines(childText('extracomment'), childText('translatorcomment')),
    explanation: '',
    flags: '',
    location,
    position: 0,
    offset: message.offset,
  }
}

function joinLines(first: string, second: string): string {
  return first === '' || second === '' ? first + second : `${first}\n${second}`
}

/** Two forms of a text in which `(s)` stands for the ending of plurals. */
function pluralSource(source: string): string {
  return source.replaceAll('(s)', '') + SEP + source.replaceAll('(s)', 's')
}
