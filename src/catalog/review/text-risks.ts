import { hostsIn, ownerOf } from '../../checks/safety/hosts.ts'
import { type Reason, type ReasonKind, reason } from './reason.ts'

/**
 * Returns the links, schemes, markup, hidden characters and scripts of a text that neither its source nor the text
 * before has. `hosts` are those that sources of the component name, as `ownerOf` returns them; `scripts` are those of
 * the language before, undefined if it had no text.
 */
export function textRisks(
  source: string,
  before: string,
  after: string,
  hosts: ReadonlySet<string>,
  scripts: ReadonlySet<string> | undefined,
): Reason[] {
  if (after === '') return []
  const knownText = `${source}\n${before}`
  const knownHosts = new Set(hostsIn(knownText).map(({ host }) => ownerOf(host)))
  const newHosts = hostsIn(after)
    .map(({ host }) => host)
    .filter((host) => !knownHosts.has(ownerOf(host)) && !hosts.has(ownerOf(host)))
  const risks: Reason[] = []
  const add = (kind: ReasonKind, parts: readonly string[], say: (list: string) => string) => {
    if (parts.length > 0) risks.push(reason(kind, say([...new Set(parts)].join(', '))))
  }
  add('hidden', missingIn(knownText, after, HIDDEN).map(codePoint), (list) => `Hidden: ${list}.`)
  add(
    'link',
    newHosts,
    (list) => `Links to ${list}, which neither the source nor the earlier text contains.`,
  )
  add('scheme', missingIn(knownText, after, SCHEME), (list) => `New scheme in an address: ${list}.`)
  const tags = missingIn(knownText, after, TAG).map((tag) =>
    tag.startsWith('<') ? `${tag}>` : tag,
  )
  add('markup', tags, (list) => `New markup: ${list}.`)
  const letters = scripts && scriptsIn(after).filter((script) => !scripts.has(script))
  const inKnown = new Set(scriptsIn(knownText))
  add('script', letters?.filter((script) => !inKnown.has(script)) ?? [], (list) => {
    return `Letters of a script new to this language: ${list}.`
  })
  return risks
}

/** Direction controls that embed or override, and zero-width characters that no script or emoji needs. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu
const SCHEME =
  /(?<![\w+.-])(?:[a-z][a-z0-9+.-]{1,20}(?=:\/\/)|(?:javascript|vbscript|data|blob|file|mailto|tel|sms|intent)(?=:\S))/gi
const TAG = /<\/?[a-z][\w:-]*(?=[\s/>])|\bon[a-z]{3,20}(?=\s*=\s*["'])/gi

/** Returns what an expression finds in a text but not in the known texts, in lower case. */
function missingIn(knownText: string, text: string, expression: RegExp): string[] {
  const find = (where: string) => (where.match(expression) ?? []).map((part) => part.toLowerCase())
  const parts = find(text)
  if (parts.length === 0) return parts
  const there = new Set(find(knownText))
  return parts.filter((part) => !there.has(part))
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** The scripts of most living languages; Japanese uses three. */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Hiragana', 'Katakana', 'Hangul'],
  ...['Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Gujarati', 'Gurmukhi'],
  ...['Sinhala', 'Thai', 'Lao', 'Myanmar', 'Khmer', 'Georgian', 'Armenian', 'Ethiopic', 'Tibetan'],
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Returns the scripts of a text's letters, without Latin, which names use everywhere. */
export function scriptsIn(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return []
  return SCRIPTS.filter(({ name, letter }) => name !== 'Latin' && letter.test(text)).map(
    ({ name }) => name,
  )
}
