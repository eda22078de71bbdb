import { extname, posix } from 'node:path'
import { canStandInMask, type NearMiss, type Proposal } from '../../formats/discovery.ts'
import { withoutCredentials } from '../address.ts'
import { fileTreeOfPaths } from '../reading/file-tree.ts'
import { findFileSets } from './file-set.ts'
import {
  comparePaths,
  ignoredDirectoryOf,
  isInTranslationDirectory,
  sampleDirectoryOf,
} from './ignored-paths.ts'
import { readingsOf } from './path-reading.ts'

/** Sorts near misses: sets in translation directories, then large sets. Keeps one per mask, none of components. */
export function sortNearMisses(
  nearMisses: readonly NearMiss[],
  proposals: readonly Proposal[],
): Omit<NearMiss, 'files'>[] {
  const masks = new Map(nearMisses.toReversed().map((nearMiss) => [nearMiss.filemask, nearMiss]))
  for (const { filemask } of proposals) masks.delete(filemask)
  const isKept = ({ filemask }: NearMiss) => Number(isInTranslationDirectory(filemask))
  return [...masks.values()]
    .sort(
      (a, b) =>
        isKept(b) - isKept(a) ||
        (b.files ?? 1) - (a.files ?? 1) ||
        comparePaths(a.filemask, b.filemask),
    )
    .map(({ filemask, explanation }) => ({ filemask, explanation }))
}

export function explainSample({ filemask }: Proposal): NearMiss {
  const where = `Files in ${sampleDirectoryOf(filemask)}`
  return { filemask, explanation: `${where} are used only if there are no other components.` }
}

/** Reports each ignored directory with files that would otherwise have been found. */
export function explainIgnored(ignored: ReadonlyMap<string, readonly string[]>): NearMiss[] {
  return [...ignored].flatMap(([directory, paths]) => {
    const count = paths.filter((path) => readingsOf(path).length > 0).length
    if (count === 0) return []
    const what = count === 1 ? '1 file' : `${count} files`
    return [
      {
        filemask: `${directory}/`,
        explanation: `Skipped, with ${what} named like translations: directories of this name hold copies, build output or tools.`,
      },
    ]
  })
}

/** Extensions of files in which programs keep translations that no format reads. */
const UNREAD = /\.(?:[cm]?[jt]s|json5|jsonc|a?xaml|txt)$/i

/** Extensions of files that hold translations wherever they are: WiX, Windows resources, subtitles, documents. */
const ALWAYS_UNREAD = /\.(?:wxl|rc|srt|vtt|ass|ssa|sub|od[fpst]|idml|docx)$/i

/** Reports sets of such files, in any directory or in translation directories, and text files, which may be documents. */
export function explainUnread(paths: readonly string[], sourceLanguage: string): NearMiss[] {
  const unread = paths.filter(
    (path) =>
      (ALWAYS_UNREAD.test(path) || (UNREAD.test(path) && isInTranslationDirectory(path))) &&
      ignoredDirectoryOf(path) === undefined,
  )
  const tree = fileTreeOfPaths(unread.map((path) => ({ path })))
  return findFileSets(tree, unread, { sourceLanguage })
    .filter(({ strength }) => strength === 'set')
    .map(({ filemask, files }) => {
      const extension = extname(filemask)
      const isText = extension.toLowerCase() === '.txt'
      const what = isText
        ? `text files; to translate them as documents, set file_format: document.`
        : `such a file, but no format reads this kind of ${extension} file.`
      return {
        filemask: isText ? filemask.replace(/\*\/.*/, '*') : filemask,
        explanation: `${files.length} languages have ${what}`,
        files: files.length,
      }
    })
}

/** Reports sets below folders whose names no filemask can hold, such as `[lang]` in an application of Next.js. */
export function explainWildcards(paths: readonly string[], sourceLanguage: string): NearMiss[] {
  const originals = new Map(
    paths
      .filter((path) => !canStandInMask(path))
      .map((path) => [path.replaceAll(/[*?[\]]/g, '_'), path]),
  )
  const tree = fileTreeOfPaths([...originals.keys()].map((path) => ({ path })))
  return findFileSets(tree, [...originals.keys()], { sourceLanguage })
    .filter(({ strength }) => strength === 'set')
    .map(({ files }) => ({
      filemask: `${posix.dirname(originals.get(files[0]?.path ?? '') ?? '')}/`,
      explanation: `${files.length} languages have a file there, but no filemask matches a folder with * ? [ or ] in its name, as in Weblate.`,
      files: files.length,
    }))
}

/** The file in which Git stores the addresses of submodules. */
export const MODULES = '.gitmodules'

const SECTION = /^\s*\[/
const SETTING = /^\s*(path|url)\s*=\s*"?(.*?)"?\s*$/
const TRANSLATIONS =
  /(?:^|[-_./])(?:i18n|l10n|locales?|langs?|languages?|translations?|strings|messages)(?:$|[-_./])/i

/** Reports submodules whose names suggest that they hold translations. */
export function explainSubmodules(modules: Uint8Array | undefined): NearMiss[] {
  const submodules: { path?: string; url?: string }[] = []
  for (const line of Buffer.from(modules ?? [])
    .toString('utf8')
    .split('\n')) {
    if (SECTION.test(line)) submodules.push({})
    const [, name, value = ''] = SETTING.exec(line) ?? []
    const last = submodules.at(-1)
    if (last && (name === 'path' || name === 'url')) last[name] = value
  }
  return submodules.flatMap(({ path = '', url = '' }) => {
    const address = withoutCredentials(url)
    if (path === '' || !(TRANSLATIONS.test(path) || TRANSLATIONS.test(address))) return []
    const where = address === '' ? 'another repository' : address
    return [
      {
        filemask: `${path}/`,
        explanation: `A submodule: its files are in ${where}, which needs a project of its own.`,
        // Sorted first: such a submodule holds the translations themselves.
        files: Number.POSITIVE_INFINITY,
      },
    ]
  })
}
