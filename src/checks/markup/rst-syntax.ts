import type { TextFault } from '../form-check.ts'
import { countNoun, quote } from '../sentence.ts'
import { countCodePoints } from '../text.ts'

const DIRECTIVES = new Set(
  `admonition attention caution class code compound container contents csv-table danger date default-role epigraph error figure
  footer header highlights hint image important include line-block list-table math meta note parsed-literal pull-quote raw
  replace role rubric section-numbering sectnum sidebar table target-notes tip title topic unicode warning`.split(
    /\s+/,
  ),
)
const ROLES = new Set(
  `abbreviation ab ac acronym anonymous-reference citation-reference code emphasis footnote-reference i index math named-reference
  pep pep-reference raw rfc rfc-reference strong sub subscript substitution-reference sup superscript t target
  title title-reference title uri uri-reference literal`.split(/\s+/),
)

/**
 * Returns the first error that reStructuredText reports in the translation only; the source's roles and directives
 * count as known. Checks inline markup, roles, directives, underlines and literal blocks.
 * https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html
 */
export function findRstFault(source: string, target: string): TextFault | undefined {
  if (!/[`*|_:=~-]/.test(target)) return undefined
  let at = 0
  let isLiteral = false
  for (const block of target.split(/(\n[^\S\n]*\n\s*)/)) {
    const start = at
    at += block.length
    if (block.trim() === '') continue
    // An indented block after `::` is literal.
    const isCode = isLiteral && /^\s/.test(target.slice(target.lastIndexOf('\n', start) + 1))
    isLiteral = block.trimEnd().endsWith('::') && !/^\s*\.\. /.test(block)
    if (isCode) continue
    const fault = findInBlock(source, block, isLiteral && target.slice(at).trim() === '')
    if (fault !== undefined) {
      return { ...fault, start: start + fault.start, end: start + fault.end }
    }
  }
  return undefined
}

function findInBlock(source: string, block: string, lacksLiteral: boolean): TextFault | undefined {
  const directive = /^\s*\.\. (?:\|[^|]+\| )?([\w:-]+)::/.exec(block)
  if (directive !== null) {
    const [whole, name = ''] = directive
    const isKnown = DIRECTIVES.has(name.toLowerCase()) || source.includes(`${name}::`)
    if (isKnown) return undefined
    return { explanation: `The directive ${quote(name)} is unknown`, start: 0, end: whole.length }
  }
  if (/^\s*\.\. /.test(block)) return undefined
  if (lacksLiteral) {
    const end = block.trimEnd().length
    return { explanation: 'There is no block after `::`', start: end - 2, end }
  }
  return findShortUnderline(block) ?? findInline(source, block)
}

function findShortUnderline(block: string): TextFault | undefined {
  const [, title = '', line = ''] = /^([^\n]+)\n(([=~^"'#*+-])\3+)\s*$/.exec(block) ?? []
  const short = countCodePoints(title.trimEnd()) - line.length
  if (line === '' || short <= 0) return undefined
  const start = block.indexOf('\n') + 1
  const explanation = `The underline is ${countNoun(short, 'character')} shorter than its title`
  return { explanation, start, end: start + line.length }
}

/** Openings of markup that must be closed, in order of precedence. */
const OPENING =
  /\\[\s\S]|(?<=^|[\s'"([{<\-/:\p{Ps}\p{Pi}\p{Pf}\p{Pd}])(?::(?<role>[a-zA-Z][\w+.:-]{0,60}):(?=`))?(?<mark>``|`|\*\*|\*|\|)(?=\S)/gu
const BEHIND = /^(?:$|[\s'")\]}>\-/\\:.,;!?\p{Pe}\p{Pf}\p{Pi}\p{Pd}\p{Po}])/u
const QUOTES: ReadonlyMap<string, string> = new Map(
  ["''", '""', '()', '[]', '{}', '<>'].map(([open = '', close = '']) => [open, close]),
)

function findInline(source: string, block: string): TextFault | undefined {
  OPENING.lastIndex = 0
  for (let match = OPENING.exec(block); match !== null; match = OPENING.exec(block)) {
    const { index: start, groups = {} } = match
    const { role, mark } = groups
    const behind = OPENING.lastIndex
    if (mark === undefined || isQuoted(block, start, behind)) continue
    const end = endOf(mark, block, behind)
    if (end < 0) {
      return { explanation: `${quote(mark)} is not closed`, start, end: behind }
    }
    if (role !== undefined && !ROLES.has(role.toLowerCase()) && !source.includes(`:${role}:\``)) {
      return { explanation: `The role ${quote(role)} is unknown`, start, end }
    }
    OPENING.lastIndex = end
  }
  return undefined
}

/** Returns whether a delimiter stands alone inside quotes or brackets. */
function isQuoted(block: string, start: number, behind: number): boolean {
  const close = QUOTES.get(block[start - 1] ?? '')
  return close !== undefined && block[behind] === close
}

/** Returns the offset after the closing delimiter; -1 if there is none. */
function endOf(mark: string, block: string, from: number): number {
  for (let at = block.indexOf(mark, from + 1); at >= 0; at = block.indexOf(mark, at + 1)) {
    const isEscaped = mark !== '``' && block[at - 1] === '\\'
    if (isEscaped || /\s/.test(block[at - 1] ?? '')) continue
    let end = at + mark.length
    if (mark === '`' || mark === '|')
      end += /^_{0,2}/.exec(block.slice(end, end + 2))?.[0].length ?? 0
    if (BEHIND.test(block.slice(end, end + 2))) return end
  }
  return -1
}
