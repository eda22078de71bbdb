import { isWhitespace, trim, trimEnd } from '../../src/text.ts'
import type { DiscoveryRule, DiscoveryTree, FileSet } from '../discovery.ts'
import type { Format } from '../format.ts'
import { decodeMarkedUtf8, decodeUtf16 } from '../properties/decode.ts'
import { equalsAt, isEscaped, type Line } from '../properties/dialect.ts'
import { decodeEscapes } from '../properties/escapes.ts'
import { keyValueFormat } from '../properties/properties.ts'
import type { KeyValueRules } from '../properties/read.ts'
import { templateRule } from '../template-discovery.ts'
import { type DocumentUnit, firstForm } from '../translation-document.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Untranslated strings have their key as text. Keys hold escapes as they are written. */
function entryOf({ context, targets, note }: DocumentUnit): string {
  const comment = note === '' ? '' : `/* ${note.replaceAll('*/', '* /')} */\n`
  const key = quote(context, /["\n\r\t]|\\$/g)
  const text = firstForm(targets)
  return `${comment}${key} = ${text === '' ? key : quote(text, /["\\\n\r\t]/g)};\n`
}

function quote(text: string, escaped: RegExp): string {
  return `"${text.replace(escaped, (character) => ESCAPES[character] ?? character)}"`
}

/** Discovers Apple's strings in language folders, `de.lproj/Localizable.strings`: in UTF-16 (`isWide`) or in UTF-8. */
function appleRule(isWide: boolean): DiscoveryRule {
  return templateRule({
    files: /\.strings$|\.xcodeproj\/project\.pbxproj$/,
    sourcesFormat: (fileFormat) => fileFormat,
    sourceLanguageOf: developmentLanguage,
    isOwn(_, paths, contents) {
      const [text] = paths.flatMap((path) => contents.text(path) ?? [])
      // Only UTF-16 contains zero bytes.
      return text?.includes('\0') === isWide
    },
  })
}

const PROJECT = /^((?:.*\/)?)[^/]+\.xcodeproj\/project\.pbxproj$/
const REGION = /\bdevelopmentRegion = "?([\w-]+)"?;/

/** Returns the development language of the nearest Xcode project around a set. */
function developmentLanguage({ filemask }: FileSet, tree: DiscoveryTree): string | undefined {
  const projects = tree.paths
    .flatMap((path) => {
      const [, folder] = PROJECT.exec(path) ?? []
      return folder !== undefined && filemask.startsWith(folder) ? [{ path, folder }] : []
    })
    .sort((a, b) => b.folder.length - a.folder.length)
  const code = REGION.exec(tree.contents.text(projects[0]?.path ?? '') ?? '')?.[1]
  return tree.languageOfCode(code ?? '')?.code
}

const RULES: KeyValueRules = {
  dialect: {
    separatorAt(text, line) {
      if (text[line.start] !== '"') return equalsAt(text, line)
      const quote = quoteAt(text, line)
      return quote < 0 ? undefined : equalsAt(text, line, quote)
    },
    isContinued(text, start, end) {
      let last = end
      while (last > start && isWhitespace(text.charCodeAt(last - 1))) last--
      return last === start || text[last - 1] !== ';'
    },
    markLength: 0,
  },
  keyOf: unquote,
  textOf: (written, isComplete) => decodeEscapes(isComplete ? completeValue(written) : written),
  faultOf: commentFault,
}

/** With a comment behind a value: `"key" = "text"; /* comment *\/`. */
const RULES_2026: KeyValueRules = {
  ...RULES,
  dialect: {
    ...RULES.dialect,
    isContinued: (text, start, end) =>
      RULES.dialect.isContinued(text, start, end) && tailAt(text.slice(start, end)) === undefined,
  },
  textOf: (written, isComplete) =>
    decodeEscapes(isComplete ? completeValue(written.slice(0, tailAt(written))) : written),
  faultOf: (written) => commentFault(written.slice(0, tailAt(written))),
  noteOf(comments, written) {
    const above = comments.replace(/^\n+/, '')
    const tail = tailAt(written)
    if (tail === undefined) return above
    const comment = trim(trimEnd(written.slice(tail)).slice(2, -2))
    return above === '' ? comment : `${above}\n${comment}`
  },
}

const COMMENT_BEHIND = /(?<!\\)"\s*;\s*\/[/*]/

/** Apple's programs end a value before a comment; translate-toolkit goes on, with the texts of the next lines. */
function commentFault(written: string): string | undefined {
  const end = COMMENT_BEHIND.exec(written)
  if (end === null) return undefined
  const hidden = written.slice(end.index + 1).split(/"\s*=\s*"/).length - 1
  const others = ['', ', with the next text'][hidden] ?? `, with the next ${hidden} texts`
  return `The comment after the text is read as part of it${others}: put it on a line of its own`
}

/** Returns the offset of a comment behind a value's semicolon. */
function tailAt(written: string): number | undefined {
  if (!trimEnd(written).endsWith('*/')) return undefined
  const start = written.lastIndexOf('/*')
  return start > 0 && trimEnd(written.slice(0, start)).endsWith(';') ? start : undefined
}

const in2026 = { checkFlags: 'objc-format', rules: RULES_2026 }

const facts = {
  extension: 'strings',
  mediaType: 'text/plain',
  template: 'both',
  rules: RULES,
  in2026,
} as const

/** Apple's strings: `"key" = "text";`, read as translate-toolkit does, line by line. */
export const strings: Format = keyValueFormat({
  ...facts,
  id: 'strings',
  name: 'iOS Strings (UTF-16)',
  encoding: 'utf-16',
  decode: decodeUtf16,
  discovery: appleRule(true),
  writer: { needsKeys: true, write: ({ units }) => units.map(entryOf).join('') },
  withParams: ({ strings_encoding: encoding }) => (encoding === 'utf-16' ? strings : stringsUtf8),
  formerParams: { strings_encoding: 'utf-16' },
})

export const stringsUtf8: Format = keyValueFormat({
  ...facts,
  id: 'strings-utf8',
  name: 'iOS Strings (UTF-8)',
  decode: decodeMarkedUtf8,
  discovery: appleRule(false),
})

/**
 * Returns the offset of the quote that ends the key, the first one without a backslash before it; -1 if there is none.
 */
function quoteAt(text: string, line: Line): number {
  for (let at = line.start + 1; at < line.end; at++) {
    if (text[at] === '"' && !isEscaped(text, at, line)) return at
  }
  return -1
}

/** Strips the trailing semicolons and the quotes from a value. */
function completeValue(written: string): string {
  return unquote(withoutEnd(trimEnd(written), ';'))
}

function unquote(written: string): string {
  let start = 0
  while (written[start] === '"') start++
  return withoutEnd(written.slice(start), '"').replaceAll('\\"', '"')
}

/** Strips all of these characters from the end, except one behind a backslash. */
function withoutEnd(text: string, mark: string): string {
  let end = text.length
  while (text[end - 1] === mark) end--
  return text.slice(0, text[end - 1] === '\\' ? end + 1 : end)
}
