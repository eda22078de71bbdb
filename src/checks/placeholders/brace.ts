import { DIGIT, WORD } from '../../regexp/pattern.ts'
import { WHITESPACE_CLASS } from '../../text.ts'
import {
  createLookAhead,
  endOfMatch,
  findDelimited,
  finder,
  type Placeholder,
  type PlaceholderSyntax,
} from './placeholder.ts'

const D = `[${DIGIT}]`
const S = `[${WHITESPACE_CLASS}]`
const spaces = new RegExp(S, 'g')

const withoutSpaces = (value: string): string => value.replace(spaces, '')

const braceHead = new RegExp(`\\{(?:${D}+|[a-zA-Z_][a-zA-Z0-9_]*)`, 'uy')
const braceAttribute = /(?:\.[a-zA-Z_][a-zA-Z0-9_]*)*/y
const braceTail = new RegExp(
  `(?:![rsa])?(?::[^\\n]?[<>=^]?[-+ ]?#?${D}*,?(?:\\.${D}+)?[bcdeEfFgGnosxX%]?)?\\}`,
  'uy',
)

/** `{}`, `{0}`, `{name.attribute[key]!r:>10}`, `{{` and `}}`. */
export const pythonBrace: PlaceholderSyntax = {
  marks: ['{', '}'],
  find(text) {
    const placeholders: Placeholder[] = []
    const markAfter = createLookAhead(/[{}]/g, text)
    const bracketAfter = createLookAhead(/\]/g, text)
    // Offsets after brackets from which no placeholder can be completed.
    const failed = new Set<number>()
    for (let start = markAfter(0); start < text.length; ) {
      const end = endOfPythonBrace(text, start, { bracketAfter, failed })
      if (end >= 0)
        placeholders.push({ start, end, value: valueOfPythonBrace(text.slice(start, end)) })
      start = markAfter(end >= 0 ? end : start + 1)
    }
    return placeholders
  },
  isUnnamed: (value) => value === '',
  isEscape: (value) => value === '{' || value === '}',
}

function valueOfPythonBrace(match: string): string {
  return match === '{{' || match === '}}' ? match.slice(1) : match.slice(1, -1)
}

function endOfPythonBrace(
  text: string,
  start: number,
  { bracketAfter, failed }: { bracketAfter(from: number): number; failed: Set<number> },
): number {
  const next = text[start + 1]
  if (text[start] === next || (text[start] === '{' && next === '}')) return start + 2
  const visited: number[] = []
  for (let at = endOfMatch(braceHead, text, start); at >= 0; ) {
    at = endOfMatch(braceAttribute, text, at)
    if (text[at] === '[') {
      const close = bracketAfter(at + 1)
      if (close === at + 1 || close >= text.length || failed.has(close)) break
      visited.push(close)
      at = close + 1
    } else {
      const end = endOfMatch(braceTail, text, at)
      if (end >= 0) return end
      break
    }
  }
  for (const close of visited) failed.add(close)
  return -1
}

/** `{name}` */
export const perlBrace: PlaceholderSyntax = {
  marks: ['{'],
  find: finder(/\{[a-zA-Z0-9_]+\}/g),
}

/** `{0,-5:N2}`; only the number matters. */
export const cSharp: PlaceholderSyntax = {
  marks: ['{'],
  find: finder(
    new RegExp(
      `\\{(${D}+)(?:[-,?${WHITESPACE_CLASS}]+${D}*(?:\\.${D}+)?)?(?::[a-zA-Z0#.,${WHITESPACE_CLASS}]*(?:(?!0)${D}+)?)?\\}`,
      'gu',
    ),
  ),
}

const messageHead = new RegExp(`\\{${D}+${S}*(?:,${S}*[a-z]+${S}*)?`, 'gu')
const styleEnd = new RegExp(`[}${WHITESPACE_CLASS}]`, 'g')
const notSpace = new RegExp(`[^${WHITESPACE_CLASS}]`, 'g')
const leadingDigits = new RegExp(`^\\{(${D}+)[^]*$`, 'u')

/** `{0}`, `{0,number,#.##}`; only the number matters. */
export const javaMessage: PlaceholderSyntax = {
  marks: ['{', "'"],
  find(text) {
    const afterStyle = createLookAhead(styleEnd, text)
    const afterSpaces = createLookAhead(notSpace, text)
    return findDelimited(text, messageHead, {
      endOf({ index, 0: head }) {
        let at = index + head.length
        if (text[at] === ',' && head.includes(',')) {
          const style = afterSpaces(at + 1)
          const end = afterStyle(style)
          if (end === style || end >= text.length) return -1
          at = afterSpaces(end)
        }
        return text[at] === '}' ? at + 1 : -1
      },
      toValue: (match) => match.replace(leadingDigits, '$1'),
    })
  },
}

const vueOpen = new RegExp(
  `%?\\{|@(?:\\.[a-z]+)?:(?:[${WORD}\\-|./]+|\\([${WORD}\\-|./:]+\\))`,
  'giu',
)

/** `{name}`, `%{name}`, `@:key`, `@.lower:key`, `@:(key)`. */
export const vue: PlaceholderSyntax = {
  marks: ['{', '@'],
  find(text) {
    const closeAfter = createLookAhead(/\}/g, text)
    return findDelimited(text, vueOpen, {
      endOf({ index, 0: open }) {
        const inside = index + open.length
        if (!open.endsWith('{')) return inside
        const close = closeAfter(inside)
        return close > inside && close < text.length ? close + 1 : -1
      },
      toValue: (match) => match,
    })
  },
}

/** Finds the shortest text between two delimiters on one line. */
function doubled(
  open: RegExp,
  closes: Readonly<Record<string, RegExp>>,
  [skipStart, skipEnd]: readonly [number, number],
): (text: string) => Placeholder[] {
  return (text) => {
    const lineEndAfter = createLookAhead(/\n/g, text)
    const closeAfter = new Map(
      Object.entries(closes).map(([mark, close]) => [mark, createLookAhead(close, text)]),
    )
    return findDelimited(text, open, {
      endOf({ index, 0: mark }) {
        const inside = index + mark.length
        const close = closeAfter.get(mark)?.(inside + 1) ?? Number.POSITIVE_INFINITY
        if (close >= text.length || lineEndAfter(inside) < close) return -1
        return close + (mark === '{{' ? 2 : 1)
      },
      toValue: (match) => withoutSpaces(match.slice(skipStart, match.length - skipEnd)),
    })
  }
}

/** `{{name}}`, `$t(key)` */
export const i18next: PlaceholderSyntax = {
  marks: ['{{', '$t('],
  find: doubled(/\{\{|\$t\(/g, { '{{': /\}\}/g, '$t(': /\)/g }, [0, 0]),
}

/** `{{expression}}` */
export const angular: PlaceholderSyntax = {
  marks: ['{{'],
  find: doubled(/\{\{/g, { '{{': /\}\}/g }, [2, 2]),
}

/** `${expression}` */
export const ecmaScript: PlaceholderSyntax = {
  marks: ['${'],
  find(text) {
    const closeAfter = createLookAhead(/\}/g, text)
    return findDelimited(text, /\$\{/g, {
      endOf({ index }) {
        const close = closeAfter(index + 2)
        return close > index + 2 && close < text.length ? close + 1 : -1
      },
      toValue: (match) => withoutSpaces(match.slice(2, -1)),
    })
  },
}

/** `{{name}}`, `{{/name}}`, `{{name/}}` */
export const automattic: PlaceholderSyntax = {
  marks: ['{{'],
  find: finder(new RegExp(`\\{\\{/?${S}*[${WORD}]+${S}*/?\\}\\}`, 'gu')),
}
