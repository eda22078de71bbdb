import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import type { CharacterSet } from './character-set.ts'
import type { Engine, Match } from './expression.ts'
import { ANCHOR, type Node, type Pattern } from './pattern.ts'

const MAX_REPEAT = 1000
/** Each instruction of a program can take 30 nanoseconds per character. */
const MAX_INSTRUCTIONS = 300

/**
 * Replaces all line feeds but a final one if an expression uses Python's `$`, which RE2 lacks: RE2's own line end then
 * matches only before the final line feed. Unicode guarantees that no text contains this character.
 */
const INNER_LINE_FEED = '\ufdd0'

/**
 * Compiles an expression for RE2. Its matches equal JavaScript's, except that a repeated part that prefers an empty
 * match, as in `(|a)*`, may match less. Throws SyntaxError for what RE2 lacks: lookarounds, backreferences, nested
 * classes.
 */
export function compileLinear(node: Node, pattern: Pattern): Engine {
  const { ignoreCase } = pattern
  const hasLastLineEnd = pattern.source.includes(ANCHOR.lastLineEnd)
  const source = write(node, { ignoreCase, hasLastLineEnd })
  // Loaded on demand, since most expressions run without RE2.
  const re2js: typeof import('re2js') = createRequire(import.meta.url)('re2js')
  let expression: RE2JS
  try {
    expression = re2js.RE2JS.compile(ignoreCase ? `(?i)${source}` : source)
  } catch (cause) {
    throw new SyntaxError('is too large', { cause })
  }
  if (expression.programSize() > MAX_INSTRUCTIONS) throw new SyntaxError('is too large')
  const prepare = (text: string): string =>
    hasLastLineEnd ? text.replace(/\n(?=[\s\S])/g, INNER_LINE_FEED) : text
  return {
    test: (text) => expression.test(prepare(text)),
    matches(text) {
      const matcher = expression.matcher(prepare(text))
      const list: Match[] = []
      while (matcher.find()) {
        const [start, end] = [matcher.start(), matcher.end()]
        list.push({ text: text.slice(start, end), start, end })
      }
      return list
    },
  }
}

const ANCHORS: ReadonlyMap<string, string> = new Map([
  [ANCHOR.textStart, '\\A'],
  [ANCHOR.textEnd, '\\z'],
  [ANCHOR.lineStart, '(?m:^)'],
  [ANCHOR.lineEnd, '(?m:$)'],
  [ANCHOR.lastLineEnd, '(?m:$)'],
])

interface WriteOptions {
  readonly ignoreCase: boolean
  readonly hasLastLineEnd: boolean
}

function write(node: Node, options: WriteOptions): string {
  switch (node.kind) {
    case 'set':
      return writeSet(node.set, options)
    case 'sequence':
      return node.items.map((item) => write(item, options)).join('')
    case 'choice':
      return `(?:${node.branches.map((branch) => write(branch, options)).join('|')})`
    case 'repeat': {
      const { min, max, isLazy } = node.count
      if (min > MAX_REPEAT || (max > MAX_REPEAT && Number.isFinite(max))) {
        throw new SyntaxError(`repeats more than ${MAX_REPEAT} times`)
      }
      const to = max === min ? '' : Number.isFinite(max) ? `,${max}` : ','
      return `(?:${write(node.body, options)}){${min}${to}}${isLazy ? '?' : ''}`
    }
    case 'anchor': {
      const place = ANCHORS.get(node.source)
      if (place === undefined) throw new SyntaxError('has a word boundary')
      return place
    }
    case 'look':
      throw new SyntaxError('has a lookaround')
    case 'reference':
      throw new SyntaxError('refers to a group')
  }
}

function writeSet({ source, ...set }: CharacterSet, options: WriteOptions): string {
  const { isNegated, others } = set
  if (!others.every((part) => /^\\[pP]\{\w+\}$/.test(part))) {
    throw new SyntaxError('has a class in a class')
  }
  const ranges = [...set.ranges]
  if (options.hasLastLineEnd) {
    const expression = new RegExp(source, options.ignoreCase ? 'iv' : 'v')
    const code = INNER_LINE_FEED.charCodeAt(0)
    const isLineFeed = expression.test('\n')
    if (isLineFeed !== expression.test(INNER_LINE_FEED)) {
      if (isLineFeed === isNegated) throw new SyntaxError('has a character that no text has')
      ranges.push([code, code])
    }
  }
  const inside = [...ranges.map(writeRange), ...others].join('')
  if (inside === '') return isNegated ? '(?s:.)' : '[^\\x{0}-\\x{10ffff}]'
  return `[${isNegated ? '^' : ''}${inside}]`
}

function writeRange([first, last]: readonly [number, number]): string {
  const hex = `\\x{${first.toString(16)}}`
  return first === last ? hex : `${hex}-\\x{${last.toString(16)}}`
}
