import { parseErrorAt } from '../src/text.ts'

/**
 * The contents of a file, in file order. A format knows nothing about projects or hashes; the catalog pairs entries.
 */

/** Joins plural forms in stored strings: U+001E twice. */
export const SEP = '\u001e\u001e'

/** Most characters of all contexts of a file: long keys above many short ones would grow quadratically. */
export const MAX_CONTEXT_CHARACTERS: number = 2 ** 28

/** Returns a function that counts the contexts of a file, and throws ParseError where they exceed the limit. */
export function createContextLimit(text: string): (context: string, offset: number) => void {
  let characters = 0
  return (context, offset) => {
    characters += context.length
    if (characters <= MAX_CONTEXT_CHARACTERS) return
    throw parseErrorAt(text, offset, 'expected shorter keys, found over 256 million characters')
  }
}

/** Returns whether a text is empty, or a plural whose forms all are. */
export function isWithoutText(text: string): boolean {
  return text === '' || (text.startsWith(SEP) && text.replaceAll(SEP, '') === '')
}

/** What a file says about an entry: untranslated, needing editing, translated, approved, or not to be translated. */
export type EntryState = 'untranslated' | 'fuzzy' | 'translated' | 'approved' | 'read-only'

/** One unit of a file. */
export interface Entry {
  /** The key; a term's id, or `''`. */
  readonly context: string
  /** The source text. With a template it is `''`, unless the entry's source differs from `target`. */
  readonly source: string
  /** The text, plural forms joined with `SEP`. In the template of a monolingual format, the source text. */
  readonly target: string
  /**
   * State by the raw value: `0` and `false` in JSON have a text but count as untranslated. With a template only its own
   * `read-only` counts, for all languages.
   */
  readonly state: EntryState
  /** Whether the unit's source text stands in for an empty target. */
  readonly repeatsSource?: boolean
  /** Names of plural forms that the file lacks or leaves empty; for forms without names, that of the optional one. */
  readonly missingForms?: readonly string[]
  /** Whether several entries share this context on purpose, so that it is not a repeated key. */
  readonly sharesContext?: boolean
  /** Whether a machine translated the target, according to the file. */
  readonly isAutomatic?: boolean
  /** Placeholders of the target that are equivalent to others in the source. */
  readonly aliases?: ReadonlyMap<string, string>
  readonly note: string
  /** Last line of the notes in all languages, in a template. */
  readonly noteTail?: string
  readonly explanation: string
  /** Facts about a glossary's term, if the file has more than texts. */
  readonly terms?: TermFacts
  /** Flags as written in the file (`''` if none); the catalog merges and formats them. */
  readonly flags: string
  /** Why the entry's flags are invalid. Where flags count, that fails the file. */
  readonly flagsError?: string
  /** Location of the source text in the program, as in the file (default: `''`). */
  readonly location?: string
  /** The source text that a fuzzy entry's target was made for, if the file has it. */
  readonly previousSource?: string
  /**
   * Position among entries with content, from 1; dropped duplicates count. 0: the entry has no content, so it makes no
   * unit, but it replaces an earlier one with its context.
   */
  readonly position: number
  /** UTF-16 offset of the entry in the decoded file; `placeAt` converts it into a line. */
  readonly offset: number
}

/** What a glossary says about a unit, named as in Weblate's API. */
export interface TermFacts {
  /** The explanation of the source unit. */
  readonly definition: string
  readonly source: readonly Term[]
  readonly target: readonly Term[]
}

/** A term in a language. */
export interface Term {
  readonly id: string | null
  readonly text: string
  readonly notes: readonly TermNote[]
  /** As worded in the file. */
  readonly administrative_status: string | null
}

export interface TermNote {
  readonly text: string
  readonly scope: 'concept' | 'language' | 'term'
  /** `definition`, `pos`, the author of a note, or null. */
  readonly origin: string | null
  /** Its type in the file. */
  readonly category: string | null
}

/**
 * Formats a location in the program, `file:line`. `join` makes one object in memory; concatenation makes three that
 * live as long as the entry.
 */
export function joinLocation(file: string, line: string): string {
  return [file, line].join(':')
}

/** Returns an entry that has nothing but a key and a text. */
export function textEntry(
  context: string,
  target: string,
  position: number,
  offset: number,
): Entry {
  const state = target === '' ? 'untranslated' : 'translated'
  return {
    context,
    source: '',
    target,
    state,
    note: '',
    explanation: '',
    flags: '',
    position,
    offset,
  }
}

/** What a file holds. */
export interface ParsedFile {
  readonly entries: readonly Entry[]
  /** Plural forms declared by the file: their number, and a C expression over `n` for the index of the form. */
  readonly plural?: { readonly number: number; readonly formula: string }
}

/**
 * What is wrong with a text: programs refuse it; only compilers do, while readers such as Weblate's accept it; another
 * text of the same key replaces it.
 */
export type FaultKind = 'refused' | 'not compiled' | 'repeated'

/** A fault in a file that leaves the rest readable. */
export interface Fault {
  /** One sentence without a full stop. */
  readonly message: string
  /** UTF-16 offset in the decoded text, even with `withoutOffsets`. */
  readonly offset: number
  /** Where the fault is, if not at the offset: a document's 1-based line and column, and its path in the folder, if any. */
  readonly location?: { readonly path: string; readonly line: number; readonly column: number }
  /** Key of the text, `''` for none; undefined for that of the previous entry. */
  readonly context?: string
  /** Default: `refused`. */
  readonly kind?: FaultKind
}

/** What a format needs to know to read a file. */
export interface ParseOptions {
  /**
   * Language code in the path (for the template: of the source language), which decides plural names. For a file of all
   * languages, the language to read.
   */
  readonly languageCode: string
  /** Code of the component's source language. */
  readonly sourceLanguage?: string
  /** Whether there is a template. Without one, entries have a `source` as well as a `target`. */
  readonly isMonolingual: boolean
  /** Whether the file is the template or the intermediate file, whose texts are sources. */
  readonly isTemplate?: boolean
  /** Allows a format to leave offsets at 0 if that is faster. */
  readonly withoutOffsets?: boolean
  /** Called with each fault, and the rest is read. Without it, a fault that stops strict readers is thrown. */
  readonly onFault?: ((fault: Fault) => void) | undefined
}

/** What reads a file. */
export interface EntryReader {
  /** Weblate's id of the format. */
  readonly id: string
  /** Reads a file. Throws ParseError, also for a lone surrogate in any key or text. */
  parse(bytes: Uint8Array, options: ParseOptions): ParsedFile
}
