import { decodeUtf8 } from '../../src/text.ts'
import { type Entry, isWithoutText, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { formForMillions } from '../plural-tags.ts'
import { templateRule } from '../template-discovery.ts'
import type { PhpText } from './reader.ts'
import { readStatements } from './statements.ts'
import type { Comment } from './tokens.ts'

const FILES = /(?:^|\/)lang\/(?:.+\/)?[^/]+\/.+\.php$/
const RETURN = /^(?:<\?php)?[^\S\n\r\u2028\u2029]*return\s*(?:\[|array\s*\()/m

/** Laravel's language files: `lang/de/auth.php`, which returns an array. https://laravel.com/docs/localization */
const laravelDiscovery = templateRule({
  files: /\.php$/,
  masks: FILES,
  sourcesFormat: () => 'php-sources',
  isOwn: (text) => RETURN.test(text),
})

const TEXT = /^\s*(?:\$\w+\[|define\s*\(|["'][^"']*["']\s*=>)/

/** Discovers PHP that assigns texts to keys, one per line, or returns them; programs are skipped. */
const phpDiscovery = templateRule({
  files: /\.(?:php|inc)$/i,
  sourcesFormat: () => 'php-sources',
  dataMasks: /\*/,
  isOwn(text, [template = '']) {
    if (FILES.test(template) && RETURN.test(text)) return false
    const lines = text
      .replace(/\/\*.*?(?:\*\/|$)/gs, '')
      .split('\n')
      .filter((line) => /^\s*["'$a-z]/i.test(line))
    return lines.filter((line) => TEXT.test(line)).length * 2 > lines.length
  },
})

/** PHP that assigns, defines or returns texts, up to PHP 5.4: https://www.php.net/manual/en/langref.php */
export const php: Format = {
  id: 'php',
  name: 'PHP strings',
  extension: 'php',
  mediaType: 'text/x-php',
  template: 'both',
  decode: decodeUtf8,
  discovery: phpDiscovery,
  parse: (bytes, options) => parsePhp(bytes, options, (text) => text),
}

const { discovery: _, ...facts } = php

/** PHP of Laravel, where bars separate plural forms: https://laravel.com/docs/localization#pluralization */
export const laravel: Format = {
  ...php,
  id: 'laravel',
  name: 'Laravel PHP strings',
  placeholdersOf: 'laravel',
  discovery: laravelDiscovery,
  hasPlainPlurals: true,
  optionalForms: formForMillions,
  parse: (bytes, options) => parsePhp(bytes, options, barForms),
  as2026: {
    checkFlags: 'laravel-format',
    parse: (bytes, options) => parsePhp(bytes, options, barForms, keyOf),
  },
}

function barForms(text: string): string {
  return text.replaceAll('|', SEP)
}

/** Returns the name without the `return`, and without the quotes around it: `menu'[]->'open`. */
function keyOf(name: string): string {
  const key = name.replace(/^return(?:\[\])?->/, '')
  return key !== name && /^'[\s\S]*'$/.test(key) ? key.slice(1, -1) : key
}

/** PHP whose keys are the source texts, as of Yii: `return ['Open the file' => 'Datei öffnen'];`. Nested arrays have none. */
export const phpSources: Format = {
  ...facts,
  id: 'php-sources',
  name: 'PHP strings with source texts as keys',
  template: 'never',
  isOwn: true,
  parse: parseSources,
}

const SOURCE = /^(?:return(?:\[\])?->|\$\w+\[)'([\s\S]*)'\]?$/
const NESTED = /'(?:\[\])?->'|'\]\['/

function parseSources(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const { entries } = parsePhp(bytes, { ...options, isMonolingual: true }, (text) => text)
  const sources = entries.flatMap((entry): Entry[] => {
    const source = NESTED.test(entry.context) ? undefined : SOURCE.exec(entry.context)?.[1]
    if (source === undefined) return []
    const state = entry.target === '' ? 'untranslated' : 'translated'
    return [{ ...entry, context: '', source, state }]
  })
  return { entries: sources.map((entry, index) => ({ ...entry, position: index + 1 })) }
}

/** Two forms, both with a text. */
const IS_PAIR = new RegExp(`^(?:(?!${SEP})[^])+${SEP}(?:(?!${SEP})[^])+$`)

function parsePhp(
  bytes: Uint8Array,
  { isMonolingual, languageCode }: ParseOptions,
  formsOf: (text: string) => string,
  keyOf: (name: string) => string = (name) => name,
): ParsedFile {
  const millions = formForMillions(languageCode)
  const source = decodeUtf8(bytes)
  const { texts, comments } = readStatements(source)
  const notes = notesOf(source, texts, comments)
  const entries = texts.map(({ name, text, offset }, index): Entry => {
    const target = formsOf(text)
    const key = keyOf(name)
    return {
      context: key,
      source: isMonolingual ? '' : key,
      target,
      state: isWithoutText(target) ? 'read-only' : 'translated',
      // Numbered forms, of which Laravel needs two.
      ...(IS_PAIR.test(target) && { missingForms: millions }),
      note: notes[index] ?? '',
      explanation: '',
      flags: '',
      position: index + 1,
      offset,
    }
  })
  return { entries }
}

/**
 * Returns the notes of texts, in order: the comments since the previous text, up to the end of this text, and those
 * behind it on the same line. Behind an array's bracket one token is skipped first, even a comment.
 */
function notesOf(text: string, texts: readonly PhpText[], comments: readonly Comment[]): string[] {
  let next = 0
  return texts.map(({ end, isAtBracket }) => {
    if (next >= comments.length) return ''
    const notes: string[] = []
    const take = () => notes.push(shownComment(text, comments[next++]))
    while (isBefore(comments[next], end)) take()
    let last = end
    if (isAtBracket) {
      last = passedOver(text, end, comments[next])
      while (isBefore(comments[next], last)) next++
    }
    for (let comment = comments[next]; comment !== undefined; comment = comments[next]) {
      if (afterSpaces(text, last) < comment.start) break
      take()
      last = comment.end
      if (text.slice(comment.start, comment.end).includes('\n')) break
    }
    return notes.join('\n')
  })
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at++
  return at
}

function isBefore(comment: Comment | undefined, offset: number): boolean {
  return comment !== undefined && comment.start < offset
}

function shownComment(text: string, comment: Comment | undefined): string {
  return comment === undefined ? '' : text.slice(comment.start, comment.end).trimEnd()
}

/** Returns the end of the token at an offset, including white space and the next comment. */
function passedOver(text: string, offset: number, comment: Comment | undefined): number {
  if (comment?.start === offset) return comment.end
  const space = /\s*/y
  space.lastIndex = offset
  space.test(text)
  return Math.max(space.lastIndex, offset + 1)
}
