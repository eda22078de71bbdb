import type { Check, Range } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { isDirection } from '../markup/html-source.ts'
import { quote } from '../sentence.ts'
import { readingsOf } from './readings.ts'
import { attributesIn, linkTargetsIn } from './tags.ts'

/** Markup that runs, loads or requests something when a browser shows the text. */
interface Unsafe extends Range {
  /** `<script>`, `onerror`, `javascript:` */
  readonly shown: string
  /** Its code or address, if the text contains it. */
  readonly content: string
}

/** Elements that run code, load resources, change the page or ask for input. */
const ELEMENTS =
  'script iframe frame frameset object embed applet style link meta base form input button textarea select svg math ' +
  'template portal foreignobject plaintext xmp noembed noframes noscript isindex keygen animate set'
const ELEMENT = new RegExp(
  `<[\\s/\\0]*(?:[a-z][a-z0-9]*:)?(${ELEMENTS.replaceAll(' ', '|')})(?![\\p{L}\\w:.-])`,
  'giu',
)
/** Server-side code and includes, and entity declarations; `<%s>` is a placeholder in brackets. */
const SERVER_SIDE =
  /<\?(?:php\b|=)|<%(?!(?:\d+\$)?(?:<PRI\w+>|[-+#0-9]*(?:\.\d+)?(?:hh?|ll?|[qjztL])?[a-z@])>)|<!--#|<!(?:entity|doctype)\b/gi
/** An attribute that a text could add to a surrounding tag. */
const HANDLER =
  /(?<![\w.$-])on(?:abort|animation\w+|auxclick|before\w+|begin|blur|cancel|canplay\w*|change|click|close|contextmenu|copy|cut|dblclick|drag\w*|drop|end|ended|error|focus\w*|hashchange|input|invalid|key(?:down|press|up)|load\w*|message|mouse\w+|offline|online|page(?:hide|show)|paste|play\w*|pointer\w+|popstate|progress|readystatechange|repeat|reset|resize|scroll\w*|search|select\w*|show|storage|submit|toggle|touch\w+|transition\w+|unload|wheel)[\s\0]*=/gi
/** Browsers ignore tabs and line breaks in a scheme. */
const letters = (word: string): string => [...word].join('[\\t\\n\\r\\0]*')
const PROGRAM = new RegExp(
  `(?<![\\w-])(?:${['javascript', 'vbscript', 'livescript'].map(letters).join('|')})[\\t\\n\\r\\0]*:(?=\\S)`,
  'gi',
)
const DATA = new RegExp(
  `(?<![\\w-])${letters('data')}[\\t\\n\\r\\0]*:[\\w.+-]{1,50}/[\\w.+-]{1,80}[;,]`,
  'gi',
)
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
// Hosts of such addresses are checked elsewhere.
const USUAL = new Set(['http', 'https', 'mailto'])

/** Texts without any of these contain nothing unsafe. */
const HINT =
  /[<\uff1c\ufe64]|&(?:#|amp|lt|quot|apos|colon|tab|newline)|\\[ux]|%3c|\]\(|\]:|=|script|data/i
const MAX_CONTENT = 2000

function unsafeIn(text: string): Unsafe[] {
  const additions: Unsafe[] = []
  const add = (shown: string, content: string, { start, end }: Range) =>
    additions.push({
      shown,
      content: content.slice(0, MAX_CONTENT).replace(/\s+/g, ''),
      start,
      end,
    })
  for (const match of text.matchAll(ELEMENT)) {
    const name = (match[1] ?? '').toLowerCase()
    const place = placeOf(match)
    add(`<${name}>`, contentOf(text, name, place.end), place)
  }
  for (const match of text.matchAll(SERVER_SIDE)) add(match[0].toLowerCase(), '', placeOf(match))
  for (const { name, value, ...place } of attributesIn(text)) {
    const isStyle = name === 'style' && !isDirection({ name, value })
    if (/^on[a-z]/.test(name) || isStyle || name === 'srcdoc') add(name, value, place)
  }
  for (const match of text.matchAll(HANDLER)) {
    const name = match[0].toLowerCase().replace(/[^a-z]/g, '')
    add(name, valueAt(text, placeOf(match).end), placeOf(match))
  }
  for (const { value, ...place } of linkTargetsIn(text)) {
    const address = value.replace(/^[\0-\x20]+|[\t\n\r\0]/g, '')
    const scheme = SCHEME.exec(address)?.[1]?.toLowerCase()
    if (scheme !== undefined && !USUAL.has(scheme)) add(`${scheme}:`, '', place)
  }
  for (const match of [...text.matchAll(PROGRAM), ...text.matchAll(DATA)]) {
    const place = placeOf(match)
    const shown = match[0].replace(/[\t\n\r\0]/g, '').toLowerCase()
    add(`${shown.split(':', 1)[0]}:`, valueAt(text, place.start), place)
  }
  return additions
}

const ENDS: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script/i],
  ['style', /<\/style/i],
  ['meta', />/],
])

/** Returns the content of an element with code or declarations; `''` if the element does not end. */
function contentOf(text: string, name: string, start: number): string {
  const end = ENDS.get(name)
  if (end === undefined) return ''
  const within = text.slice(start, start + MAX_CONTENT)
  const at = within.search(end)
  return at < 0 ? '' : within.slice(0, at)
}

/** Returns the approximate value of an attribute or address. */
function valueAt(text: string, start: number): string {
  return /^\s*(?:"[^"]*|'[^']*|[^\s>)\]]*)/.exec(text.slice(start, start + MAX_CONTENT))?.[0] ?? ''
}

function placeOf({ index, 0: whole }: RegExpExecArray): Range {
  return { start: index, end: index + whole.length }
}

/** Finds unsafe markup that the source lacks, or has with other content. */
function findUnsafe(
  source: string,
  target: string,
): (Unsafe & { isElsewhere: boolean }) | undefined {
  if (!HINT.test(target)) return undefined
  for (const [index, reading] of readingsOf(target).entries()) {
    const additions = unsafeIn(reading)
    if (additions.length === 0) continue
    const sourceMarkup = readingsOf(source).flatMap(unsafeIn)
    const keys = new Set(sourceMarkup.map(({ shown, content }) => `${shown} ${content}`))
    const added = additions.find(({ shown, content }) => !keys.has(`${shown} ${content}`))
    if (added === undefined) continue
    const isElsewhere = sourceMarkup.some(({ shown }) => shown === added.shown)
    // Offsets in decoded text are not those of the original.
    return { ...added, ...(index > 0 && { start: 0, end: 0 }), isElsewhere }
  }
  return undefined
}

/** Checks that a translation adds nothing that runs in a page or loads external resources. */
export const unsafeMarkup: Check = formCheck({
  id: 'unsafe-markup',
  name: 'Unsafe markup',
  description:
    'The translation adds a script, an event handler, an element that loads content or asks for input, or a link that runs a script.',
  severity: 'error',
  fails: findUnsafe,
  explain: ({ fault: { shown, isElsewhere, start, end } }) => [
    isElsewhere
      ? `The translation has ${quote(shown)} with different content from the source`
      : `The translation adds ${quote(shown)}`,
    ['target', start, end],
  ],
})
