import { createGitNameTest, matchStars, type NameTest } from '../glob.ts'

/** A line of a file such as `.gitignore` (https://git-scm.com/docs/gitignore#_pattern_format). */
export interface Pattern {
  /** Whether the pattern revokes earlier ones. */
  readonly isNegated: boolean
  /** Text after the pattern: the attributes. */
  readonly rest: string
  /** Returns whether a path, relative to the file's folder, matches. */
  fits(path: string, isFolder: boolean): boolean
}

/** The patterns of one file: the last one that matches wins. */
export interface PatternList {
  /** Folder to which the paths are relative, with a trailing slash; `''` is the top. */
  readonly base: string
  readonly patterns: readonly Pattern[]
}

/** Returns the last pattern of a list that matches a path given from the top. */
export function findLast(
  { base, patterns }: PatternList,
  path: string,
  isFolder: boolean,
): Pattern | undefined {
  if (!path.startsWith(base)) return undefined
  const relativePath = path.slice(base.length)
  return patterns.findLast((pattern) => pattern.fits(relativePath, isFolder))
}

/** Returns the lines that are neither empty nor comments. */
export function patternLines(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Parses a pattern; returns undefined if it matches nothing. */
export function parsePattern(
  written: string,
  { ignoreCase, rest = '' }: { readonly ignoreCase: boolean; readonly rest?: string },
): Pattern | undefined {
  const isNegated = written.startsWith('!')
  const plain = written.slice(isNegated ? 1 : 0)
  const isFolderOnly = plain.endsWith('/')
  const text = isFolderOnly ? plain.slice(0, -1) : plain
  if (text === '') return undefined
  const cased = (text: string) => (ignoreCase ? text.toLowerCase() : text)
  const segments = cased(text.replace(/^\//, '')).split('/')
  const isName = !text.includes('/')
  const tests = segments.map((segment) =>
    segment === '**' ? ANY_FOLDERS : createGitNameTest(segment),
  )
  return {
    isNegated,
    rest,
    fits(path, isFolder) {
      if (isFolderOnly && !isFolder) return false
      const names = cased(path).split('/')
      return isName
        ? tests[0]!(names.at(-1)!)
        : matchStars(tests, ANY_FOLDERS, names) === tests.length
    },
  }
}

/** Test of `**`, which matches any number of folders, and at the end at least one. */
const ANY_FOLDERS: NameTest = () => true
