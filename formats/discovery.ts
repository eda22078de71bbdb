import type { Entry, EntryReader } from './entry.ts'

/** A component before it has a name. Paths and codes as in a configuration. */
export interface Proposal {
  readonly fileFormat: string
  readonly filemask: string
  /** `''`: bilingual. */
  readonly template: string
  readonly intermediate: string
  /** The file that new translations start from; `''`: none. */
  readonly newBase: string
  readonly sourceLanguage: string
  /** `''`: the default, all codes without a dot. */
  readonly languageRegex: string
  /** Which keys are texts; `''`: all (default). */
  readonly keyFilter?: string
  readonly isGlossary: boolean
  /** Codes of the languages, the template's not counted. */
  readonly languages: readonly string[]
  /** Clauses about why it is so and what to know, each in lower case without a full stop. */
  readonly notes: readonly string[]
}

/** What looks like a component and is none, with the reason in a sentence. */
export interface NearMiss {
  /** A filemask, a path or a directory. */
  readonly filemask: string
  readonly explanation: string
  /** How many files it is about: the more, the nearer (default: 1). */
  readonly files?: number
}

/** The language that a code stands for. */
interface CodedLanguage {
  readonly code: string
  /** English. */
  readonly name: string
}

/** A file that fits a mask. */
export interface SetFile {
  readonly path: string
  readonly code: string
  /** Undefined when a new language would have to be made. */
  readonly language: CodedLanguage | undefined
  /**
   * Of a file whose name is no code: another mask that it fits better, a copy (`_de` beside `de`), what translatewiki.net
   * says to translators (`qqq`), or a file for which two stars of the mask stand for different texts.
   */
  readonly kind?: 'copy' | 'documentation' | 'mixed' | { readonly mask: string }
}

/** The files that fit one mask. */
export interface FileSet {
  readonly filemask: string
  /** Those whose code is one, or looks like one; by path. */
  readonly files: readonly SetFile[]
  /** Those whose name is something else: `index.json` beside `de.json`. */
  readonly others: readonly SetFile[]
  /**
   * `set`: at least two languages; `source`: the source language alone, where translations are kept; `alone`: one file
   * or words only, which needs further reasons.
   */
  readonly strength: 'set' | 'source' | 'alone'
}

/** The file with the source texts, and why it is that one. */
export interface Template {
  readonly path: string
  /** Code of its language. */
  readonly sourceLanguage: string
  /** A clause for the explanation. */
  readonly reason: string
  /** Whether nothing but its keys tells that it is the template. */
  readonly isGuess?: boolean
}

/** What the files say. Everything is undefined for files that are empty, broken or cannot be read: nothing is known then. */
export interface Contents {
  /** Without a byte order mark. */
  text(path: string): string | undefined
  /** The parsed JSON, of which nothing is checked. */
  json(path: string): unknown
  /** The strings of a monolingual file, or of a bilingual one. */
  entries(path: string, format: EntryReader, way?: FileWay): readonly Entry[] | undefined
  /** What tells those strings apart: keys, in a bilingual file with the source texts. */
  keys(path: string, format: EntryReader, way?: FileWay): ReadonlySet<string> | undefined
}

/** Whether a file holds texts by their keys (default), or translations beside their source texts. */
export type FileWay = 'monolingual' | 'bilingual'

/** The tree in which the components of a format are looked for. */
export interface DiscoveryTree {
  /** Those that the rule's `files` match, by code point. */
  readonly paths: readonly string[]
  readonly contents: Contents
  /** Code of the source language where the files do not say otherwise. */
  readonly sourceLanguage: string
  isFile(path: string): boolean
  /** The sets among some of the paths. */
  sets(paths: readonly string[], options?: SetOptions): readonly FileSet[]
  /** The file with the source texts of a set, by its name or its keys; `sourceLanguage`: where something names it. */
  findTemplate(set: FileSet, format: EntryReader, sourceLanguage?: string): Template | undefined
  /** The language of the texts of a file that names none, which has translations to some others. */
  languageOfTexts(template: string, set: Pick<FileSet, 'files'>, format: EntryReader): string
  /** The known language that a code stands for. */
  languageOfCode(code: string): CodedLanguage | undefined
  /** Whether a code could as well be a word: `id`, `no`, `bin`. */
  isAmbiguous(code: string): boolean
  /** Whether a directory on the way is called as those that hold translations: `i18n`, `locales`... */
  isInTranslationDirectory(path: string): boolean
  /** Whether a configuration takes a mask. */
  isUsableMask(filemask: string): boolean
}

/** What sets are looked for. */
export interface SetOptions {
  /**
   * Whether one file alone is a set only where its whole name is a code, where translations are kept, or beside a file of
   * no language.
   */
  readonly needsReason?: boolean
  /** The only filemasks that are looked at (default: all). */
  readonly masks?: RegExp
  /** The code of the language that a file says it is in; files that all say otherwise than their names are no set. */
  readonly languageIn?: ((path: string) => string | undefined) | undefined
}

/** How the components of a format are found in a tree. */
export interface DiscoveryRule {
  /** The files that could be translations, or say where they are. */
  readonly files: RegExp
  find(tree: DiscoveryTree, format: EntryReader): Findings
}

/** What the rules of one format make of the files. */
export interface Findings {
  readonly proposals: readonly Proposal[]
  readonly nearMisses: readonly NearMiss[]
}

/** No longer code of a language is expected; so the expression is fast enough for a configuration, however many names it has. */
const ANY_CODE = '.{1,20}'

/** The regular expression that keeps files out whose name is no code (`index.json` beside `de.json`); `''` for none. */
export function languageRegexFor(strays: readonly SetFile[]): string {
  const names = strayNames(strays.filter(({ code }) => !code.includes('.')))
  if (names.length === 0) return ''
  const escaped = names.map((name) =>
    name.replace(/[^\p{L}\p{N}_ *-]/gu, '\\$&').replaceAll('*', ANY_CODE),
  )
  const regex = `^(?!(?:${escaped.join('|')})$)[^.]+$`
  return regex.length <= 500 ? regex : ''
}

const MAX_STRAYS = 5

/** A clause about files whose name is no code; none where there are none. */
export function strayNotes(strays: readonly SetFile[]): string[] {
  const names = strayNames(strays)
  if (names.length === 0) return []
  const more = names.length > MAX_STRAYS ? ` and ${names.length - MAX_STRAYS} more` : ''
  const verb = names.length === 1 ? 'is no language' : 'are no languages'
  return [`${names.slice(0, MAX_STRAYS).join(', ')}${more} ${verb}`]
}

/** What stands for `*` in the names, each once; with a `*` of its own for a file of another mask: `home_*`. */
function strayNames(strays: readonly SetFile[]): string[] {
  const nameOf = ({ path, code, kind }: SetFile): string => {
    if (typeof kind !== 'object') return code
    const { mask } = kind
    const at = path.lastIndexOf(code)
    const [before, after] = [path.slice(0, at), path.slice(at + code.length)]
    const masked = mask.slice(before.length, mask.length - after.length)
    return mask === `${before}${masked}${after}` ? masked : code
  }
  return [...new Set(strays.map(nameOf))]
}

/** What `splitOthers` found among the files whose name is no code. */
interface Others {
  /** Those that share the keys of the template: translations under an unusual code. */
  readonly translations: readonly SetFile[]
  readonly strays: readonly SetFile[]
}

/** Tells the files of a set whose name is no code apart by what they hold. */
export function splitOthers(
  set: FileSet,
  { contents, template, intermediate, format }: SameContentOptions & { intermediate: string },
): Others {
  // A name with a dot is none that the default expression of languages takes.
  const others = set.others.filter(
    ({ path, code }) => path !== template && path !== intermediate && !code.includes('.'),
  )
  const isTranslation = ({ path, kind }: SetFile) =>
    kind === undefined &&
    sharesKeys(contents.keys(template, format), contents.keys(path, format)) === true
  return {
    translations: others.filter(isTranslation),
    strays: others.filter((file) => !isTranslation(file)),
  }
}

interface SameContentOptions {
  readonly contents: Contents
  readonly template: string
  readonly format: EntryReader
}

/** Whether most translations share keys with the template (rule 3). Files of which nothing is known do not count. */
export function isSameContent(
  paths: readonly string[],
  { contents, template, format }: SameContentOptions,
): boolean {
  const keys = contents.keys(template, format)
  const others = paths.filter((path) => path !== template)
  let lead = 0
  for (const [index, path] of others.entries()) {
    // The rest cannot change it, so it is not read.
    if (lead >= others.length - index) return true
    const isAlike = sharesKeys(keys, contents.keys(path, format))
    if (isAlike !== undefined) lead += isAlike ? 1 : -1
  }
  return lead >= 0
}

/** Whether at least half of the keys of the smaller side are on the other one, too; undefined when a side has none. */
function sharesKeys(
  a: ReadonlySet<string> | undefined,
  b: ReadonlySet<string> | undefined,
): boolean | undefined {
  if (!a?.size || !b?.size) return undefined
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let shared = 0
  for (const key of small) {
    if (large.has(key)) shared += 1
    if (shared * 2 >= small.size) return true
  }
  return false
}

/** Whether a mask made from a path would match it: what a mask takes for a wildcard cannot stand in one. */
export function canStandInMask(path: string): boolean {
  return !/[*?[\]]/.test(path)
}

/** What the file of no language would be called, beside the others or a folder above them; the likelier first. */
export function namesWithoutCode(filemask: string): string[] {
  const stem = filemask.replace(/\.[^./]*$/, '')
  const extension = filemask.slice(stem.length)
  return [
    filemask.replaceAll('/*/', '/'),
    filemask.replace(/[-_.]\*/g, ''),
    `${stem.replace(/\*[-_.]/g, '')}${extension}`,
    filemask.replaceAll('*', ''),
    filemask.replaceAll('*', 'templates'),
    filemask.replaceAll('*', 'Default'),
    filemask.replace(/[^/]+\/([^/]+)[-_.]\*(?=[^/]*$)/, '$1'),
  ].filter((name) => !name.includes('*'))
}

/** The codes in the names of the files, without some of them. */
export function codesBut(files: readonly SetFile[], ...without: readonly string[]): string[] {
  return files.filter(({ path }) => !without.includes(path)).map(({ code }) => code)
}
