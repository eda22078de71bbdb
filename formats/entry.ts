/** What a file holds, in file order. A format knows nothing of projects or hashes; pairing is the catalog's. */

/** Joins plural forms in stored strings: U+001E twice. */
export const SEP = '\u001e\u001e'

/** What a file says of an entry: not translated, needing editing, translated, approved, or not to be translated. */
export type EntryState = 'untranslated' | 'fuzzy' | 'translated' | 'approved' | 'read-only'

/** One unit of a file. */
export interface Entry {
  /** The key; a term's id, or `''`. */
  readonly context: string
  /** The source text. With a template `''`, unless the source that its entry gives differs from `target`. */
  readonly source: string
  /** The text; plural forms joined with `SEP`. In the template of a monolingual format: the source text. */
  readonly target: string
  /**
   * As the raw value counts (`0` and `false` in JSON have a text but are untranslated). With a template only its own
   * `read-only` counts, for all languages.
   */
  readonly state: EntryState
  /** Whether the unit's source text stands for the target, which is empty. */
  readonly repeatsSource?: boolean
  /** Of a plural: the names of the forms that the file lacks or leaves empty; without names that of one that it can do without. */
  readonly missingForms?: readonly string[]
  /** Whether several entries of the file have this context on purpose, so that it is no repeated key. */
  readonly sharesContext?: boolean
  /** Whether the file says that a machine made the target. */
  readonly isAutomatic?: boolean
  /** Placeholders of the target that stand for others of the source. */
  readonly aliases?: ReadonlyMap<string, string>
  readonly note: string
  /** Of a template: a last line of the notes in all languages. */
  readonly noteTail?: string
  readonly explanation: string
  /** Of a glossary whose file tells more of its terms. */
  readonly terms?: TermFacts
  /** The file's flags as written in it (`''` when none), merged and formatted by the catalog. */
  readonly flags: string
  /** Why the file's flags of this entry cannot be read; where they count it fails the file, else it is harmless. */
  readonly flagsError?: string
  /** Where the source text is in the program, as the file has it; `''` by default. */
  readonly location?: string
  /** Of a fuzzy entry: the source text that its target was made for, where the file has it. */
  readonly previousSource?: string
  /**
   * 1-based among the entries that have content; dropped duplicates count too. 0: without content, an entry gives no unit
   * but takes the place of an earlier one with its context.
   */
  readonly position: number
  /** UTF-16 offset of the entry in the decoded text of the file; `placeAt` turns it into a line. */
  readonly offset: number
}

/** What a glossary says of a unit; names are those of Weblate's API. */
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
  /** As the file words it. */
  readonly administrative_status: string | null
}

export interface TermNote {
  readonly text: string
  /** Whether it is about the concept, about it in a language, or about the term. */
  readonly scope: 'concept' | 'language' | 'term'
  /** `definition`, `pos`, the author of a note, or null. */
  readonly origin: string | null
  /** The type that the file gives it. */
  readonly category: string | null
}

/** An entry of which something is still to come, such as its position. */
export type DraftEntry = { -readonly [Field in keyof Entry]: Entry[Field] }

/** What a file holds. */
export interface ParsedFile {
  readonly entries: readonly Entry[]
  /** The plural forms that the file itself declares: how many, and a C expression over `n` that gives the index of the form. */
  readonly plural?: { readonly number: number; readonly formula: string }
  /** Code of the language that the file itself declares. */
  readonly language?: string
}

/** Something in a file that programs refuse, though all else in it can be read. */
export interface Fault {
  /** One sentence without a full stop. */
  readonly message: string
  /** UTF-16 offset in the decoded text, also without offsets. */
  readonly offset: number
  /** The key of the text that has it, `''` for none; undefined for that of the entry before. */
  readonly context?: string
  /** Whether compilers alone refuse it, and readers such as Weblate's take it. */
  readonly isReadable?: boolean
}

/** What a format must be told to read a file. */
export interface ParseOptions {
  /**
   * The code as in the path (for the template: of the source language); decides plural names. In a file that holds all
   * languages: of the language to be read.
   */
  readonly languageCode: string
  /** Code of the component's source language. */
  readonly sourceLanguage?: string
  /** Whether there is a template: then an entry has a `target` only, else `source` too. */
  readonly isMonolingual: boolean
  /** Whether the file is that template, whose texts are sources, or the intermediate one. */
  readonly isTemplate?: boolean
  /** Lets a format leave offsets at 0 where it is faster without. */
  readonly withoutOffsets?: boolean
  /** Told of each fault, and the rest is read; without it a fault that would make a strict reader stop is thrown. */
  readonly onFault?: ((fault: Fault) => void) | undefined
}

/** What reads a file. */
export interface EntryReader {
  /** Weblate's id of the format. */
  readonly id: string
  /** Reads a file. Throws ParseError, also for a lone surrogate in any key or text. */
  parse(bytes: Uint8Array, options: ParseOptions): ParsedFile
}
