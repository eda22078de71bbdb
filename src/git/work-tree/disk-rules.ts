import { join } from 'node:path'
import { expandPath, isTrue, readSettings, userFiles } from '../git-config.ts'
import type { GitFolder } from '../git-folder.ts'
import { readTextFile } from '../text-file.ts'
import { type Attributes, attributesOf, parseAttributes } from './attributes.ts'
import { findLast, type PatternList, parsePattern, patternLines } from './patterns.ts'

/** Rules from configuration, `.gitignore` and `.gitattributes` for the files of a work tree. */
export interface DiskRules {
  /** Returns whether Git ignores an untracked file or folder whose parent folder is not ignored. */
  isIgnored(path: string, isFolder: boolean): boolean
  attributesOf(path: string): Attributes
  /** Whether the checkout is sparse: a file that it leaves out counts as on disk only if it exists there. */
  readonly isSparse: boolean
  /** Whether Git converts the line endings of text files without any attribute. */
  readonly hasAutoCrlf: boolean
}

/**
 * Reads the rule files on demand, each once. `readText` returns the text of a file in the work tree, or undefined
 * if there is none.
 */
export function createDiskRules(
  gitFolder: GitFolder,
  environment: Readonly<Record<string, string | undefined>>,
  readText: (path: string) => string | undefined,
): DiskRules {
  const settings = readSettings(gitFolder, environment)
  const isOn = (setting: string) => isTrue(settings.get(setting) ?? 'false')
  const ignoreCase = isOn('core.ignorecase')
  const isAuto = (value: string) => isTrue(value) || value.toLowerCase() === 'input'
  const inGitDir = join(gitFolder.commonDir, 'info')
  /** Returns the file that a setting names, or else the user's default file. */
  const usersOwn = (setting: string, name: string): string[] => {
    const named = settings.get(setting)
    const paths = named === undefined ? userFiles(name, environment) : [named]
    return paths.map((path) => expandPath(path, environment['HOME']))
  }
  const ignored = (text: string | undefined, base: string) =>
    parseIgnored(text ?? '', base, ignoreCase)
  const attributes = (text: string | undefined, base: string) =>
    parseAttributes(text ?? '', base, ignoreCase)
  const lastIgnored = [join(inGitDir, 'exclude'), ...usersOwn('core.excludesfile', 'ignore')].map(
    (file) => ignored(readTextFile(file), ''),
  )
  const firstAttributes = usersOwn('core.attributesfile', 'attributes').map((file) =>
    attributes(readTextFile(file), ''),
  )
  const lastAttributes = attributes(readTextFile(join(inGitDir, 'attributes')), '')
  const ignoredIn = perFolder((folder) => ignored(readText(`${folder}.gitignore`), folder))
  const attributesIn = perFolder((folder) =>
    attributes(readText(`${folder}.gitattributes`), folder),
  )
  return {
    isSparse: isOn('core.sparsecheckout') && !isOn('sparse.expectfilesoutsideofpatterns'),
    hasAutoCrlf: isAuto(settings.get('core.autocrlf') ?? 'false'),
    isIgnored(path, isFolder) {
      for (const list of [...ignoredIn(path).toReversed(), ...lastIgnored]) {
        const pattern = findLast(list, path, isFolder)
        if (pattern !== undefined) return !pattern.isNegated
      }
      return false
    },
    attributesOf: (path) =>
      attributesOf(path, [...firstAttributes, ...attributesIn(path), lastAttributes]),
  }
}

function parseIgnored(text: string, base: string, ignoreCase: boolean): PatternList {
  const patterns = patternLines(text).flatMap((line) => {
    return parsePattern(trimSpaces(line), { ignoreCase }) ?? []
  })
  return { base, patterns }
}

/** Removes trailing spaces unless they are escaped by a backslash. */
function trimSpaces(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ' && line[end - 2] !== '\\') end--
  return line.slice(0, end)
}

/**
 * Reads something in each folder above a path, from the top, and caches it. Folders are prefixes that end with a
 * slash.
 */
function perFolder<T>(read: (folder: string) => T): (path: string) => readonly T[] {
  const rulesOf = new Map<string, readonly T[]>()
  const upTo = (folder: string): readonly T[] => {
    let rules = rulesOf.get(folder)
    if (rules === undefined) {
      const above = folder === '' ? [] : upTo(folderOf(folder.slice(0, -1)))
      rules = [...above, read(folder)]
      rulesOf.set(folder, rules)
    }
    return rules
  }
  return (path) => upTo(folderOf(path))
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
