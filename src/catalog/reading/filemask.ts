import { findLanguage, type Language, languageForCode } from '../../languages/language.ts'
import { compareCodePoints } from '../../languages/order.ts'
import { compilePython } from '../../regexp/python.ts'
import { createCodeFinder } from './code-in-path.ts'
import type { FileTree } from './file-tree.ts'
import { findPaths } from './glob.ts'

/** The settings of a component that decide which files are its translations. */
export interface MatchOptions {
  /** All four cleaned: relative, no empty, `.` or `..` segments. */
  readonly filemask: string
  /** Ignored unless `isMonolingual`. */
  readonly template: string
  readonly intermediate: string
  /** Whether the template is the source of all texts; else there is a source translation without a file. */
  readonly isMonolingual: boolean
  /** A Python expression that matches at the start of the code. */
  readonly languageRegex: string
  /** Which codes are of languages, where that takes more than the expression. */
  readonly isLanguage?: ((code: string) => boolean) | undefined
  /** From `parseAliases`. */
  readonly languageAliases: ReadonlyMap<string, string>
  readonly sourceLanguage: string
  /** The file of a bilingual component's source translation; `''`: it has none. */
  readonly sourceFile?: string
  /** The file that new translations of a bilingual component start from; `''`: none. */
  readonly newBase?: string
  /** The file with the notes of the template's entries; `''`: they have their own. */
  readonly notesFile?: string
  /** What a translation is in the tree (default: `file`). */
  readonly kind?: 'file' | 'folder'
}

/** A file that is a translation. */
export interface MatchedFile {
  /** Path in the tree, of a folder too; `''`: a source translation without a file. */
  readonly path: string
  /** Where `path` leads through symbolic links, and the id of that blob or tree; undefined when there is no such file. */
  readonly real: { readonly path: string; readonly oid: string } | undefined
  /** As in the path; of the template and the source translation: the code of the source language. */
  readonly code: string
  readonly language: Language
  readonly isTemplate: boolean
  readonly isSource: boolean
}

/** A further file of a language that has one: it is not loaded. */
export interface DuplicateFile {
  readonly path: string
  readonly code: string
  readonly language: Language
  readonly kept: MatchedFile
}

/**
 * Why a path that fits the mask is no translation. `language-regex`, `source` and `link-to-match` are as wanted;
 * the others deserve an alert.
 */
export type IgnoredReason =
  | 'language-regex'
  | 'source'
  | 'no-code'
  | 'code-too-long'
  | 'link-to-match'
  | 'link-outside'
  | 'link-loop'

interface IgnoredFile {
  readonly path: string
  readonly code: string
  readonly reason: IgnoredReason
}

/** What `matchFiles` finds. */
export interface Matches {
  /** The intermediate file, where there is one in the tree. */
  readonly intermediate: MatchedFile['real']
  /** The file with the notes of the template's entries, where there is one in the tree. */
  readonly notes?: MatchedFile['real']
  /** A file of a bilingual component that has all sources, and is no translation. */
  readonly base?: MatchedFile | undefined
  /** In the order of translations: template or source translation, then by path. One a language. */
  readonly files: readonly MatchedFile[]
  readonly duplicates: readonly DuplicateFile[]
  readonly ignored: readonly IgnoredFile[]
}

/** The file with the sources, even if it is missing in the tree; undefined for a bilingual component. */
export function templateOf({ files }: Pick<Matches, 'files'>): MatchedFile | undefined {
  return files.find(({ isTemplate }) => isTemplate)
}

/** Whether a file is the source translation of a bilingual component, which the other translations fill. */
export function isFilled({ isSource, isTemplate }: MatchedFile): boolean {
  return isSource && !isTemplate
}

/** False for a source translation without a file. */
export function hasFile(file: MatchedFile): boolean {
  return !isFilled(file) || file.real !== undefined
}

interface Candidate extends Pick<MatchedFile, 'path' | 'real' | 'code'> {}

/** The translation files of a component in a tree. Throws SyntaxError for an invalid `languageRegex`. */
export function matchFiles(tree: FileTree, options: MatchOptions): Matches {
  const template = options.isMonolingual ? options.template : ''
  const ignored: IgnoredFile[] = []
  const matches = findCandidates(tree, options, template, ignored)
  const filtered = filterCodes(matches, options, template, ignored)
  const candidates = dropLinks(filtered, template, ignored).filter(
    ({ path }) =>
      path !== template &&
      path !== options.notesFile &&
      (template === '' || path !== options.intermediate),
  )
  const source = sourceFile(tree, options)
  const matched = onePerLanguage(source, candidates, options.languageAliases, ignored)
  return {
    notes: realFile(tree, options.notesFile ?? ''),
    intermediate: template === '' ? undefined : realFile(tree, options.intermediate, options.kind),
    base: options.isMonolingual ? undefined : baseOf(tree, source, [...matches], options),
    ...matched,
    ignored,
  }
}

/** The file of all sources: that which new translations start from, else the one of the source language's code. */
function baseOf(
  tree: FileTree,
  source: MatchedFile,
  candidates: readonly Candidate[],
  { newBase = '', kind, languageAliases: aliases }: MatchOptions,
): MatchedFile | undefined {
  const { code } = source.language
  const sourceCandidate = candidates.find(
    (candidate) => findLanguage(candidate.code, { aliases })?.code === code,
  )
  const real = realFile(tree, newBase, kind)
  const base = real === undefined ? sourceCandidate : { path: newBase, real }
  return base?.real && { ...source, path: base.path, real: base.real }
}

/**
 * The translations in the one file at a filemask without a `*`, of the codes that it holds; none when there is no such
 * file. Throws SyntaxError for an invalid `languageRegex`.
 */
export function matchLanguages(
  tree: FileTree,
  options: MatchOptions,
  codesIn: (oid: string) => readonly string[],
): Matches {
  const ignored: IgnoredFile[] = []
  const path = options.filemask
  const real = realFile(tree, path, options.kind)
  const allCandidates =
    real === undefined ? [] : codesIn(real.oid).map((code) => ({ path, real, code }))
  const source = sourceFile(tree, options)
  const candidates = filterCodes(allCandidates, options, '', ignored).filter(
    ({ code }) => findLanguage(code, {})?.code !== source.language.code,
  )
  return {
    intermediate: undefined,
    ...onePerLanguage(source, candidates, options.languageAliases, ignored),
    ignored,
  }
}

/** The source language's translation: the template, a file of sources alone, or none. */
function sourceFile(
  tree: FileTree,
  { isMonolingual, template, sourceFile = '', sourceLanguage, kind }: MatchOptions,
): MatchedFile {
  const language = languageForCode(sourceLanguage)
  const sourcePath = isMonolingual ? template : sourceFile
  const real = realFile(tree, sourcePath, kind)
  return {
    path: isMonolingual || real !== undefined ? sourcePath : '',
    real,
    code: language.code,
    language,
    isTemplate: sourcePath !== '' && isMonolingual,
    isSource: true,
  }
}

/** Paths that fit the mask, by code point; not those whose links lead nowhere sensible. */
function findCandidates(
  tree: FileTree,
  { filemask, kind: wantedKind = 'file' }: MatchOptions,
  template: string,
  ignored: IgnoredFile[],
): Candidate[] {
  const candidates: Candidate[] = []
  const findCode = createCodeFinder(filemask)
  const paths = findPaths(tree, filemask, { kind: wantedKind })
  for (const path of [...paths].sort(compareCodePoints)) {
    const code = findCode(path) ?? ''
    const resolved = tree.resolve(path)
    const { kind } = resolved
    if (path === template || kind === wantedKind || kind === 'missing') {
      candidates.push({ path, real: realOf(resolved, wantedKind), code })
    } else if (kind === 'outside' || kind === 'loop') {
      ignored.push({ path, code, reason: kind === 'outside' ? 'link-outside' : 'link-loop' })
    }
  }
  return candidates
}

/** Candidates whose code passes the filter. The template always does, `source` never. */
function filterCodes(
  candidates: readonly Candidate[],
  { languageRegex, isLanguage }: MatchOptions,
  template: string,
  ignored: IgnoredFile[],
): Candidate[] {
  const expression = compilePython(languageRegex)
  const isWanted = isLanguage ?? ((code: string) => expression.test(code))
  return candidates.filter(({ path, code }) => {
    if (path === template) return true
    let reason: IgnoredReason | undefined
    if (code === 'source') reason = 'source'
    else if (!isWanted(code)) reason = 'language-regex'
    if (reason !== undefined) ignored.push({ path, code, reason })
    return reason === undefined
  })
}

/** Without the links to other candidates or to the template; a template that is a link stays. */
function dropLinks(
  candidates: readonly Candidate[],
  template: string,
  ignored: IgnoredFile[],
): Candidate[] {
  const paths = new Set(candidates.map(({ path }) => path)).add(template)
  return candidates.filter(({ path, real, code }) => {
    const isKept =
      path === template || real === undefined || real.path === path || !paths.has(real.path)
    if (!isKept) ignored.push({ path, code, reason: 'link-to-match' })
    return isKept
  })
}

function onePerLanguage(
  source: MatchedFile,
  candidates: readonly Candidate[],
  aliases: ReadonlyMap<string, string>,
  ignored: IgnoredFile[],
): Pick<Matches, 'files' | 'duplicates'> {
  const files = new Map([[source.language.code, source]])
  const duplicates: DuplicateFile[] = []
  for (const { path, real, code } of candidates) {
    const language = findLanguage(code, { aliases, sourceLanguage: source.language.code })
    const earlier = language && files.get(language.code)
    if (language === undefined) {
      ignored.push({ path, code, reason: [...code].length > 50 ? 'code-too-long' : 'no-code' })
    } else if (earlier) {
      duplicates.push({ path, code, language, kept: earlier })
    } else {
      const file = { path, real, code, language, isTemplate: false, isSource: false }
      files.set(language.code, file)
    }
  }
  return { files: [...files.values()], duplicates }
}

/** Where a path leads through links to a file or folder, and its id; undefined where it leads to none of that kind. */
export function realFile(
  tree: FileTree,
  path: string,
  kind: MatchOptions['kind'] = 'file',
): MatchedFile['real'] {
  // The root is a folder, too, but none of a translation.
  if (path === '') return undefined
  return realOf(tree.resolve(path), kind)
}

function realOf(
  resolved: ReturnType<FileTree['resolve']>,
  kind: MatchOptions['kind'],
): MatchedFile['real'] {
  return resolved.kind === kind ? { path: resolved.path, oid: resolved.oid } : undefined
}
