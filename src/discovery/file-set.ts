import {
  type FileSet,
  namesWithoutCode,
  type SetFile,
  type SetOptions,
} from '../../formats/discovery.ts'
import { groupBy } from '../group-by.ts'
import { compareCodePoints } from '../languages/order.ts'
import { createCodeFinder } from '../reading/code-in-path.ts'
import type { FileTree } from '../reading/file-tree.ts'
import { findPaths } from '../reading/find-paths.ts'
import { comparePaths, isIgnored, isInTranslationDirectory } from './ignored-paths.ts'
import { baseCode, isAmbiguous, isCodeLike, languageOfCode } from './language-code.ts'
import { type Reading, readingsOf } from './path-reading.ts'

interface Candidate {
  readonly filemask: string
  readonly isWhole: boolean
  readonly readings: ReadonlyMap<string, Reading>
}

interface MaskContext extends Pick<SetOptions, 'languageIn'> {
  /** Holds ignored files too, since a filemask matches them. */
  readonly wholeTree: FileTree
  readonly sourceLanguage: string
  /** Maps a path to a mask in which a part of its name is the code. */
  readonly partMasks: ReadonlyMap<string, string>
}

/**
 * Finds sets among files of one extension. Each file is in at most one set. Prefers whole names to parts of names (so
 * that no code is split), larger sets to smaller ones, and codes to words. Returns the sets sorted by mask.
 */
export function findFileSets(
  tree: FileTree,
  paths: readonly string[],
  {
    sourceLanguage,
    wholeTree = tree,
    masks = /\*/,
    languageIn,
    needsReason = false,
  }: SetOptions & { readonly sourceLanguage: string; readonly wholeTree?: FileTree },
): FileSet[] {
  const candidates = candidatesOf(paths)
    .filter(({ filemask }) => masks.test(filemask))
    .sort(
      (a, b) =>
        Number(b.isWhole) - Number(a.isWhole) ||
        b.readings.size - a.readings.size ||
        Number(hasOnlyWords(a.readings)) - Number(hasOnlyWords(b.readings)) ||
        compareCodePoints(a.filemask, b.filemask),
    )
  const partMasks = partMasksOf(candidates)
  const isFile = (path: string) => tree.resolve(path).kind === 'file'
  const hasReason = ({ filemask }: Candidate) =>
    !needsReason ||
    isInTranslationDirectory(filemask) ||
    /(?:^|\/)\*\.[^./]*$/.test(filemask) ||
    namesWithoutCode(filemask).some(isFile)
  const taken = new Set<string>()
  const sets: FileSet[] = []
  // Strong candidates first: a file that is alone under one mask may belong to a set under another.
  for (const strength of ['set', 'source', 'alone'] as const) {
    for (const candidate of candidates) {
      const paths = [...candidate.readings.keys()]
      if (paths.some((path) => taken.has(path)) || !mayBe(strength, candidate)) continue
      if (strength === 'alone' && !hasReason(candidate)) continue
      const set = judge(candidate, { wholeTree, sourceLanguage, partMasks, languageIn })
      if (set?.strength !== strength) continue
      for (const { path } of set.files) taken.add(path)
      for (const { path, kind } of set.others) if (kind === 'copy') taken.add(path)
      sets.push(set)
    }
  }
  return sets.sort((a, b) => comparePaths(a.filemask, b.filemask))
}

function candidatesOf(paths: readonly string[]): Candidate[] {
  const readings = paths.flatMap((path) => readingsOf(path).map((reading) => ({ path, reading })))
  return [...groupBy(readings, ({ reading }) => reading.filemask)].map(([filemask, ofMask]) => ({
    filemask,
    isWhole: ofMask[0].reading.isWhole,
    readings: new Map(ofMask.map(({ path, reading }) => [path, reading])),
  }))
}

/** Returns whether a mask's readings make it worth judging all files that match. */
function mayBe(strength: FileSet['strength'], { filemask, readings }: Candidate): boolean {
  if (strength === 'set') return countLanguages(readings) >= 2
  // A folder whose name is a word, such as `src`, is hardly one of a language.
  const star = filemask.indexOf('*')
  const isFolder = filemask.includes('/', star)
  const isWord = hasOnlyWords(readings)
  if (isFolder && isWord && !isInTranslationDirectory(filemask.slice(0, star))) return false
  return strength === 'alone' || isInTranslationDirectory(filemask)
}

function hasOnlyWords(readings: Candidate['readings']): boolean {
  return [...readings.values()].every(({ code }) => isAmbiguous(code))
}

function countLanguages(readings: Candidate['readings']): number {
  return new Set([...readings.values()].map(({ language }) => language.code)).size
}

/** Maps paths to the masks in which a part of a name is the code of one of several languages: `home_*.json`. */
function partMasksOf(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  const masks = new Map<string, string>()
  for (const { filemask, isWhole, readings } of candidates) {
    if (isWhole || countLanguages(readings) < 2) continue
    for (const path of readings.keys()) if (!masks.has(path)) masks.set(path, filemask)
  }
  return masks
}

/** Returns the set of a mask if most of its names are languages; otherwise undefined. */
function judge({ filemask, readings }: Candidate, context: MaskContext): FileSet | undefined {
  const { wholeTree, sourceLanguage, languageIn } = context
  // `source.json` means the source language, but a directory `src` does not.
  const namedSource =
    filemask.lastIndexOf('*') > filemask.lastIndexOf('/') ? sourceLanguage : undefined
  const isRepeated = filemask.indexOf('*') !== filemask.lastIndexOf('*')
  const files: SetFile[] = []
  const others: SetFile[] = []
  const ignored: SetFile[] = []
  const namedOtherwise: SetFile[] = []
  const findCode = createCodeFinder(filemask)
  // The tree holds all paths, so the number of matches is bounded.
  const paths = findPaths(wholeTree, filemask, { maxMatches: Number.POSITIVE_INFINITY })
  for (const path of [...paths].sort(compareCodePoints)) {
    const code = findCode(path) ?? ''
    const file = { path, code, language: languageOfCode(code, namedSource) }
    if (isIgnored(path)) ignored.push({ ...file, kind: 'ignored' })
    else if (isRepeated && path !== filemask.replaceAll('*', () => code)) {
      others.push({ ...file, kind: 'mixed' })
    } else if (DOCUMENTATION.test(code)) others.push({ ...file, kind: 'documentation' })
    else if (file.language || isCodeLike(code)) files.push(file)
    else namedOtherwise.push(file)
  }
  if (languageIn !== undefined && areOthers(files, languageIn, sourceLanguage)) return undefined
  const setFiles = files.filter(({ language }) => language !== undefined)
  // An ignored file must not exclude the code of a translation: `dist/zh_Hans.json` beside `zh_Hans/zh_Hans.json`.
  const codes = new Set(files.map(({ code }) => code))
  others.push(...ignored.filter(({ code }) => !codes.has(code)))
  for (const file of namedOtherwise) others.push(withKind(file, files, context))
  // Names with a dot do not count: the default language expression excludes them.
  const strange = others.filter(({ kind, code }) => kind === undefined && !code.includes('.'))
  if (setFiles.length * 2 < files.length + strange.length) return undefined
  const isSet = countLanguages(readings) >= 2 && setFiles.some(({ code }) => !isAmbiguous(code))
  const [first] = setFiles
  const isSource =
    setFiles.length === 1 &&
    baseCode(first?.language?.code ?? '') === baseCode(sourceLanguage) &&
    isInTranslationDirectory(filemask)
  return { filemask, files, others, strength: isSet ? 'set' : isSource ? 'source' : 'alone' }
}

/** Codes of translatewiki.net's message documentation and key language, and of Microsoft's pseudo-locales. */
const DOCUMENTATION = /^(?:qq[qx]|qps(?:-ploc[am]?)?)$/i

/**
 * Returns whether the files state a language, but none states the language of its name, so that the name must be a
 * word. Ignores files in the source language, which may be untranslated copies.
 */
function areOthers(
  files: readonly SetFile[],
  languageIn: NonNullable<SetOptions['languageIn']>,
  sourceLanguage: string,
): boolean {
  let count = 0
  for (const { path, code, language } of files) {
    const declared = languageIn(path)
    if (declared === undefined || baseCode(declared) === baseCode(sourceLanguage)) continue
    if (baseCode(declared) === baseCode(language?.code ?? code)) return false
    count += 1
  }
  return count > 0
}

/** Determines whether a file next to those of a set belongs to another set or is a copy (`_de` next to `de`). */
function withKind(
  file: SetFile,
  files: readonly SetFile[],
  { sourceLanguage, partMasks }: MaskContext,
): SetFile {
  const { path, code } = file
  const copied = code.startsWith('_') ? languageOfCode(code.slice(1), sourceLanguage) : undefined
  const isSource = copied && copied.code === languageOfCode(sourceLanguage)?.code
  if (isSource || (copied && files.some(({ language }) => language?.code === copied.code))) {
    return { ...file, kind: 'copy' }
  }
  const mask = partMasks.get(path)
  return mask === undefined ? file : { ...file, kind: { mask } }
}
