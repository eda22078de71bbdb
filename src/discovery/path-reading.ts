import { canStandInMask } from '../../formats/discovery.ts'
import { checkFilemask } from '../config/field-checks.ts'
import type { Language } from '../languages/language.ts'
import { escapeRegExp } from '../regexp/pattern.ts'
import { isLanguageName, languageOfCode } from './language-code.ts'

/** One interpretation of a path as the file of a language. */
export interface Reading {
  readonly filemask: string
  readonly code: string
  readonly language: Language
  /** Whether the code is a whole name (`de.json`, `de/`) instead of a part (`app_de.json`). */
  readonly isWhole: boolean
}

const MAX_FILEMASK_LENGTH = 400

/** Returns whether a configuration accepts a mask. */
export function isUsableMask(filemask: string): boolean {
  return filemask.length <= MAX_FILEMASK_LENGTH && checkFilemask(filemask) === undefined
}

/**
 * Returns the interpretations of a path: for each segment whose name, or a delimited part of it, is a language, a mask
 * with `*` in its place. Parts count at the start or end of a name or before a dot.
 */
export function readingsOf(path: string): Reading[] {
  if (!canStandInMask(path)) return []
  const segments = path.split('/')
  const readings = new Map<string, Reading>()
  const fixed = segments.findIndex(isNamedByConvention)
  for (const [index, segment] of segments.entries()) {
    if (fixed !== -1 && index !== fixed) continue
    const isFile = index === segments.length - 1
    const dot = isFile ? segment.lastIndexOf('.') : -1
    const stem = dot > 0 ? segment.slice(0, dot) : segment
    for (const [from, to] of codeSpans(stem)) {
      const code = stem.slice(from, to)
      const language = languageOfCode(code)
      const isWhole = from === 0 && to === stem.length
      if (!language || (!isWhole && isLanguageName(code))) continue
      const masked = segments.map((other, at) =>
        at === index ? `${segment.slice(0, from)}*${segment.slice(to)}` : replaceCode(other, code),
      )
      const filemask = masked.join('/')
      if (!isUsableMask(filemask)) continue
      if (!readings.has(filemask)) readings.set(filemask, { filemask, code, language, isWhole })
    }
  }
  return [...readings.values()]
}

/** Returns whether a folder's position or name marks it as one of a language: `de/LC_MESSAGES`, `de.lproj`. */
function isNamedByConvention(segment: string, index: number, segments: readonly string[]): boolean {
  const code = segments[index + 1] === 'LC_MESSAGES' ? segment : /^(.+)\.lproj$/.exec(segment)?.[1]
  return code !== undefined && index < segments.length - 1 && languageOfCode(code) !== undefined
}

/** Returns the longest parts of a name that could be a code, as `[from, to]`, one for each start. */
function codeSpans(stem: string): [from: number, to: number][] {
  const spans: [number, number][] = []
  const bounds = [0]
  for (const { index } of stem.matchAll(/[_.\- ]/g)) bounds.push(index + 1)
  // A code has at most four parts; names with very many parts are not names of translations.
  if (bounds.length > 12) return [[0, stem.length]]
  const ends = [...bounds.slice(1).map((start) => start - 1), stem.length]
  for (const [first, from] of bounds.entries()) {
    for (let last = Math.min(first + 3, ends.length - 1); last >= first; last--) {
      const to = ends[last] ?? stem.length
      const isPlaced = from === 0 || to === stem.length || stem[to] === '.' || stem[to] === ' '
      if (!isPlaced || !languageOfCode(stem.slice(from, to))) continue
      spans.push([from, to])
      break
    }
  }
  return spans
}

/** Replaces further occurrences of the code between separators: `de/app_de.json` becomes `*\/app_*.json`. */
function replaceCode(segment: string, code: string): string {
  const whole = new RegExp(`(?<=^|[_.-])${escapeRegExp(code)}(?=$|[_.-])`, 'g')
  return segment.replace(whole, '*')
}
