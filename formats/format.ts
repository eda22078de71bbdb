import type { DiscoveryRule } from './discovery.ts'
import type { TranslationDocument } from './document.ts'

/**
 * The contract of a file format: bytes in, entries out, in file order.
 * A format knows nothing of projects, states or hashes; pairing template and translation is the catalog's.
 */

/** Joins plural forms in stored strings: U+001E twice. */
export const SEP = '\u001e\u001e'

/** What a file says of an entry: not translated, needing editing, translated, approved, or not to be translated. */
export type EntryState = 'untranslated' | 'fuzzy' | 'translated' | 'approved' | 'read-only'

/** One unit of a file. */
export interface Entry {
  /** The key; a term's id, or `''`. */
  readonly context: string
  /** Bilingual files only, else `''`: the source text. */
  readonly source: string
  /** The text; plural forms joined with `SEP`. In the template of a monolingual format: the source text. */
  readonly target: string
  /**
   * As the raw value counts (`0` and `false` in JSON have a text but are untranslated). With a template only its own
   * `read-only` counts, for all languages.
   */
  readonly state: EntryState
  readonly note: string
  readonly explanation: string
  /** The file's flags as written in it (`''` when none), merged and formatted by the catalog. */
  readonly flags: string
  /** Why the file's flags of this entry cannot be read; where they count it fails the file, else it is harmless. */
  readonly flagsError?: string
  /** Where the source text is in the program, as the file has it; `''` by default. */
  readonly location?: string
  /** Of a fuzzy entry: the source text that its target was made for, where the file has it. */
  readonly previousSource?: string
  /** 1-based among the entries that have content; dropped duplicates count too. */
  readonly position: number
  /** UTF-16 offset of the entry in the decoded text of the file; `placeAt` turns it into a line. */
  readonly offset: number
}

/** What a file holds. */
export interface ParsedFile {
  readonly entries: readonly Entry[]
  /** The plural forms that the file itself declares: how many, and a C expression over `n` that gives the index of the form. */
  readonly plural?: { readonly number: number; readonly formula: string }
  /** Code of the language that the file itself declares. */
  readonly language?: string
}

/** What a format must be told to read a file. */
export interface ParseOptions {
  /**
   * The code as in the path (for the template: of the source language); decides plural names. In a file that holds all
   * languages: of the language to be read.
   */
  readonly languageCode: string
  /** Whether there is a template: then an entry has a `target` only, else `source` too. */
  readonly isMonolingual: boolean
  /** Lets a format leave offsets at 0 where it is faster without. */
  readonly withoutOffsets?: boolean
}

interface FileType {
  /** Weblate's id of it: `arb`, `po`, `xliff11`. */
  readonly id: string
  /** File extension without a dot. */
  readonly extension: string
  readonly mediaType: string
}

/** How units are written. */
export interface Writer {
  /** Whether a unit needs a key: then only components with a template can be written. */
  readonly needsKeys: boolean
  /** The file: its bytes, or its text, to be encoded as UTF-8. */
  write(document: TranslationDocument): string | Uint8Array
}

/** A file type that translations can be downloaded in, be it one that is read or not. */
export interface Conversion extends FileType, Writer {}

/** A file format: how its files become entries, and what Weblate knows of it. */
export interface Format extends FileType {
  readonly name: string
  /** `always` a template, `never` one, or `both` ways. */
  readonly template: 'always' | 'never' | 'both'
  /** Whether its files hold terms, to which languages are not added by default. */
  readonly hasTerms?: boolean
  /** Whether a plural form for 0 and 1 needs the number of its text, as other numbers may have that form, too. */
  readonly hasStrictPlurals?: boolean
  /** Check flags that every component of this format has. */
  readonly checkFlags: string
  /**
   * Whether with a template only its entries' flags count. Otherwise those of the translation's entry count too, and the
   * template's are merged over them.
   */
  readonly templateFlagsOnly?: boolean
  /**
   * Whether the texts of entries are strings of their own. Else they may be parts of the file's text, all of which V8
   * keeps in memory as long as one of them.
   */
  readonly ownsTexts?: boolean
  /**
   * For a format whose translations are folders: the files in one that are read, by their path in it. The other functions
   * get the folder as `packFolder` packs it.
   */
  readonly folder?: RegExp
  /**
   * For a format whose file holds all languages, so that the filemask has no `*`: the codes of those in it. Throws
   * ParseError.
   */
  languages?(bytes: Uint8Array): readonly string[]
  /** The text that the offsets of entries count in. Throws ParseError. */
  decode(bytes: Uint8Array): string
  /** Reads a file. Throws ParseError, also for a lone surrogate in any key or text. */
  parse(bytes: Uint8Array, options: ParseOptions): ParsedFile
  /**
   * Reads a version of a file whose one before was read in this way too, which takes little time where they hardly
   * differ. Throws ParseError. Formats whose files take little time anyway have none.
   */
  readVersion?(bytes: Uint8Array, before: FileVersion | undefined): FileVersion
  /** How components of it, and of formats with the same files, are found in a repository. */
  readonly discovery?: DiscoveryRule
  /** For formats that translations can be downloaded in. */
  readonly writer?: Writer
}

/** A version of a file, by which the next one can be read. */
export interface FileVersion extends ParsedFile {
  /** As `parse` reads them, but for positions and offsets, which may be those of an earlier version. */
  readonly entries: readonly Entry[]
}
