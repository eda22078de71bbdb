import { Buffer } from 'node:buffer'
import { ParseError } from '../../src/errors.ts'
import { WHITESPACE_CLASS } from '../../src/text.ts'
import { type Entry, isWithoutText, SEP } from '../entry.ts'
import type { PoBlock, PoText } from './po-blocks.ts'

/** The texts of an entry. */
export interface PoTexts {
  /** `msgctxt` and the context of a KDE comment behind it. */
  readonly context: string
  readonly source: string
  /** Source of the plural; undefined without one. */
  readonly plural: string | undefined
  readonly target: string
}

/** Returns what identifies an entry, which depends on whether there is a template. */
export type PoIdentity = Pick<Entry, 'context' | 'source' | 'noteTail'>

const NOTHING: readonly string[] = []

/** Unescapes the texts of an entry. Throws ParseError for a single plural form that is not the first. */
export function textsOf(block: PoBlock, lineEnd: PoText['lineEnd']): PoTexts {
  const { context = NOTHING, source = NOTHING, plural, translations } = block
  const singular = splitKde(source)
  const many = plural && splitKde(plural)
  return {
    context: textOf(context) + kdeContext(singular.comment, lineEnd),
    source: textOf(singular.text),
    // A text that is only a comment is not a plural form.
    plural: many === undefined || many.text.length === 0 ? undefined : textOf(many.text),
    target: targetOf(translations),
  }
}

function targetOf(translations: PoBlock['translations']): string {
  const only = translations.get(undefined)
  return only ? textOf(only) : [...translations.values()].map(textOf).join(SEP)
}

/** Returns whether an entry is the header: its source texts are `""` and nothing else. */
export function isHeader({ source, context }: PoBlock): boolean {
  return source?.length === 1 && source[0] === '' && !context?.some((literal) => literal !== '')
}

/** Splits literals into those of a comment, which starts with `_:` and ends with a line end, and the others. */
function splitKde(literals: readonly string[]): {
  readonly text: readonly string[]
  readonly comment: readonly string[]
} {
  if (!literals.some((literal) => literal.startsWith('_:'))) {
    return { text: literals, comment: NOTHING }
  }
  const text: string[] = []
  const comment: string[] = []
  let isComment = false
  for (const literal of literals) {
    isComment ||= literal.startsWith('_:')
    ;(isComment ? comment : text).push(literal)
    if (isComment && literal.includes('\\n')) isComment = false
  }
  return { text, comment }
}

function kdeContext(comment: readonly string[], lineEnd: string): string {
  if (comment.length === 0) return ''
  const [context = ''] = textOf(comment).replace(/^_: /, '').split(lineEnd)
  return context
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** Each literal is unescaped on its own: a backslash at its end stays. */
function textOf(literals: readonly string[]): string {
  let text = ''
  for (const literal of literals) {
    text += literal.includes('\\')
      ? literal.replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character)
      : literal
  }
  return text
}

function isFuzzy({ flags }: PoBlock): boolean {
  return flags.some((line) => line.split(',').some((flag) => flag.trim() === 'fuzzy'))
}

/**
 * Joins translators' comments, then extracted ones. In a file with two-character line ends, 5.14 keeps one for an empty line.
 */
function noteOf(block: PoBlock, lineEnd: PoText['lineEnd'], isIn2026: boolean): string {
  const { translatorComments, extractedComments } = block
  if (translatorComments.length + extractedComments.length === 0) return ''
  const comments = translatorComments.map((text) => {
    return isIn2026 ? text.replace(/^ /, '') : text.slice(1)
  })
  const lines = [...comments, ...extractedComments]
  const emptyLine = lineEnd === '\r\n' && !isIn2026 ? '\n' : lineEnd
  const note = lines.map((line) => (line === '' ? emptyLine : line + lineEnd)).join('')
  return note.slice(0, Math.max(0, note.length - lineEnd.length))
}

const WHITE = new RegExp(`[${WHITESPACE_CLASS}]+`, 'u')
const SPECIAL = new RegExp(`[%+${WHITESPACE_CLASS}]`, 'u')

/**
 * Joins the locations with commas, decoding percent-encoded characters. Of Sphinx's `a.py:docstring of b.C:3` only the
 * file remains.
 */
function locationOf({ locations }: PoBlock): string {
  const [first = '', another] = locations
  if (another === undefined && !SPECIAL.test(first)) return first
  return withoutDocstrings(locations.flatMap((line) => line.split(WHITE)))
    .flatMap((piece) => (/[%+]/.test(piece) ? decodePercent(piece).split(WHITE) : piece))
    .filter((place) => place !== '')
    .join(', ')
}

const DOCSTRING = ':docstring'

function withoutDocstrings(pieces: readonly string[]): readonly string[] {
  if (!pieces.some((piece) => piece.endsWith(DOCSTRING))) return pieces
  const rest = pieces.filter((piece) => piece !== '')
  const places: string[] = []
  for (let at = 0; at < rest.length; at++) {
    const [piece = '', of, name] = rest.slice(at, at + 3)
    const isDocstring = piece.endsWith(DOCSTRING) && of === 'of' && name !== undefined
    places.push(isDocstring ? piece.slice(0, -DOCSTRING.length) : piece)
    if (isDocstring) at += 2
  }
  return places
}

function decodePercent(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-fA-F]{2})+/g, (codes) =>
      Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
    )
}

function previousSourceOf({ previous = {}, plural }: PoBlock, isIn2026: boolean): string {
  const [source, many] = [textOf(previous.msgid ?? []), textOf(previous.msgid_plural ?? [])]
  const isPlural = isIn2026 ? many !== '' : plural !== undefined
  return isPlural ? source + SEP + many : source
}

/** Makes an entry. In 5.14, throws ParseError for a single plural form that is not the first. */
export function entryOf(
  block: PoBlock,
  { target }: PoTexts,
  { context, source, noteTail }: PoIdentity,
  position: number,
  lineEnd: PoText['lineEnd'],
  isIn2026: boolean,
): Entry {
  const { plural, translations, offset, flags } = block
  const isEmpty = isWithoutText(target)
  const fuzzy = isFuzzy(block)
  if (plural !== undefined && translations.size === 1 && !isEmpty && !fuzzy && !isIn2026) {
    const [index] = translations.keys()
    if (index !== 0) throw new ParseError(`expected msgstr[0] beside msgstr[${index}]`, 1, 1)
  }
  const entry: Entry = {
    context,
    source,
    target,
    state: isEmpty ? 'untranslated' : fuzzy ? 'fuzzy' : 'translated',
    note: noteOf(block, lineEnd, isIn2026),
    explanation: '',
    flags: flags.join(','),
    location: locationOf(block),
    previousSource: fuzzy && !isEmpty ? previousSourceOf(block, isIn2026) : '',
    position,
    offset,
  }
  return noteTail === undefined ? entry : { ...entry, noteTail }
}
