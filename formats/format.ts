import type { TranslationDocument } from './document.ts'

/**
 * The contract of a file format: bytes in, entries out, in file order.
 * A format knows nothing of projects, states or hashes; pairing template and translation is the catalog's.
 */

/** Joins plural forms in stored strings: U+001E twice. */
export const SEP = '\u001e\u001e'

/** One string of a file. */
export interface Entry {
  /** The key; a term's id, or `''`. */
  readonly context: string
  /** Bilingual files only, else `''`: the source text. */
  readonly source: string
  /** The text; plural forms joined with `SEP`. In the template of a monolingual format: the source text. */
  readonly target: string
  /** Whether the raw value counts as translated (`0` and `false` in JSON have a text but do not). */
  readonly isTranslated: boolean
  /** Whether the file forbids translating it: its state is 100. */
  readonly isReadOnly: boolean
  readonly note: string
  readonly explanation: string
  /** The file's flags as written in it (`''` when none), merged and formatted by the catalog. */
  readonly flags: string
  /** Why the file's flags of this entry cannot be read; where they count it fails the file, else it is harmless. */
  readonly flagsError?: string
  /** 1-based among the entries that have content; dropped duplicates count too. */
  readonly position: number
  /** UTF-16 offset of the entry in the decoded text of the file; `placeAt` turns it into a line. */
  readonly offset: number
}

/** What a format must be told to read a file. */
export interface ParseOptions {
  /** The code as in the file name (for the template: of the source language); decides plural names. */
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
  /** The text that the offsets of entries count in. Throws ParseError. */
  decode(bytes: Uint8Array): string
  /** Reads a file. Throws ParseError, also for a lone surrogate in any key or text. */
  parse(bytes: Uint8Array, options: ParseOptions): Entry[]
  /**
   * Reads a version of a file whose one before was read in this way too, which takes little time where they hardly
   * differ. Throws ParseError. Formats whose files take little time anyway have none.
   */
  readVersion?(bytes: Uint8Array, before: FileVersion | undefined): FileVersion
  /** For formats that translations can be downloaded in. */
  readonly writer?: Writer
}

/** A version of a file, by which the next one can be read. */
export interface FileVersion {
  /** As `parse` reads them, but for positions and offsets, which may be those of an earlier version. */
  readonly entries: readonly Entry[]
}
