import { attributeOf, childrenOf, XML_NAMESPACE, type XmlElement } from '../../src/xml/node.ts'
import {
  type Entry,
  isWithoutText,
  type ParseOptions,
  SEP,
  type Term,
  type TermNote,
} from '../entry.ts'
import { fileFlags, joinFlags } from './file-flags.ts'
import {
  FORBIDDEN,
  firstTerm,
  isDescription,
  isNoteOf,
  NEEDED,
  normalise,
  type Remark,
  remarksIn,
  STATUS,
  spacedText,
  textsOf,
  USAGE,
} from './tbx-text.ts'

/** Reads a `termEntry`; undefined if it makes no unit. */
export type ReadEntry = (element: XmlElement, position: number) => Entry | undefined

const DEPRECATED = new Set(['deprecated', 'deprecatedtermadmnsts', 'deprecatedterm-admn-sts'])

/** Reads entries as Weblate 5.14 does: none without terms, or with a deprecated one. */
export function readEntry(element: XmlElement, position: number): Entry | undefined {
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
  const isForbidden = FORBIDDEN.has(statuses[0] ?? '')
  return {
    context: attributeOf(element, 'id') ?? '',
    source: source ?? '',
    target: target ?? '',
    state: isReadOnly ? 'read-only' : target ? 'translated' : 'untranslated',
    note: [...notes, ...(usage === undefined ? [] : [usage.text])].join('\n'),
    explanation: textsOf(remarks.filter(isNoteOf('translator'))),
    flags: joinFlags(fileFlags(element), isForbidden && 'forbidden'),
    position,
    offset: element.offset,
  }
}

/**
 * Reads entries as Weblate 2026.10 does: by languages, with all terms of each, and a definition for the source. Of several
 * terms no status and no part of speech counts.
 */
export function readTerms({ sourceLanguage = '', languageCode }: ParseOptions): ReadEntry {
  return (element, position) => {
    const languages = childrenOf(element, 'langSet', element.uri)
    const isEmpty = languages.slice(0, 2).every((language) => plainTerm(language, element) === '')
    if (isEmpty) return undefined
    const shared = remarksIn(element, 'concept', [])
    const sourceSets = inLanguage(languages, (code) => code === codeOf(sourceLanguage))
    const [sourceSet] = sourceSets
    const source = sideOf(sourceSet, element, shared)
    const isSame = (code: string) => code === codeOf(languageCode)
    const isNear = (code: string) => code.split('-')[0] === codeOf(languageCode).split('-')[0]
    const others = languages.filter((language) => language !== sourceSet)
    const [targetSet] = [...inLanguage(others, isSame), ...inLanguage(others, isNear)]
    const target = sideOf(targetSet, element, [])
    return entryOf({ element, position, source, target, shared })
  }
}

/** A `langSet`: its terms, and its texts joined. */
interface Side {
  readonly terms: readonly Term[]
  readonly text: string
  readonly remarks: readonly Remark[]
}

interface Parts {
  readonly element: XmlElement
  readonly position: number
  readonly source: Side
  readonly target: Side
  readonly shared: readonly Remark[]
}

function entryOf({ element, position, source, target, shared }: Parts): Entry {
  const all = [...shared, ...source.remarks, ...target.remarks]
  const needed = all.find(({ element, category }) => isDescription(element) && category === NEEDED)
  const isReadOnly = needed ? normalise(needed.text) !== 'yes' : source.text === ''
  const isForbidden = [source, target].some(({ terms: [first, another] }) => {
    return another === undefined && FORBIDDEN.has(normalise(first?.administrative_status ?? ''))
  })
  const [term, another] = source.terms
  const speech = another === undefined ? (term?.notes ?? []) : []
  const above = [...shared, ...source.remarks.filter(({ scope }) => scope === 'language')]
  const descriptions = above.filter(
    (remark) => isDescription(remark.element) && remark.category !== NEEDED,
  )
  return {
    context: attributeOf(element, 'id') ?? '',
    source: source.text,
    target: target.text,
    state: isReadOnly ? 'read-only' : isWithoutText(target.text) ? 'untranslated' : 'translated',
    note: [
      textsOf(shared.filter(isNoteOf('developer'))),
      textsOf(descriptions.filter(({ category }) => category === USAGE)),
      textsOf(speech.filter(({ origin }) => origin === 'pos')),
    ]
      .filter((text) => text !== '')
      .join('\n'),
    explanation: textsOf(shared.filter(isNoteOf('translator'))),
    flags: joinFlags(fileFlags(element), isForbidden && 'forbidden', isReadOnly && 'read-only'),
    terms: {
      definition: textsOf(descriptions.filter(({ category }) => category !== USAGE)),
      source: source.terms,
      target: target.terms,
    },
    position,
    offset: element.offset,
  }
}

function sideOf(
  language: XmlElement | undefined,
  entry: XmlElement,
  shared: readonly Remark[],
): Side {
  if (language === undefined) return { terms: [], text: '', remarks: [] }
  const around = [language, entry]
  const above = remarksIn(language, 'language', [entry])
  const remarks = [...above]
  const tigs = childrenOf(language, 'tig', entry.uri)
  const terms = tigs.map((tig, index): Term => {
    const termRemarks = remarksIn(tig, 'term', around)
    remarks.push(...termRemarks)
    const term = firstTerm(tig, entry.uri)
    const status = termRemarks.find(
      ({ origin, category }) => origin === 'pos' && category === STATUS,
    )
    return {
      id: null,
      text: term === undefined ? '' : spacedText(term, tig, ...around),
      // Of several terms, the first carries what applies to all.
      notes: notesOf(index === 0 ? [...shared, ...above, ...termRemarks] : termRemarks),
      administrative_status: status?.text ?? null,
    }
  })
  const text =
    tigs.length === 0 ? plainTerm(language, entry) : terms.map((term) => term.text).join(SEP)
  return { terms, text, remarks }
}

function notesOf(remarks: readonly Remark[]): TermNote[] {
  const notes = new Map<string, TermNote>()
  for (const { element, ...note } of remarks) {
    const isHidden = isDescription(element) ? note.category === NEEDED : note.category === STATUS
    const key = JSON.stringify(note)
    if (!isHidden && !notes.has(key)) notes.set(key, note)
  }
  return [...notes.values()]
}

function plainTerm(language: XmlElement, entry: XmlElement): string {
  const term = firstTerm(language, entry.uri)
  return term === undefined ? '' : spacedText(term, language, entry)
}

function inLanguage(
  languages: readonly XmlElement[],
  isOwn: (code: string) => boolean,
): XmlElement[] {
  return languages.filter((language) =>
    isOwn(codeOf(attributeOf(language, 'lang', XML_NAMESPACE) ?? '')),
  )
}

function codeOf(language: string): string {
  return language.toLowerCase().replaceAll('_', '-')
}
