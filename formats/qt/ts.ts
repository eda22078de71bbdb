import type { ParseError } from '../../src/errors.ts'
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
import { expectRoot, parseXml } from '../../src/xml/parse.ts'
import type { DiscoveryRule } from '../discovery.ts'
import {
  type Entry,
  type EntryState,
  joinLocation,
  type ParsedFile,
  type ParseOptions,
  SEP,
} from '../entry.ts'
import type { Format } from '../format.ts'
import { bilingualRule } from '../xml/bilingual-rule.ts'

/** Components of Qt's files; most files that end with `.ts` are programs in TypeScript. */
const tsDiscovery: DiscoveryRule = bilingualRule({
  files: /\.ts$/,
  judge: (texts) =>
    texts.some((text) => /^[\uFEFF\s]*</.test(text) && /<TS[\s>]/.test(text))
      ? { format: 'ts' }
      : undefined,
  sourceLanguage: /<TS\s[^<>]*?\bsourcelanguage\s*=\s*["']([^"'>]*)/,
  language: /<TS\s(?:[^<>]*?\s)?language\s*=\s*["']([^"'>]*)/,
})

/** Qt Linguist's translation source: https://doc.qt.io/qt-6/linguist-ts-file-format.html */
export const ts: Format = {
  id: 'ts',
  name: 'Qt Linguist translation file',
  extension: 'ts',
  mediaType: 'application/x-linguist',
  template: 'both',
  pluralSource: 6,
  placeholdersOf: 'qt',
  decode: decodeXml,
  discovery: tsDiscovery,
  parse: parseTs,
}

/** Types of messages that Linguist keeps after the program dropped the text. */
const DEAD = new Set(['obsolete', 'vanished'])

function parseTs(bytes: Uint8Array, { isMonolingual, onFault }: ParseOptions): ParsedFile {
  const groups: Group[] = []
  const locations = createLocations()
  const document = parseXml(bytes, {
    onFault,
    entities: 'keep',
    units: (text) => {
      const reader = {
        text,
        locations: onFault ? lenient(locations, onFault) : locations,
        isMonolingual,
      }
      const visit = (element: XmlElement, parent: XmlElement, uri: string): void => {
        if (isElement(element, 'message', uri)) {
          if (groups.at(-1)?.parent !== parent) groups.push({ parent, drafts: [] })
          const draft = readMessage(element, reader)
          if (draft !== undefined) groups.at(-1)?.drafts.push(draft)
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
  expectRoot(document, 'TS')
  const { root, text } = document
  const isOnlyContext = descendantsOf(root, 'context', root.uri).length === 1
  const nameOf = (parent: XmlElement): string => {
    if (parent.local !== 'context') return ''
    // Elements without a namespace, whichever the file has.
    const name = childOf(parent, 'name', '')
    if (name !== undefined || isOnlyContext) return leadingText(name)
    throw parseErrorAt(text, parent.offset, 'expected a name in <context>')
  }
  const names = new Map<XmlElement, string>()
  const entries: Entry[] = []
  for (const { parent, drafts } of groups) {
    const name = names.get(parent) ?? nameOf(parent)
    names.set(parent, name)
    for (const draft of drafts) {
      const context = joinLines(name, draft.context)
      if (context === '' && draft.source === '') draft.state = 'read-only'
      draft.context = isMonolingual ? context + draft.source : context
      if (isMonolingual) draft.source = ''
      draft.position = entries.push(draft)
    }
  }
  return { entries }
}

/** An entry that still lacks something, such as its position. */
type DraftEntry = { -readonly [Field in keyof Entry]: Entry[Field] }

interface Group {
  readonly parent: XmlElement
  /** Entries without positions, and without their parent's name in the context, which may come later in the file. */
  readonly drafts: DraftEntry[]
}

interface MessageReader {
  readonly text: string
  readonly locations: ReadLocations
  readonly isMonolingual: boolean
}

/** Reads a message; undefined if it has no texts, or if the program dropped it. */
function readMessage(
  message: XmlElement,
  { text, locations, isMonolingual }: MessageReader,
): DraftEntry | undefined {
  const { uri } = message
  const location = locations(message)
  if (location === undefined) throw expected('a line relative to a line before it', message, text)
  const translation = childOf(message, 'translation', uri)
  const type = translation && attributeOf(translation, 'type')
  if (type !== undefined && DEAD.has(type)) return undefined

  const source = childText(message, 'source')
  const isPlural = attributeOf(message, 'numerus') === 'yes'
  const forms = isPlural
    ? (translation ? childrenOf(translation, 'numerusform', uri) : []).map(leadingText)
    : [leadingText(translation)]
  const isEmpty = forms.every((form) => form === '')
  if (isPlural && source === '') throw expected('a source with plural forms', message, text)
  if (isPlural && forms.length === 0) throw expected('a numerusform', message, text)
  if (source === '' && isEmpty) return undefined

  const id = attributeOf(message, 'id') ?? ''
  const state: EntryState =
    type !== 'unfinished' ? 'translated' : isEmpty ? 'untranslated' : 'fuzzy'
  return {
    context: joinLines(childText(message, 'comment'), id),
    source: !isMonolingual && isPlural ? pluralSource(source) : source,
    target: forms.join(SEP),
    state,
    repeatsSource: isEmpty && state === 'translated',
    note: joinLines(childText(message, 'extracomment'), childText(message, 'translatorcomment')),
    explanation: '',
    flags: '',
    location,
    position: 0,
    offset: message.offset,
  }
}

/** Reports the first line number that cannot be resolved; such messages have no locations. */
function lenient(
  locations: ReadLocations,
  onFault: NonNullable<ParseOptions['onFault']>,
): ReadLocations {
  let isTold = false
  return (message) => {
    const text = locations(message)
    if (text === undefined && !isTold) {
      const reason = 'A line in <location> is relative to one before it, which has no line'
      onFault({ message: reason, offset: message.offset, context: '' })
      isTold = true
    }
    return text ?? ''
  }
}

function expected(what: string, { offset }: XmlElement, text: string): ParseError {
  return parseErrorAt(text, offset, `expected ${what} in <message>`)
}

function childText(message: XmlElement, name: string): string {
  return leadingText(childOf(message, name, message.uri))
}

function joinLines(first: string, second: string): string {
  return first === '' || second === '' ? first + second : `${first}\n${second}`
}

/** Makes two forms of a text in which `(s)` stands for the plural ending. */
function pluralSource(source: string): string {
  return source.replaceAll('(s)', '') + SEP + source.replaceAll('(s)', 's')
}

/** Reads the `location` elements in one message after another; undefined where a line is relative to none. */
type ReadLocations = (message: XmlElement) => string | undefined

/**
 * Reads locations in file order, as a line with a sign is relative to the last one before it: `file:line`, joined with
 * commas, with `None` for what is missing.
 */
function createLocations(): ReadLocations {
  let lastFile: string | undefined
  // Undefined after a line without a sign, which relative lines cannot follow.
  let lastLine: number | undefined = 0

  /** Resolves a relative line; undefined if that is impossible. */
  function resolve(line: string): number | undefined {
    if (lastLine === undefined || !/^[-+]\d{1,9}$/.test(line)) return undefined
    lastLine += Number(line)
    return lastLine
  }

  return ({ children, uri }) => {
    const places: string[] = []
    let isBroken = false
    for (const location of children) {
      if (!isElement(location, 'location', uri)) continue
      const file = attributeOf(location, 'filename')
      const line = attributeOf(location, 'line')
      if (line === undefined || !/^[-+]/.test(line)) {
        lastLine = undefined
        lastFile = file ?? lastFile
        if (file || line) places.push(place(file, line))
        continue
      }
      const absolute = resolve(line)
      if (absolute === undefined) return undefined
      lastFile = file ?? lastFile
      if (lastFile !== undefined && absolute < 0) isBroken = true
      if (lastFile !== undefined || absolute !== 0) places.push(place(lastFile, String(absolute)))
    }
    return isBroken ? '' : places.join(', ')
  }
}

function place(file: string | undefined, line: string | undefined): string {
  if (file === undefined) return `None${line}`
  return file === '' ? (line ?? 'None') : joinLocation(file, line ?? 'None')
}
