import { findLanguage, type Language, languageForCode } from '../languages/language.ts'
import { compareCodePoints } from '../languages/order.ts'
import { compilePython } from '../regexp/python.ts'
import { createCodeFinder } from './code-in-path.ts'
import type { FileTree } from './file-tree.ts'
import { findPaths } from './find-paths.ts'

/** The settings of a component that decide which files are its translations. */
export interface MatchOptions {
  /** All four paths are normalized: relative, without empty, `.` or `..` segments. */
  readonly filemask: string
  /** Ignored unless `isMonolingual`. */
  readonly template: string
  readonly intermediate: string
  /** Whether the template holds the sources; otherwise the component is bilingual. */
  readonly isMonolingual: boolean
  /** A Python regular expression, anchored at the start of the code. */
  readonly languageRegex: string
  /** Tests whether a code is that of a language, if the expression alone does not decide. */
  readonly isLanguage?: ((code: string) => boolean) | undefined
  /** From `parseAliases`. */
  readonly languageAliases: ReadonlyMap<string, string>
  readonly sourceLanguage: string
  /** File of a bilingual component's source translation; `''` if it has none. */
  readonly sourceFile?: string
  /** File that new translations of a bilingual component start from; `''` if there is none. */
  readonly newBase?: string
  /** File with the notes of the template's entries; `''` if the template holds them. */
  readonly notesFile?: string
  /** What a translation is in the tree (default: `file`). */
  readonly kind?: 'file' | 'folder'
}

/** A file that is a translation. */
export interface MatchedFile {
  /** Path of the file or folder in the tree; `''` for a source translation without a file. */
  readonly path: string
  /** Where `path` leads after following links, and the id of that blob or tree; undefined if it does not exist. */
  readonly real: { readonly path: string; readonly oid: string } | undefined
  /** The code in the path; for the template and the source translation, that of the source language. */
  readonly code: string
  readonly language: Language
  readonly isTemplate: boolean
  readonly isSource: boolean
}

/** Another file of a language that already has one. It is not read. */
export interface DuplicateFile {
  readonly path: string
  readonly code: string
  readonly language: Language
  readonly first: MatchedFile
}

/**
 * Why a path that matches the mask is not a translation. `language-regex`, `source` and `link-to-match` are intended;
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
  readonly intermediate: MatchedFile['real']
  /** The file with the notes of the template's entries, if the tree has it. */
  readonly notes?: MatchedFile['real']
  /** A file of a bilingual component that holds all sources but is not a translation. */
  readonly base?: MatchedFile | undefined
  /** One file per language: the template or source translation first, then by path. */
  readonly files: readonly MatchedFile[]
  readonly duplicates: readonly DuplicateFile[]
  readonly ignored: readonly IgnoredFile[]
}

/** Returns the template, even if the tree lacks it; undefined for a bilingual component. */
export function templateOf({ files }: Pick<Matches, 'files'>): MatchedFile | undefined {
  return files.find(({ isTemplate }) => isTemplate)
}

/** Returns whether a file is the source translation of a bilingual component, which the other translations complete. */
export function isFilled({ isSource, isTemplate }: MatchedFile): boolean {
  return isSource && !isTemplate
}

/** Returns false for a source translation without a file. */
export function hasFile(file: MatchedFile): boolean {
  return !isFilled(file) || file.real !== undefined
}

interface Candidate extends Pick<MatchedFile, 'path' | 'real' | 'code'> {}

/** Finds the translation files of a component in a tree. Throws SyntaxError for an invalid `languageRegex`. */
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

/** Returns the file with all sources: `newBase`, otherwise the file with the source language's code. */
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
 * Returns the translations in the single file that a filemask without `*` names, one for each code in it; none if the
 * file does not exist. Throws SyntaxError for an invalid `languageRegex`.
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

/** Returns the source language's translation: the template, a file with only sources, or one without a file. */
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

/** Returns the paths that match the mask by code point, without links that lead out of the tree or in a circle. */
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

/** Returns the candidates whose code passes the filter. The template always passes, `source` never does. */
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

/** Removes links to other candidates or to the template. A template that is itself a link stays. */
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
      duplicates.push({ path, code, language, first: earlier })
    } else {
      const file = { path, real, code, language, isTemplate: false, isSource: false }
      files.set(language.code, file)
    }
  }
  return { files: [...files.values()], duplicates }
}

/** Resolves a path to a file or folder and its id; undefined if it leads to nothing of that kind. */
export function realFile(
  tree: FileTree,
  path: string,
  kind: MatchOptions['kind'] = 'file',
): MatchedFile['real'] {
  // The root is a folder too, but never a translation.
  if (path === '') return undefined
  return realOf(tree.resolve(path), kind)
}

function realOf(
  resolved: ReturnType<FileTree['resolve']>,
  kind: MatchOptions['kind'],
): MatchedFile['real'] {
  return resolved.kind === kind ? { path: resolved.path, oid: resolved.oid } : undefined
}
