import { DIGIT } from '../../regexp/pattern.ts'
import { WHITESPACE_CLASS } from '../../text.ts'
import type { PlaceholderSyntax } from './placeholder.ts'
import { createLookAhead, endOfMatch, finder, type Placeholder } from './placeholder.ts'

const D = `[${DIGIT}]`
const S = `[${WHITESPACE_CLASS}]`

/** Length and conversion. The length `ll` is not supported: `%lld` ends after its second `l`. */
const CONVERSION = '(?:hh?|l)?[a-zA-Z%]'
const NUMBERS = `${D}*(?:\\.${D}+)?`

const isPercent = (value: string): boolean => value === '%'
const withoutApostrophes = (value: string): string => value.replaceAll("'", '')

function percentSyntax(pattern: string, mark: string): PlaceholderSyntax {
  return {
    marks: ['%'],
    find: finder(new RegExp(pattern, 'gu'), withoutApostrophes),
    isUnnamed: (value) => !value.includes(mark) && value !== '%',
    isEscape: isPercent,
  }
}

/** `%s`, `%1$-5.2f`, and a lone `%`. Also used for Perl, JavaScript and Lua. */
export const c: PlaceholderSyntax = percentSyntax(
  `%((?:${D}+\\$)?(?:[ +#'-]*${NUMBERS}${CONVERSION})?)`,
  '$',
)

/** Like C, plus Apple's `%@` and `%#@name@`. */
export const objectiveC: PlaceholderSyntax = percentSyntax(
  `%((?:${D}+\\$)?(?:@|#@[^@\\n]{1,200}@|[ +#'-]*${NUMBERS}${CONVERSION})?)`,
  '$',
)

/** See https://www.php.net/manual/en/function.sprintf.php */
export const php: PlaceholderSyntax = percentSyntax(
  `%((?:${D}+\\$)?(?:[ +#-]*${NUMBERS}${CONVERSION})?)`,
  '$',
)

/** `0` and `.` are flags here too, so the width starts at the first other digit. */
export const javaPrintf: PlaceholderSyntax = percentSyntax(
  `%((?!${S})(?:${D}+\\$)?[-.#+0,(]*(?:(?!0)${D}+(?:\\.${D}+)?)?(?:[tT][a-zA-Z]|[a-zA-Z%]))`,
  '$',
)

/** Positions end with `:`, as in `%0:s`. */
export const objectPascal: PlaceholderSyntax = percentSyntax(
  `%((?:(?:\\*|${D}+):)?(?:-?(?:\\*|${D}*)(?:\\.(?:\\*|${D}+))?[defgmnpsuxDEFGMNPSUX%])?)`,
  ':',
)

const parameter = `(?:[+-]?${D}+|'[^\\n]|[vV#])`

/** Directives of Scheme's `format`, which start with `~`. */
export const scheme: PlaceholderSyntax = {
  marks: ['~'],
  find: finder(
    new RegExp(
      `~((?:${D}+@\\*~)?(?:(?:${parameter}(?:,${parameter})*)?:?@?[a-zA-Z%$?&_/|![\\]()~])?)`,
      'gu',
    ),
    withoutApostrophes,
  ),
  isUnnamed: (value) => !value.includes('@*') && value !== '~',
  isEscape: (value) => value === '~',
}

const pythonBody = new RegExp(`(?:[ +#-]*${NUMBERS}${CONVERSION})?`, 'uy')

/** `%s`, `%(name)s`, `%(name)` and a lone `%`. */
export const python: PlaceholderSyntax = {
  marks: ['%'],
  find(text) {
    const placeholders: Placeholder[] = []
    const closeAfter = createLookAhead(/\)/g, text)
    for (let start = text.indexOf('%'); start >= 0; ) {
      let body = start + 1
      if (text[body] === '(') {
        const close = closeAfter(body)
        if (close < text.length && close > body + 1) body = close + 1
      }
      const end = endOfMatch(pythonBody, text, body)
      placeholders.push({ start, end, value: withoutApostrophes(text.slice(start + 1, end)) })
      start = text.indexOf('%', end)
    }
    return placeholders
  },
  isUnnamed: (value) => !value.includes('(') && value !== '%',
  isEscape: isPercent,
}

const rubyPlain = new RegExp(`(?:${D}+\\$)?[ +#*-]*${NUMBERS}[a-zA-Z%]`, 'uy')
const rubyHead = new RegExp(`[ +#*-]*${NUMBERS}`, 'uy')
const angleEnd = new RegExp(`[>${WHITESPACE_CLASS}]`, 'g')
const braceEnd = new RegExp(`[}${WHITESPACE_CLASS}]`, 'g')

/** `%s`, `%1$s`, `%<name>s`, `%{name}`; no lone `%`. */
export const ruby: PlaceholderSyntax = {
  marks: ['%'],
  find(text) {
    const placeholders: Placeholder[] = []
    const afterAngle = createLookAhead(angleEnd, text)
    const afterBrace = createLookAhead(braceEnd, text)
    for (let start = text.indexOf('%'); start >= 0; ) {
      let end = endOfMatch(rubyPlain, text, start + 1)
      if (end < 0) {
        const name = endOfMatch(rubyHead, text, start + 1)
        end = endOfRubyName(text, name, text[name] === '<' ? afterAngle : afterBrace)
      }
      if (end >= 0) placeholders.push({ start, end, value: text.slice(start + 1, end) })
      start = text.indexOf('%', end >= 0 ? end : start + 1)
    }
    return placeholders
  },
  isUnnamed: (value) => value !== '%' && !/[$<{]/.test(value),
}

function endOfRubyName(text: string, open: number, closeAfter: (from: number) => number): number {
  const mark = text[open]
  if (mark !== '<' && mark !== '{') return -1
  const close = closeAfter(open + 1)
  if (close === open + 1) return -1
  if (mark === '{') return text[close] === '}' ? close + 1 : -1
  return text[close] === '>' && /[a-zA-Z]/.test(text[close + 1] ?? '') ? close + 2 : -1
}

/** `%name%` */
export const percentPlaceholders: PlaceholderSyntax = {
  marks: ['%'],
  find: finder(/%[a-zA-Z0-9_]+%/g),
}

/** `%1` and `%L1`, up to `%99`. */
export const qt: PlaceholderSyntax = {
  marks: ['%'],
  find: finder(new RegExp(`%(L?${D}${D}?)`, 'gu')),
}

/** `%n` and `%Ln` */
export const qtPlural: PlaceholderSyntax = {
  marks: ['%'],
  find: finder(/%(L?n)/g),
  isUnnamed: () => true,
}

/** Laravel's `:name`. */
export const laravel: PlaceholderSyntax = {
  marks: [':'],
  find: finder(/:[a-zA-Z][a-zA-Z0-9_]*/g),
}
