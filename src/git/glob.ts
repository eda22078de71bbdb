import { Buffer } from 'node:buffer'

/** Whether a name is one of those that a segment of a glob stands for. */
export type NameTest = (name: string) => boolean

type CharacterTest = (character: string) => boolean

/** Stands for any characters. */
const STAR: CharacterTest = () => true
const anyCharacter: CharacterTest = () => true

/** Whether a segment stands for other names than itself. */
export function isGlob(segment: string): boolean {
  return /[*?[]/.test(segment)
}

/** The glob that stands for a name alone. */
export function escapeGlob(name: string): string {
  return name.replace(/[*?[]/g, '[$&]')
}

/**
 * A test for the names that a segment of a glob stands for in a shell: `*` and `**`, `?`, `[...]`; names that begin with a
 * dot only where the segment does. Takes no more steps than the name's length times the segment's.
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

/**
 * As `createNameTest`, for a segment of a pattern in one of Git's own files: `*` stands for names that begin with a dot, too,
 * and a character behind a backslash for itself.
 */
export function createGitNameTest(segment: string): NameTest {
  if (!/[*?[\\]/.test(segment)) return (name) => name === segment
  const tests = testsOf(bytesOf(segment), GIT_TOKENS)
  return (name) => fits(tests, bytesOf(name))
}

/** Git compares bytes. */
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
 * How many of the tests some parts use up, one after the other, where `star` stands for any number of them; undefined where
 * they do not fit. Where what is behind a star does not fit, the last star takes one more: earlier stars need no other try.
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

/** A range that runs backwards is empty, as in Python. */
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
