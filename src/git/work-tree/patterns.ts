import { createGitNameTest, matchStars, type NameTest } from '../glob.ts'

/** A line of a file such as `.gitignore` (https://git-scm.com/docs/gitignore#_pattern_format). */
export interface Pattern {
  /** Whether it takes back what others before it say. */
  readonly isNegated: boolean
  /** What stands behind the pattern: the attributes. */
  readonly rest: string
  /** Whether a path, from the folder of the file, is meant. */
  fits(path: string, isFolder: boolean): boolean
}

/** Some that are looked at together: the last one that fits decides. */
export interface PatternList {
  /** The folder that its paths begin at, with a slash behind it; `''`: the top. */
  readonly base: string
  readonly patterns: readonly Pattern[]
}

/** The last pattern of a list that fits a path from the top. */
export function findLast(
  { base, patterns }: PatternList,
  path: string,
  isFolder: boolean,
): Pattern | undefined {
  if (!path.startsWith(base)) return undefined
  const relativePath = path.slice(base.length)
  return patterns.findLast((pattern) => pattern.fits(relativePath, isFolder))
}

/** The lines of a text that are no comments. */
export function patternLines(text: string): string[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** A pattern; undefined for one that stands for nothing. */
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

/** Stands for `**`, any number of folders; at the end for one at least. */
const ANY_FOLDERS: NameTest = () => true
