import type { Versioned } from '../src/weblate-version.ts'
import type { DiscoveryRule } from './discovery.ts'
import type { EntryReader, ParsedFile, ParseOptions } from './entry.ts'
import type { FormatParams } from './params.ts'
import type { TranslationDocument } from './translation-document.ts'

/** The contract of a file format: bytes in, entries out, in file order. */

interface FileType {
  /** Weblate's id of the format: `arb`, `po`, `xliff11`. */
  readonly id: string
  /** File extension without a dot. */
  readonly extension: string
  readonly mediaType: string
}

interface Writing {
  /** Whether units need a key, so that only components with a template can be written. */
  readonly needsKeys: boolean
  /** Whether units have a single text, so that units with alternatives cannot be written. */
  readonly isSingle?: boolean
  /** Ids of the formats whose components alone can be written (default: any). */
  readonly onlyFor?: readonly string[]
  /** Writes the file: its bytes, or its text, to be encoded as UTF-8. */
  write(document: TranslationDocument): string | Uint8Array
}

interface Writer extends Writing {
  /** Media type of the written file, if it differs from the format's. */
  readonly mediaType?: string
}

/** A file type for downloads, whether or not gitglot reads it. */
export interface Conversion extends FileType, Writing, Versioned<Writing> {}

/** A file format: how its files become entries, and what Weblate knows about it. */
export interface Format extends FileType, EntryReader, Versioned<Format> {
  readonly name: string
  /** Whether components have a template: `always`, `never` or `both`. */
  readonly template: 'always' | 'never' | 'both'
  /** Whether Weblate 5.14 cannot read it, so that there is no verdict of Weblate's checks to match. */
  readonly isOwn?: boolean
  /** Whether its files hold terms; languages are not added to these by default. */
  readonly hasTerms?: boolean
  /** Whether programs use no texts that need editing: `msgfmt` leaves them out. */
  readonly dropsFuzzy?: boolean
  /** Whether a plural form for 0 and 1 must contain the number, since other numbers may have that form, too. */
  readonly hasStrictPlurals?: boolean
  /**
   * Source of the plural forms, if a file declares none: 0 for the language's default, 6 for Qt (default: 4, CLDR,
   * otherwise 0).
   */
  readonly pluralSource?: 0 | 6
  /** Whether plurals have a form for zero in every language, before the others. */
  readonly hasZeroForm?: boolean
  /** Whether each plural form has its own key, with its name at the end: `key_many`. */
  readonly hasFormKeys?: boolean
  /** Whether programs use a text without plural forms for all numbers. */
  readonly hasPlainPlurals?: boolean
  /** Returns the names of a language's plural forms for which programs fall back to another (default: none). */
  optionalForms?(languageCode: string): readonly string[]
  /**
   * Whether the texts of an entry are alternatives rather than plural forms; a language may have any number of them.
   * With a template their notes are joined with `SEP` as well.
   */
  readonly hasAlternatives?: boolean
  /**
   * Matches a `new_base` that holds the sources of a component without a template, and is the file of its source
   * translation.
   */
  readonly sources?: RegExp
  /** Encoding of its files, if not UTF-8. Git may store them as UTF-8 all the same. */
  readonly encoding?: 'utf-16' | 'iso-8859-1' | undefined
  /** Check flags of every component of this format (default: none). */
  readonly checkFlags?: string
  /** The placeholder style of its texts, if others look alike; discovery guards it. */
  readonly placeholdersOf?: 'fluent' | 'java' | 'laravel' | 'mediawiki' | 'qt' | undefined
  /** Returns the path of the file whose texts are the notes of the template's entries, given the template's path. */
  notesFile?(template: string): string
  /**
   * Whether only the template's flags count. Otherwise the template's flags are merged over those of the translation's
   * entry.
   */
  readonly templateFlagsOnly?: boolean
  /** What Weblate appends to a file's blob id for the revision of a translation. */
  readonly revisionEnd?: string
  /**
   * For a format whose translations are folders: matches the files to read, by path in the folder. Other functions
   * receive the folder as `packFolder` packs it.
   */
  readonly folder?: Pick<RegExp, 'test'>
  /**
   * What reads the files of a component with these settings, where it depends on them; `isLanguage` says which codes are of
   * languages.
   */
  forFiles?(
    settings: { readonly filemask: string; readonly template: string },
    isLanguage: (code: string) => boolean,
  ): Format
  /**
   * For a format whose units are whole files: returns the text of one. Versions are compared by blob id, as `git log`
   * does: `parse` then receives ids in place of files.
   */
  textOf?(bytes: Uint8Array): string
  /** Returns the commit, possibly abbreviated, whose source a translation says it was made for. */
  sourceCommitOf?(text: string): string | undefined
  /** Returns the path, in the folder, of a translated unit's file, if it differs from the context. */
  pathOf?(context: string, languageCode: string): string
  /** For a folder of all languages: returns which files to read for a translation. */
  folderOf?(languageCode: string): Pick<RegExp, 'test'>
  /**
   * For a format whose file holds all languages, so that the filemask has no `*`: the codes of those in it. Throws
   * ParseError.
   */
  languages?(bytes: Uint8Array): readonly string[]
  /**
   * What reads its files with parameters, the same object each time. Without them it reads as Weblate 2026.10 does, and the
   * format itself as 5.14. Formats that no parameter changes have none.
   */
  withParams?(params: FormatParams): Format
  /** The parameters with which 2026.10 reads files as 5.14 does without any, if needed. */
  readonly formerParams?: FormatParams
  /** Decodes the text in which offsets of entries count. Throws ParseError. */
  decode(bytes: Uint8Array): string
  /**
   * Reads a version of a file, given the version read before; fast if they hardly differ. For a file of all languages,
   * the one before is often the same for another language. Throws ParseError. Formats that are fast anyway have none.
   */
  readVersion?(
    bytes: Uint8Array,
    before: FileVersion | undefined,
    options: ParseOptions,
  ): FileVersion
  /** How to discover its components, and those of formats with the same files. */
  readonly discovery?: DiscoveryRule
  /** Writes the format, if translations can be downloaded in it. */
  readonly writer?: Writer
}

/** A version of a file that helps to read the next one. Positions and offsets may be those of an earlier version. */
export type FileVersion = ParsedFile
