import { decodeUtf8 } from '../../src/text.ts'
import { type Entry, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { formForMillions } from '../plural-tags.ts'
import { notesOf } from './notes.ts'
import { laravelDiscovery, phpDiscovery } from './php-discovery.ts'
import { readStatements } from './statements.ts'

/** PHP that assigns, defines or returns texts, up to PHP 5.4: https://www.php.net/manual/en/langref.php */
export const php: Format = {
  id: 'php',
  name: 'PHP strings',
  extension: 'php',
  mediaType: 'text/x-php',
  template: 'both',
  checkFlags: '',
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
  parse: (bytes, options) => parsePhp(bytes, options, (text) => text.replaceAll('|', SEP)),
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
): ParsedFile {
  const millions = formForMillions(languageCode)
  const source = decodeUtf8(bytes)
  const { texts, tokens } = readStatements(source)
  const notes = notesOf(source, { texts, comments: tokens.comments })
  const entries = texts.map(({ name, text, offset }, index): Entry => {
    const target = formsOf(text)
    return {
      context: name,
      source: isMonolingual ? '' : name,
      target,
      state: target === '' || target.replaceAll(SEP, '') === '' ? 'read-only' : 'translated',
      // Numbered, of which Laravel needs two.
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
