import { WORD } from '../regexp/pattern.ts'
import type { Range } from './check.ts'

/** Returns the code up to the first `_` or `-`. */
export function baseLanguage(code: string): string {
  for (let i = 0; i < code.length; i++) {
    const unit = code.charCodeAt(i)
    if (unit === 0x5f || unit === 0x2d) return code.slice(0, i)
  }
  return code
}

/** Returns whether a base language is Chinese, Japanese or Korean. */
export function isCjk(base: string): boolean {
  return base === 'ja' || base === 'zh' || base === 'ko'
}

/** Counts code points. */
export function countCodePoints(text: string): number {
  let pairs = 0
  for (let i = 1; i < text.length; i++) {
    if (isLow(text.charCodeAt(i)) && isHigh(text.charCodeAt(i - 1))) {
      pairs++
      i++
    }
  }
  return text.length - pairs
}

/** Returns whether there are at most `limit` code points, scanning no more than necessary. */
export function hasAtMost(limit: number, text: string): boolean {
  if (text.length <= limit) return true
  return text.length <= 2 * limit && countCodePoints(text) <= limit
}

/** Returns the last code point; -1 for an empty text. */
export function lastCodePoint(text: string): number {
  const end = text.length
  if (end === 0) return -1
  const last = text.charCodeAt(end - 1)
  if (!isLow(last) || end === 1) return last
  return isHigh(text.charCodeAt(end - 2)) ? (text.codePointAt(end - 2) ?? -1) : last
}

/** Returns whether exactly one of the last characters is in the set; false if a text is empty. */
export function endsDiffer(source: string, target: string, set: ReadonlySet<number>): boolean {
  if (source === '' || target === '') return false
  return set.has(lastCodePoint(source)) !== set.has(lastCodePoint(target))
}

/** Returns the set of code points in a text. */
export function codePoints(text: string): ReadonlySet<number> {
  return new Set(Array.from(text, (character) => character.codePointAt(0) ?? -1))
}

/** Replaces parts of a text, which must be in order and without overlap; removes them by default. */
export function replaceParts<Part extends Range>(
  text: string,
  parts: readonly Part[],
  replacementOf: (part: Part) => string = () => '',
): string {
  let result = ''
  let copiedTo = 0
  for (const part of parts) {
    result += text.slice(copiedTo, part.start) + replacementOf(part)
    copiedTo = part.end
  }
  return result + text.slice(copiedTo)
}

/** Counts occurrences of a part, without overlap. */
export function countOf(part: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++
  return count
}

const wordCharacter = new RegExp(`[${WORD}]`, 'u')

/** Returns whether Python's `\w` matches at an offset. Either half of a surrogate pair stands for the whole character. */
export function isWordAt(text: string, at: number): boolean {
  const isSecond = isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))
  const code = text.codePointAt(isSecond ? at - 1 : at)
  return code !== undefined && wordCharacter.test(String.fromCodePoint(code))
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
