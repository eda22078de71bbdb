import { Buffer } from 'node:buffer'

/** Returns whether a name matches one segment of a glob. */
export type NameTest = (name: string) => boolean

type CharacterTest = (character: string) => boolean

/** The test of `*`, recognized by identity; `anyCharacter` is the test of `?`. */
const STAR: CharacterTest = () => true
const anyCharacter: CharacterTest = () => true

/** Returns whether a segment has wildcards. */
export function isGlob(segment: string): boolean {
  return /[*?[]/.test(segment)
}

/** Escapes a name, so that the glob matches that name alone. */
export function escapeGlob(name: string): string {
  return name.replace(/[*?[]/g, '[$&]')
}

/**
 * Returns a test for names that match a segment of a glob as in a shell: `*` and `**`, `?`, `[...]`. Names that
 * start with a dot match only if the segment starts with one. A test takes at most the name's length times the
 * segment's in steps.
 */
export function createNameTest(segment: string): NameTest {
  if (!isGlob(segment)) return (name) => name === segment
  const tests = testsOf(segment)
  const isDotted = segment.startsWith('.')
  return (name) => {
    if (name === '' || (name.startsWith('.') && !isDotted)) return false
    return fits(tests, /[\ud800-\udfff]/.test(name) ? Array.from(name) : name)
  }
}

/** Does the same for patterns of Git's own files: `*` also matches a leading dot, and a backslash escapes. */
export function createGitNameTest(segment: string): NameTest {
  if (!/[*?[\\]/.test(segment)) return (name) => name === segment
  const tests = testsOf(bytesOf(segment), GIT_TOKENS)
  return (name) => fits(tests, bytesOf(name))
}

/** Splits text into bytes, since Git compares bytes. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1')
}

const SHELL_TOKENS = /\*+|\?|\[(!?)(\]?[^\]]*)\]|[\s\S]/gu
const GIT_TOKENS = /\*+|\?|\[([!^]?)(\]?(?:\\[\s\S]|[^\]\\])*)\]|\\?[\s\S]/gu

function fits(tests: readonly CharacterTest[], characters: ArrayLike<string>): boolean {
  const used = matchStars(tests, STAR, characters)
  return used !== undefined && tests.slice(used).every((test) => test === STAR)
}

/**
 * Matches `parts` in order against `tests`, where `star` matches any number of parts. Returns how many tests were
 * used; undefined if the parts do not match. After a mismatch only the last star is extended: earlier stars never
 * need another try.
 */
export function matchStars(
  tests: readonly ((part: string) => boolean)[],
  star: (part: string) => boolean,
  parts: ArrayLike<string>,
): number | undefined {
  let next = 0
  let last = -1
  let lastEnd = 0
  for (let at = 0; at < parts.length; ) {
    const test = tests[next]
    if (test === star) {
      last = next++
      lastEnd = at
    } else if (test?.(parts[at]!)) {
      next++
      at++
    } else if (last >= 0) {
      next = last + 1
      at = ++lastEnd
    } else {
      return undefined
    }
  }
  return next
}

function testsOf(segment: string, pattern = SHELL_TOKENS): CharacterTest[] {
  const tokens = segment.matchAll(pattern)
  return Array.from(tokens, ([token, negation, members]) => {
    if (token.startsWith('*')) return STAR
    if (token === '?') return anyCharacter
    if (members === undefined) {
      const literal = pattern === GIT_TOKENS ? token.replace(/^\\(?=.)/su, '') : token
      return (character) => character === literal
    }
    const plain = pattern === GIT_TOKENS ? members.replace(/\\(.)/gsu, '$1') : members
    const isMember = classTest(Array.from(plain))
    return negation === '' ? isMember : (character) => !isMember(character)
  })
}

/** Like Python, treats a range that runs backwards as empty. */
function classTest(members: readonly string[]): CharacterTest {
  const ranges: [from: number, to: number][] = []
  for (let i = 0; i < members.length; i++) {
    const from = members[i]!
    const isRange = members[i + 1] === '-' && members[i + 2] !== undefined
    if (isRange) i += 2
    ranges.push([from.codePointAt(0)!, members[i]!.codePointAt(0)!])
  }
  return (character) => {
    const code = character.codePointAt(0)!
    return ranges.some(([from, to]) => from <= code && code <= to)
  }
}
