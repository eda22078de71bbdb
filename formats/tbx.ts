import { fileFlags } from './file-flags.ts'
import type { Entry, Format } from './format.ts'
import { isWhitespace, parseErrorAt } from './text.ts'
import { parseXml } from './xml.ts'
import { attributeOf, textOf, XML_NAMESPACE, type XmlElement } from './xml-node.ts'

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
  checkFlags: '',
  parse: parseTbx,
}

/** What is said about a term, in document order. */
interface Remarks {
  readonly termNotes: XmlElement[]
  readonly notes: XmlElement[]
  readonly descriptions: XmlElement[]
}

/** Nested entries share their remarks; files where that multiplies beyond this many characters are refused. */
const MAX_REMARKS_LENGTH = 20_000_000
const DEPRECATED = new Set(['deprecated', 'deprecatedtermadmnsts', 'deprecatedterm-admn-sts'])
const FORBIDDEN = new Set(['forbidden', 'obsolete'])

function parseTbx(bytes: Uint8Array): Entry[] {
  const { root, text } = parseXml(bytes, { entities: 'expand' })
  if (root.name !== 'martif') {
    throw parseErrorAt(text, root.offset, `expected <martif>, found <${root.name}>`)
  }
  const entries: Entry[] = []
  let length = 0
  for (const element of descendants(root, 'termEntry')) {
    const entry = readEntry(element, entries.length + 1)
    if (entry === undefined) continue
    entries.push(entry)
    length += entry.note.length + entry.explanation.length
    if (length > MAX_REMARKS_LENGTH + text.length) {
      throw parseErrorAt(text, entry.offset, 'expected fewer notes, entries are nested too much')
    }
  }
  return entries
}

/** Undefined for an entry without terms or with a deprecated one. */
function readEntry(element: XmlElement, position: number): Entry | undefined {
  const textIn = (child: XmlElement): string => spacedText(child, element)
  const languages = element.children.filter(
    (child): child is XmlElement =>
      child.type === 'element' && child.local === 'langSet' && child.uri === element.uri,
  )
  const termOf = (language: XmlElement | undefined): string => {
    const term = language && descendants(language, 'term').next().value
    return term ? textIn(term) : ''
  }
  const source = termOf(languages[0])
  const target = termOf(languages[1])
  if (source === '' && target === '') return undefined
  const { termNotes, notes, descriptions } = remarksOf(element)
  const statuses = ofType(termNotes, 'administrativeStatus').map((note) => normalise(textIn(note)))
  if (statuses.some((status) => DEPRECATED.has(status))) return undefined
  const [needed] = ofType(descriptions, 'Translation needed')
  const flags = [fileFlags(element), FORBIDDEN.has(statuses[0] ?? '') ? 'forbidden' : '']
  return {
    context: attributeOf(element, 'id') ?? '',
    source,
    target,
    isTranslated: target !== '',
    isReadOnly: needed === undefined ? source === '' : normalise(textIn(needed)) !== 'yes',
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
  const lists = new Map([
    ['termNote', remarks.termNotes],
    ['note', remarks.notes],
    ['descrip', remarks.descriptions],
  ])
  for (const element of descendants(entry)) lists.get(element.local)?.push(element)
  return remarks
}

/** The elements of this name (default: any) and of the ancestor's namespace below it, in document order. */
function* descendants(ancestor: XmlElement, local?: string): Generator<XmlElement, undefined> {
  const lists = [ancestor.children]
  const indexes = [0]
  while (lists.length > 0) {
    const depth = lists.length - 1
    const index = indexes[depth] ?? 0
    const child = lists[depth]?.[index]
    indexes[depth] = index + 1
    if (child === undefined) {
      lists.pop()
      indexes.pop()
    } else if (child.type === 'element') {
      if (child.uri === ancestor.uri && (local ?? child.local) === child.local) yield child
      lists.push(child.children)
      indexes.push(0)
    }
  }
  return undefined
}

function ofType(elements: readonly XmlElement[], type: string): XmlElement[] {
  return elements.filter((element) => attributeOf(element, 'type') === type)
}

function from(notes: readonly XmlElement[], author: string): XmlElement[] {
  return notes.filter((note) => attributeOf(note, 'from') === author)
}

function joinDistinct(
  elements: readonly XmlElement[],
  textIn: (element: XmlElement) => string,
): string {
  return [...new Set(elements.map(textIn))].join('\n')
}

/** The element's text; white space is kept unless `xml:space` of the element, or else of its entry, is `default`. */
function spacedText(element: XmlElement, entry: XmlElement): string {
  const text = textOf(element)
  const space =
    attributeOf(element, 'space', XML_NAMESPACE) ?? attributeOf(entry, 'space', XML_NAMESPACE)
  if (space !== 'default') return text
  return text
    .split(/[ \t\n\r]+/)
    .filter(Boolean)
    .join(' ')
}

/** Trimmed and in lower case. */
function normalise(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhitespace(text.charCodeAt(start))) start++
  while (end > start && isWhitespace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end).toLowerCase()
}
