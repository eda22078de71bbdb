import { Composer, type CST, Parser, type YAMLError } from 'yaml'
import { nameOfControl, parseErrorAt, replaceControls } from '../../src/text.ts'
import type { ParseOptions } from '../entry.ts'
import { toNode } from './convert.ts'
import { lex, typedLexemes } from './lexer.ts'
import { MAX_DEPTH, type YamlNode } from './node.ts'
import type { YamlVersion } from './scalar.ts'
import { scanDocument } from './scan.ts'

/** What YAML allows nowhere. */
const FORBIDDEN = /[^\P{Cc}\t\n\r\u0085]|[\ufffe\uffff]/u

/**
 * Reads the value of a text; for most texts the scanner suffices. See `composeDocument`. U+0085 is a line end in YAML 1.1,
 * which ruamel.yaml reads as a space in a text.
 */
export function readDocument(file: string, onFault: ParseOptions['onFault']): YamlNode | undefined {
  const text = file.replaceAll('\u0085', ' ')
  return scanDocument(text) ?? composeDocument(onFault ? withoutControls(text, onFault) : text)
}

function withoutControls(text: string, onFault: NonNullable<ParseOptions['onFault']>): string {
  return replaceControls(text, new RegExp(FORBIDDEN, 'gu'), (control, offset) => {
    onFault({ message: `YAML does not allow ${nameOfControl(control)}`, offset, context: '' })
  })
}

/**
 * Reads the value of a text in YAML 1.2, or 1.1 if it says so; undefined if there is none. As strict as ruamel.yaml:
 * throws ParseError, also for tabs outside texts, repeated keys, a second document and 200 levels.
 */
export function composeDocument(original: string): YamlNode | undefined {
  const forbidden = original.search(FORBIDDEN)
  if (forbidden !== -1) throw parseErrorAt(original, forbidden, 'expected text, found a control')
  // The library removes a byte order mark at the start; a second one is text.
  const start = original.startsWith('\ufeff') ? '---\n' : ''
  const text = start + original.replace(/\r(?!\n)/g, '\n')
  refuseTabs(text)
  const tokens = [...tokensOf(text)]
  const version = versionOf(text, tokens)
  refuseDepth(text, tokens)
  const options = { schema: 'failsafe', uniqueKeys: false, merge: false } as const
  const [document, another] = new Composer(options).compose(tokens, true, text.length)
  if (document === undefined) return undefined
  const error = document.errors.find((problem) => !isCommentBehindMark(problem, text))
  if (error) {
    const message = error.message.split('\n', 1)[0] ?? ''
    throw parseErrorAt(text, error.pos[0], `expected YAML, found: ${message}`, { cause: error })
  }
  if (another) throw parseErrorAt(text, another.range[0], 'expected one document, found another')
  return document.contents === null ? undefined : toNode(document.contents, text, version)
}

/** A comment needs no space behind a quote, a bracket or a comma. */
function isCommentBehindMark({ code, pos: [at] }: YAMLError, text: string): boolean {
  return code === 'MISSING_CHAR' && /^["'[\]{},]#/.test(text.slice(at - 1, at + 1))
}

function* tokensOf(text: string): Generator<CST.Token> {
  const parser = new Parser()
  for (const lexeme of lex(text)) yield* parser.next(lexeme)
  yield* parser.end()
}

function versionOf(text: string, tokens: readonly CST.Token[]): YamlVersion {
  for (const token of tokens) {
    if (token.type !== 'directive') continue
    const version = /^%YAML\s+(\S+)/.exec(token.source)?.[1]
    if (version === '1.1' || version === '1.2') return version
    if (version !== undefined) {
      throw parseErrorAt(text, token.offset, `expected YAML 1.1 or 1.2, found ${version}`)
    }
  }
  return '1.2'
}

/** The composer recurses for each level, which could overflow the stack. */
function refuseDepth(text: string, tokens: readonly CST.Token[]): void {
  const open: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    if (depth > MAX_DEPTH) {
      const message = `expected at most ${MAX_DEPTH} levels of nesting, found more`
      throw parseErrorAt(text, token.offset, message)
    }
    const values =
      token.type === 'document'
        ? [token.value]
        : 'items' in token
          ? token.items.flatMap((item) => [item.key, item.value])
          : []
    for (const value of values) {
      if (value) open.push({ token: value, depth: token.type === 'document' ? depth : depth + 1 })
    }
  }
}

/**
 * Throws ParseError for a tab that is not inside a text in quotes, a block scalar or a comment, nor between what stands in
 * brackets.
 */
function refuseTabs(text: string): void {
  if (!text.includes('\t')) return
  let brackets = 0
  let isBlock = false
  for (const { type, token, offset } of typedLexemes(text)) {
    if (type === 'flow-map-start' || type === 'flow-seq-start') brackets++
    if (type === 'flow-map-end' || type === 'flow-seq-end') brackets--
    const isSpace = type === 'space' || type === 'newline'
    if (type === 'scalar' ? !isBlock : isSpace && brackets === 0) {
      const tab = token.indexOf('\t')
      if (tab !== -1) throw parseErrorAt(text, offset + tab, 'expected spaces, found a tab')
    }
    if (type === 'block-scalar-header') isBlock = true
    if (type === 'scalar') isBlock = false
  }
}
