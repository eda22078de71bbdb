import type { Check, CheckedUnit } from '../check.ts'
import { explainFault, formCheck, type TextFault } from '../form-check.ts'
import { replaceParts } from '../text.ts'
import { findHtmlChange } from './html-change.ts'
import { voidElements } from './html-nesting.ts'
import { readVocabulary } from './html-source.ts'
import { findLinks } from './markdown-link.ts'

/** Checks that sanitizing the translation's HTML, limited to what the source uses, does not change it. */
export const safeHtmlCheck: Check = formCheck({
  id: 'safe-html',
  name: 'Unsafe HTML',
  description: 'The translation uses unsafe HTML markup',
  severity: 'error',
  enabledBy: ['safe-html'],
  enabledIn2026By: 'auto-safe-html',
  fails(source, target, unit) {
    const change = findChange(source, target, unit)
    const isHtml = () => unit.flags.has('safe-html') || isCleanHtml(htmlOf(source, unit).text)
    return change && isHtml() && change
  },
  explain: explainFault,
})

/** See https://html.spec.whatwg.org/multipage/indices.html#elements-3 */
export const HTML_ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr acronym address area article aside audio b bdi bdo big blockquote br button canvas caption center cite code col
  colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4
  h5 h6 header hgroup hr i iframe img input ins kbd label legend li link main map mark math menu meta meter nav noscript
  object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section select slot small
  source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track
  tt u ul var video wbr`.split(/\s+/),
)

/** Marks where an element that ends with `/>` must be closed; only the end of the text is allowed. */
const OPEN = '\0/'
const LAST_OPEN = /\0\/([\w-]+>)((?:<\/[\w-]+>)*)$/

/**
 * Returns whether `auto-safe-html` recognizes a source as HTML. A lone `<` or `&` is text. `/>` may end a void element,
 * or an element that only end tags follow.
 */
function isCleanHtml(source: string): boolean {
  const text = source
    .replace(/<([a-zA-Z][\w-]*)((?:[^<>"'/]|"[^"]*"|'[^']*')*)\/>/g, (_, name, rest) => {
      const start = `<${name}${String(rest).trimEnd()}>`
      return voidElements.has(String(name).toLowerCase()) ? start : `${start}${OPEN}${name}>`
    })
    .replace(LAST_OPEN, '</$1$2')
    .replace(/&(?!(?:amp|lt|gt|nbsp);)/g, '&amp;')
    .replace(/<(?![a-zA-Z/!?])/g, '&lt;')
  const vocabulary = readVocabulary(text)
  return (
    [...vocabulary.keys()].every((name) => HTML_ELEMENTS.has(name)) &&
    findHtmlChange(text, vocabulary) === undefined
  )
}

const mayChange = /[&<>\r\0]/

function findChange(source: string, target: string, unit: CheckedUnit): TextFault | undefined {
  if (!mayChange.test(target)) return undefined
  const { text, placeOf } = htmlOf(target, unit)
  const change = findHtmlChange(text, readVocabulary(source))
  return change && { ...change, start: placeOf(change.start), end: placeOf(change.end) }
}

/** Returns the text (of Markdown, without links), and a function that maps its offsets to the original text. */
function htmlOf(
  text: string,
  { flags }: CheckedUnit,
): { readonly text: string; readonly placeOf: (at: number) => number } {
  const links = flags.has('md-text') ? findLinks(text) : []
  const placeOf = (at: number): number => {
    let place = at
    for (const link of links) if (link.start <= place) place += link.end - link.start
    return place
  }
  return { text: replaceParts(text, links), placeOf }
}
