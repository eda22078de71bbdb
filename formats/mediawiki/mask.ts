/** Masks what is not text: templates, switches, code, links to pages without a label. */
const CODE = '\ue000'
/** Masks comments, which are not shown. */
export const COMMENT = '\ue001'
/** Masks text that looks like the markup of lines or cells but is not. */
const TEXT = 'x'

/** Elements whose content MediaWiki does not parse; the content of the first ones is text all the same. */
const RAW_TEXT = new Set(['nowiki', 'pre', 'poem', 'gallery'])
const RAW_CODE = [
  ...['syntaxhighlight', 'source', 'math', 'chem', 'score', 'templatestyles', 'timeline', 'graph'],
  ...['templatedata', 'ref'],
]
const NAMES = [...RAW_TEXT, ...RAW_CODE].join('|')
const TOKEN = new RegExp(`<!--|<(${NAMES})(?=[\\s/>])[^<>]*>|\\{\\{|\\}\\}|\\[\\[|\\]\\]`, 'gi')

interface Span {
  readonly kind: 'template' | 'link' | 'code' | 'text' | 'comment'
  readonly start: number
  readonly end: number
}

/**
 * The text with other characters, one for one, in place of what must not be read as markup of lines and cells:
 * https://www.mediawiki.org/wiki/Specs/wikitext
 */
export function maskOf(text: string): string {
  const chars = text.replace(/[\ue000\ue001]/g, TEXT).split('')
  const spans = findSpans(text)
  for (const { start, end } of outermost(spans, 'link')) {
    if (PAGE.test(text.slice(start, Math.min(end, start + MAX_PAGE)))) chars.fill(CODE, start, end)
    else for (let at = start; at < end; at++) if (/[|!:\n]/.test(text[at]!)) chars[at] = TEXT
  }
  for (const [kind, mark] of MARKS) {
    for (const { start, end } of outermost(spans, kind)) chars.fill(mark, start, end)
  }
  return chars
    .join('')
    .replace(/__[A-Z]{1,30}__/g, (word) => CODE.repeat(word.length))
    .replace(LONE_COMMENTS, (line) => COMMENT.repeat(line.length))
}

/** Matches a link to a page in a namespace, or in another language, without a label. */
const PAGE = /^\[\[[^[\]|:]+:[^[\]|]*\]\]$/
const MAX_PAGE = 300
/** Matches lines with only comments, which MediaWiki removes with a line break. */
const LONE_COMMENTS = /(?<=\n)[ \t]*\ue001[ \t\ue001]*\r?\n/g

const MARKS: readonly (readonly [Span['kind'], string])[] = [
  ['template', CODE],
  ['code', CODE],
  ['text', TEXT],
  ['comment', COMMENT],
]

/** Returns the outermost ranges of a kind, ordered by start. */
function outermost(spans: readonly Span[], kind: Span['kind']): Span[] {
  let end = 0
  return spans.filter((span) => {
    const isOutermost = span.kind === kind && span.end > end
    if (isOutermost) end = span.end
    return isOutermost
  })
}

/** In order of their starts. */
function findSpans(text: string): Span[] {
  const spans: Span[] = []
  const open = { template: [] as number[], link: [] as number[] }
  const unclosed = new Set<string>()
  const tokens = new RegExp(TOKEN)
  /** Returns the end of what starts at `from` and ends with `closing`; undefined without it. */
  const endOf = (closing: string, from: number, lower = text): number | undefined => {
    if (unclosed.has(closing)) return undefined
    const at = lower.indexOf(closing, from)
    if (at === -1) unclosed.add(closing)
    return at === -1 ? undefined : at + closing.length
  }
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [mark, name] = token
    const start = token.index
    const add = (kind: Span['kind'], end: number, from = start) =>
      spans.push({ kind, start: from, end })
    if (mark === '<!--') {
      const end = endOf('-->', start) ?? text.length
      add('comment', end)
      tokens.lastIndex = end
    } else if (name !== undefined) {
      const tag = name.toLowerCase()
      const end = mark.endsWith('/>') ? tokens.lastIndex : endOf(`</${tag}>`, start, lower)
      if (end === undefined) continue
      add(RAW_TEXT.has(tag) ? 'text' : 'code', end)
      tokens.lastIndex = end
    } else if (mark === '{{') open.template.push(start)
    else if (mark === '[[') open.link.push(start)
    else {
      const kind = mark === '}}' ? 'template' : 'link'
      const from = open[kind].pop()
      if (from !== undefined) add(kind, tokens.lastIndex, from)
    }
  }
  return spans.sort((a, b) => a.start - b.start)
}
