import type { FileSet, SetFile } from '../../formats/discovery.ts'
import { codeInPath } from '../catalog/reading/code-in-path.ts'
import type { FileTree } from '../catalog/reading/file-tree.ts'
import { findPaths } from '../catalog/reading/glob.ts'
import { compareCodePoints } from '../languages/order.ts'
import { isAmbiguous, isCodeLike, languageOfCode } from './code.ts'
import { comparePaths, isIgnoredName, isInTranslationDirectory } from './places.ts'
import { type Reading, readingsOf } from './reading.ts'

interface Candidate {
  readonly filemask: string
  readonly isWhole: boolean
  readonly readings: Map<string, Reading>
}

interface SetOptions {
  readonly sourceLanguage: string
  /** See `DiscoveryTree`. */
  readonly needsWholeName: boolean
}

/**
 * The sets among files of one extension (discovery.md, rules 2 and 10): each file is in one set at most, whole names go
 * before parts of names (so no code is split), larger sets before smaller ones; sets by mask.
 */
export function findFileSets(
  tree: FileTree,
  paths: readonly string[],
  { sourceLanguage, needsWholeName }: SetOptions,
): FileSet[] {
  const candidates = [...collect(paths).values()].sort(
    (a, b) =>
      Number(b.isWhole) - Number(a.isWhole) ||
      b.readings.size - a.readings.size ||
      compareCodePoints(a.filemask, b.filemask),
  )
  const taken = new Set<string>()
  const sets: FileSet[] = []
  // The stronger first: a file that is alone in one mask may have company in another.
  for (const wanted of ['set', 'source', 'alone'] as const) {
    for (const candidate of candidates) {
      const paths = [...candidate.readings.keys()]
      if (paths.some((path) => taken.has(path)) || !mayBe(wanted, candidate, needsWholeName))
        continue
      const set = judge(tree, candidate, sourceLanguage)
      if (set?.strength !== wanted) continue
      for (const { path } of set.files) taken.add(path)
      sets.push(set)
    }
  }
  return sets.sort((a, b) => comparePaths(a.filemask, b.filemask))
}

function collect(paths: readonly string[]): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  for (const path of paths) {
    for (const reading of readingsOf(path)) {
      const { filemask, isWhole } = reading
      let candidate = candidates.get(filemask)
      if (!candidate) {
        candidate = { filemask, isWhole, readings: new Map() }
        candidates.set(filemask, candidate)
      }
      candidate.readings.set(path, reading)
    }
  }
  return candidates
}

/** Whether it is worth looking at all files of a mask, as far as its readings tell. */
function mayBe(
  strength: FileSet['strength'],
  { filemask, readings }: Candidate,
  needsWholeName: boolean,
): boolean {
  if (strength === 'set') return countLanguages(readings) >= 2
  if (isInTranslationDirectory(filemask)) return true
  return strength === 'alone' && (!needsWholeName || /(?:^|\/)\*\.[^./]*$/.test(filemask))
}

function countLanguages(readings: Candidate['readings']): number {
  return new Set([...readings.values()].map(({ language }) => language.code)).size
}

/** The set of a mask when most of its names are languages; undefined otherwise. */
function judge(
  tree: FileTree,
  { filemask, readings }: Candidate,
  sourceLanguage: string,
): FileSet | undefined {
  // `source.json` is the source language, a directory `src` is not.
  const namedSource =
    filemask.lastIndexOf('*') > filemask.lastIndexOf('/') ? sourceLanguage : undefined
  const files: SetFile[] = []
  const others: SetFile[] = []
  // The tree is a list of paths, so it is no longer than that.
  const paths = findPaths(tree, filemask, { maxMatches: Number.POSITIVE_INFINITY })
  for (const path of [...paths].sort(compareCodePoints)) {
    if (isIgnoredName(path.slice(path.lastIndexOf('/') + 1))) continue
    const code = codeInPath(filemask, path) ?? ''
    const file = { path, code, language: languageOfCode(code, namedSource) }
    if (file.language || isCodeLike(code)) files.push(file)
    else others.push(file)
  }
  const known = files.filter(({ language }) => language !== undefined)
  if (known.length * 2 < files.length + others.length) return undefined
  const isSet = countLanguages(readings) >= 2 && known.some(({ code }) => !isAmbiguous(code))
  const [first] = known
  const isSource =
    known.length === 1 &&
    first?.language?.code === languageOfCode(sourceLanguage)?.code &&
    isInTranslationDirectory(filemask)
  return { filemask, files, others, strength: isSet ? 'set' : isSource ? 'source' : 'alone' }
}
