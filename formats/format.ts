import type { Versioned } from '../src/weblate-version.ts'
import type { DiscoveryRule } from './discovery.ts'
import type { TranslationDocument } from './document.ts'
import type { Entry, EntryReader, ParsedFile, ParseOptions } from './entry.ts'
import type { FormatParams } from './params.ts'

/** The contract of a file format: bytes in, entries out, in file order. */

interface FileType {
  /** Weblate's id of it: `arb`, `po`, `xliff11`. */
  readonly id: string
  /** File extension without a dot. */
  readonly extension: string
  readonly mediaType: string
}

/** How units are written. */
interface Writer {
  /** Whether a unit needs a key: then only components with a template can be written. */
  readonly needsKeys: boolean
  /** Whether a unit has one text: then components whose units have alternatives cannot be written. */
  readonly isSingle?: boolean
  /** Of what is written, if it is not that of the format. */
  readonly mediaType?: string
  /** The file: its bytes, or its text, to be encoded as UTF-8. */
  write(document: TranslationDocument): string | Uint8Array
}

/** A file type that translations can be downloaded in, be it one that is read or not. */
export interface Conversion
  extends FileType,
    Omit<Writer, 'mediaType'>,
    Versioned<Omit<Writer, 'mediaType'>> {}

/** A file format: how its files become entries, and what Weblate knows of it. */
export interface Format extends FileType, EntryReader, Versioned<Format> {
  readonly name: string
  /** `always` a template, `never` one, or `both` ways. */
  readonly template: 'always' | 'never' | 'both'
  /** Whether Weblate 5.14 does not read it, so that there is no verdict of Weblate's checks to keep. */
  readonly isOwn?: boolean
  /** Whether its files hold terms, to which languages are not added by default. */
  readonly hasTerms?: boolean
  /** Whether a plural form for 0 and 1 needs the number of its text, as other numbers may have that form, too. */
  readonly hasStrictPlurals?: boolean
  /** The source of the plural forms where a file declares none: 0 the language's default, 6 Qt (default: 4, CLDR, else 0). */
  readonly pluralSource?: 0 | 6
  /** Whether plurals have a form for zero, before the others, in every language. */
  readonly hasZeroForm?: boolean
  /** Whether each plural form is a key, its name behind that of the plural: `key_many`. */
  readonly hasFormKeys?: boolean
  /** Whether programs take a text without plural forms for all numbers. */
  readonly hasPlainPlurals?: boolean
  /** Names of plural forms of a language in whose place the programs that read it take another one; by default none. */
  optionalForms?(languageCode: string): readonly string[]
  /**
   * Whether the texts of an entry are alternatives, of which a language may have any number, and no plural forms. With a
   * template the note of each is joined with `SEP`, too.
   */
  readonly hasAlternatives?: boolean
  /** Which `new_base` of a component without a template holds its sources, and is the file of its source translation. */
  readonly sources?: RegExp
  /** What its files are encoded in, if that is not UTF-8, as which Git may store them all the same. */
  readonly encoding?: 'utf-16' | 'iso-8859-1' | undefined
  /** Check flags that every component of this format has. */
  readonly checkFlags: string
  /** Whose placeholders texts have, where these look like those of others too: discovery guards them. */
  readonly placeholdersOf?: 'java' | 'laravel' | 'mediawiki' | 'qt' | undefined
  /** The path of a file of this format, by that of the template, whose texts are the notes of the template's entries. */
  notesFile?(template: string): string
  /**
   * Whether with a template only its entries' flags count. Otherwise those of the translation's entry count too, and the
   * template's are merged over them.
   */
  readonly templateFlagsOnly?: boolean
  /** What Weblate adds to the id of a file's blob for the revision of its translation. */
  readonly revisionEnd?: string
  /**
   * For a format whose translations are folders: the files in one that are read, by their path in it. The other functions
   * get the folder as `packFolder` packs it.
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
   * For a format whose units are whole files: the text of one. Their versions are compared by the ids of blobs, as
   * `git log` compares them: `parse` is given these in place of the files.
   */
  textOf?(bytes: Uint8Array): string
  /** The commit, maybe cut short, whose source the text of a translation says that it was made for. */
  sourceCommitOf?(text: string): string | undefined
  /** The path in that folder of the file of a translation's unit, where it is not the context. */
  pathOf?(context: string, languageCode: string): string
  /** Where that folder holds all languages: the files in it that are read for a translation. */
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
  /** The parameters with which 2026.10 reads the files as 5.14 does without, where it needs any. */
  readonly formerParams?: FormatParams
  /** The text that the offsets of entries count in. Throws ParseError. */
  decode(bytes: Uint8Array): string
  /**
   * Reads a version of a file whose one before was read in this way too, which takes little time where they hardly
   * differ. Throws ParseError. Formats whose files take little time anyway have none.
   */
  readVersion?(
    bytes: Uint8Array,
    before: FileVersion | undefined,
    options: ParseOptions,
  ): FileVersion
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
