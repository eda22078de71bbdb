import type { Entry, EntryReader } from './entry.ts'

/** A component without a name yet. Paths and codes are as in a configuration. */
export interface Proposal {
  readonly fileFormat: string
  readonly filemask: string
  /** `''`: bilingual. */
  readonly template: string
  readonly intermediate?: string
  /** The file that new translations start from; `''` for none (default). */
  readonly newBase?: string
  readonly sourceLanguage: string
  /** `''` for all codes without a dot (default). */
  readonly languageRegex?: string
  /** Which keys are texts; `''` for all (default). */
  readonly keyFilter?: string
  readonly isGlossary?: boolean
  /** Codes of the languages, without that of the template. */
  readonly languages: readonly string[]
  /** Clauses that explain the proposal, each in lower case without a full stop. */
  readonly notes: readonly string[]
}

/** Something that looks like a component but is not, with the reason as a sentence. */
export interface NearMiss {
  /** A filemask, a path or a directory. */
  readonly filemask: string
  readonly explanation: string
  /** Number of files concerned: the more, the nearer the miss (default: 1). */
  readonly files?: number
}

interface CodedLanguage {
  readonly code: string
  readonly name: string
}

/** A file that matches a mask. */
export interface SetFile {
  readonly path: string
  readonly code: string
  /** Undefined if the code would need a new language. */
  readonly language: CodedLanguage | undefined
  /**
   * For a file whose name is not a code: another mask that matches better, a copy (`_de` beside `de`),
   * translatewiki.net's notes for translators (`qqq`), an ignored file (`package.json`), or one for which two stars of the
   * mask match different texts.
   */
  readonly kind?: 'copy' | 'documentation' | 'ignored' | 'mixed' | { readonly mask: string }
}

/** The files that match one mask. */
export interface FileSet {
  readonly filemask: string
  /** Files whose code is a language's or looks like one, by path. */
  readonly files: readonly SetFile[]
  /** Files with other names: `index.json` beside `de.json`. */
  readonly others: readonly SetFile[]
  /**
   * `set`: at least two languages; `source`: only the source language, in a place for translations; `alone`: one file,
   * or only words, which needs further evidence.
   */
  readonly strength: 'set' | 'source' | 'alone'
}

/** The file with the source texts, and the reason for choosing it. */
export interface Template {
  readonly path: string
  /** Code of its language. */
  readonly sourceLanguage: string
  /** A clause for the explanation. */
  readonly reason: string
  /** Whether only its keys show that it is the template. */
  readonly isGuess?: boolean
}

/**
 * The contents of files. Everything is undefined for files that are empty, broken or unreadable: nothing is known then.
 */
export interface Contents {
  /** Without a byte order mark. */
  text(path: string): string | undefined
  /** The parsed JSON, unvalidated. */
  json(path: string): unknown
  /** Returns the strings of a monolingual or bilingual file. */
  entries(path: string, format: EntryReader, way?: FileWay): readonly Entry[] | undefined
  /** Returns why a monolingual file cannot be parsed: `4:3: expected ...`; undefined if it can. */
  fault(path: string, format: EntryReader): string | undefined
  /** Returns what identifies those strings: keys, in a bilingual file with the source texts. */
  keys(path: string, format: EntryReader, way?: FileWay): ReadonlySet<string> | undefined
}

/** Whether a file holds texts by key (default), or translations beside their sources. */
export type FileWay = 'monolingual' | 'bilingual'

/** The tree in which components of a format are searched for. */
export interface DiscoveryTree {
  /** Paths that the rule's `files` match, sorted by code point. */
  readonly paths: readonly string[]
  readonly contents: Contents
  /** Code of the source language, unless files say otherwise. */
  readonly sourceLanguage: string
  isFile(path: string): boolean
  /** Returns the sets among some of the paths. */
  sets(paths: readonly string[], options?: SetOptions): readonly FileSet[]
  /** Returns the file with a set's source texts, by its name or keys; `sourceLanguage` is set if something names it. */
  findTemplate(set: FileSet, format: EntryReader, sourceLanguage?: string): Template | undefined
  /** Guesses the language of a file's texts, if the file names none and has translations. */
  languageOfTexts(template: string, set: Pick<FileSet, 'files'>, format: EntryReader): string
  /** Returns the known language of a code. */
  languageOfCode(code: string): CodedLanguage | undefined
  /** Returns whether a code could also be a word: `id`, `no`, `bin`. */
  isAmbiguous(code: string): boolean
  /** Returns whether a folder in the path has a name typical of translations: `i18n`, `locales`... */
  isInTranslationDirectory(path: string): boolean
  /** Returns whether a configuration accepts a mask. */
  isUsableMask(filemask: string): boolean
}

/** Which sets to search for. */
export interface SetOptions {
  /**
   * Whether one file alone is a set only where its whole name is a code, where translations are kept, or beside a file of
   * no language.
   */
  readonly needsReason?: boolean
  /** The only filemasks to consider (default: all). */
  readonly masks?: RegExp
  /** Returns the language code that a file declares; files that all contradict their names are not a set. */
  readonly languageIn?: ((path: string) => string | undefined) | undefined
}

/** How to discover the components of a format in a tree. */
export interface DiscoveryRule {
  /** Files that may be translations, or that say where translations are. */
  readonly files: RegExp
  find(tree: DiscoveryTree, format: EntryReader): Findings
}

/** What a rule finds; callers may append to the lists. */
export interface Findings {
  readonly proposals: Proposal[]
  readonly nearMisses: NearMiss[]
}

/**
 * Longest expected code of a language, which keeps the expression fast enough for a configuration, whatever the number
 * of names.
 */
const ANY_CODE = '.{1,20}'

/**
 * Returns the regular expression that excludes files whose name is not a code (`index.json` beside `de.json`); `''` if
 * there are none.
 */
export function languageRegexFor(strays: readonly SetFile[]): string {
  const names = strayNames(strays.filter(({ code }) => !code.includes('.')))
  if (names.length === 0) return ''
  const escaped = names.map((name) =>
    name.replace(/[^\p{L}\p{N}_ *-]/gu, '\\$&').replaceAll('*', ANY_CODE),
  )
  const regex = `^(?!(?:${escaped.join('|')})$)[^.]+$`
  return regex.length <= 500 ? regex : ''
}

/** Returns a clause about files whose name is not a code, if there are any. */
export function strayNotes(strays: readonly SetFile[]): string[] {
  return noLanguageNotes(strayNames(strays))
}

const MAX_STRAYS = 5

/** Returns a clause about names in the place of a language that are no code, if there are any. */
export function noLanguageNotes(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length > MAX_STRAYS ? ` and ${names.length - MAX_STRAYS} more` : ''
  const verb = names.length === 1 ? 'is not a language' : 'are not languages'
  return [`${names.slice(0, MAX_STRAYS).join(', ')}${more} ${verb}`]
}

/** The distinct texts that `*` matches; with a `*` inside for a file of another mask: `home_*`. */
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

/**
 * Splits the files of a set whose name is not a code: those that share the template's keys are translations under an
 * unusual code.
 */
export function splitOthers(
  set: FileSet,
  template: string,
  intermediate: string,
  format: EntryReader,
  contents: Contents,
): { readonly translations: readonly SetFile[]; readonly strays: readonly SetFile[] } {
  // The default expression for languages never matches a name with a dot.
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

/**
 * Returns the first file with contents, unless the contents of some have the mark of a format. A file without the mark
 * beside others with it is broken: it becomes an alert of their component.
 */
export function foreignAmong(
  paths: readonly string[],
  contents: Contents,
  mark: RegExp,
): string | undefined {
  const texts = paths.filter((path) => contents.text(path) !== undefined)
  return texts.some((path) => mark.test(contents.text(path) ?? '')) ? undefined : texts[0]
}

/**
 * Returns whether most translations share keys with the template. Files without known contents do not count.
 */
export function isSameContent(
  paths: readonly string[],
  template: string,
  format: EntryReader,
  contents: Contents,
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

/** Returns the paths that are in none of the sets. */
export function pathsOutside(sets: readonly FileSet[], paths: readonly string[]): string[] {
  const inSets = new Set(
    sets.flatMap(({ files, others }) => [...files, ...others].map(({ path }) => path)),
  )
  return paths.filter((path) => !inSets.has(path))
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

/** The code of the source language among those of folders or files, else that of one of its regions. */
export function sourceAmong(
  codes: readonly string[],
  { sourceLanguage, languageOfCode }: DiscoveryTree,
): string | undefined {
  const languages = codes.map((code) => languageOfCode(code)?.code)
  const index = languages.indexOf(sourceLanguage)
  if (index !== -1) return codes[index]
  return codes.find((_, at) => languages[at]?.startsWith(`${sourceLanguage}_`))
}

/** The codes in the names of the files, without some of them, and without `source`, which is never a translation. */
export function codesBut(files: readonly SetFile[], ...without: readonly string[]): string[] {
  const codes = files.filter(({ path }) => !without.includes(path)).map(({ code }) => code)
  return codes.filter((code) => code !== 'source')
}
