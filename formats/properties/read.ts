import { parseErrorAt } from '../../src/text.ts'
import type { Entry, ParsedFile, ParseOptions } from '../entry.ts'
import type { Dialect } from './dialect.ts'
import { decodeEscapes } from './escapes.ts'
import { readKeyValues } from './key-values.ts'

/** How a format of the family differs from Java's properties. */
export interface KeyValueRules {
  readonly dialect: Dialect
  readonly keyOf?: (written: string) => string
  /** Decodes a value as written. */
  readonly textOf?: (written: string, isComplete: boolean) => string
  /** Returns the source text of a value in a template, if it differs from the value. */
  readonly sourceOf?: (written: string) => string
  /** Returns the note, given comments and the value as written, if it is more than the comments. */
  readonly noteOf?: (comments: string, written: string) => string
  /** Returns what is wrong with a value as written, if it can be read all the same. */
  readonly faultOf?: (written: string) => string | undefined
}

/**
 * The entries of a text. Throws ParseError for a broken key, for halves of surrogate pairs, and for a template that begins
 * with a line without separator, which is no file of the format.
 */
export function parseKeyValues(
  text: string,
  { isMonolingual, isTemplate = false, onFault }: ParseOptions,
  { dialect, keyOf, textOf = decodeEscapes, sourceOf, noteOf, faultOf }: KeyValueRules,
): ParsedFile {
  const entries: Entry[] = []
  // A key that the template lacks does no harm in a translation.
  const hasKeyText = !isMonolingual || isTemplate
  let position = 0
  readKeyValues(text, dialect, ({ key, value, isComplete, isFirst, note, offset }) => {
    if (isTemplate && isFirst && value === undefined) {
      throw parseErrorAt(text, offset, 'expected a key and a value')
    }
    const context = keyOf === undefined ? key : keyOf(key)
    const target = value === undefined ? '' : textOf(value, isComplete)
    const message = value === undefined ? undefined : faultOf?.(value)
    if (message !== undefined) onFault?.({ message, offset, context })
    const hasContent = context !== '' || target !== ''
    if (!hasContent && !isMonolingual) return
    const keyText = hasKeyText ? decodeEscapes(context) : ''
    // Only escapes can produce lone surrogates.
    const isWhole =
      (target === value || target.isWellFormed()) &&
      (keyText === '' || keyText === key || !hasContent || keyText.isWellFormed())
    if (!isWhole) {
      throw parseErrorAt(text, offset, 'expected whole characters, found a lone surrogate')
    }
    entries.push({
      context,
      source: isMonolingual ? (isTemplate && sourceOf?.(value ?? '')) || '' : keyText,
      target,
      // Programs cannot look up a text without a key.
      state: context === '' ? 'read-only' : target === '' ? 'untranslated' : 'translated',
      note: noteOf === undefined ? note : noteOf(note, value ?? ''),
      explanation: '',
      flags: '',
      position: hasContent ? ++position : 0,
      offset,
    })
  })
  return { entries }
}
