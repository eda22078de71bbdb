import { hostsIn, ownerOf } from '../../checks/safety/hosts.ts'
import type { ReasonKind } from './reason.ts'

/** What a text brings with it that somebody who cannot read it should know. */
export interface TextRisk {
  readonly kind: ReasonKind
  readonly message: string
}

/** A text, and what it may be held against: its source, and what it was before. */
interface Texts {
  readonly source: string
  readonly before: string
  readonly after: string
  /** Hosts that sources of the component name, as `ownerOf` has them. */
  readonly hosts: ReadonlySet<string>
  /** Scripts that the language was written in before; undefined where it had no text. */
  readonly scripts: ReadonlySet<string> | undefined
}

/** Links, schemes, markup, hidden characters and scripts that neither the source nor the text before has. */
export function textRisks(texts: Texts): TextRisk[] {
  const { source, before, after, hosts, scripts } = texts
  if (after === '') return []
  const known = `${source}\n${before}`
  const knownHosts = new Set(hostsIn(known).map(({ host }) => ownerOf(host)))
  const newHosts = hostsIn(after)
    .map(({ host }) => host)
    .filter((host) => !knownHosts.has(ownerOf(host)) && !hosts.has(ownerOf(host)))
  const risks: TextRisk[] = []
  const add = (kind: ReasonKind, found: readonly string[], say: (list: string) => string) => {
    if (found.length > 0) risks.push({ kind, message: say([...new Set(found)].join(', ')) })
  }
  add('hidden', missingIn(known, after, HIDDEN).map(codePoint), (list) => `Hidden: ${list}.`)
  add('link', newHosts, (list) => `Links to ${list}, which neither source nor earlier text names.`)
  add('scheme', missingIn(known, after, SCHEME), (list) => `New scheme of an address: ${list}.`)
  add('markup', missingIn(known, after, TAG), (list) => `New markup: ${list}.`)
  const letters = scripts && scriptsIn(after).filter((one) => !scripts.has(one))
  const inKnown = new Set(scriptsIn(known))
  add('script', letters?.filter((one) => !inKnown.has(one)) ?? [], (list) => {
    return `Letters of a script that the language had not used: ${list}.`
  })
  return risks
}

/** Controls of direction that embed or override, and characters without a width that no script needs; variation selectors are of emoji. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu
const SCHEME =
  /(?<![\w+.-])(?:[a-z][a-z0-9+.-]{1,20}(?=:\/\/)|(?:javascript|vbscript|data|blob|file|mailto|tel|sms|intent)(?=:\S))/gi
const TAG = /<\/?[a-z][\w:-]*(?=[\s/>])|\bon[a-z]{3,20}(?=\s*=\s*["'])/gi

/** What an expression finds in a text and not in what is known, in lower case. */
function missingIn(known: string, text: string, expression: RegExp): string[] {
  const find = (where: string) => (where.match(expression) ?? []).map((one) => one.toLowerCase())
  const found = find(text)
  if (found.length === 0) return found
  const there = new Set(find(known))
  return found.filter((one) => !there.has(one))
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Those of most living languages; Japanese is written in three. */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Hiragana', 'Katakana', 'Hangul'],
  ...['Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Gujarati', 'Gurmukhi'],
  ...['Sinhala', 'Thai', 'Lao', 'Myanmar', 'Khmer', 'Georgian', 'Armenian', 'Ethiopic', 'Tibetan'],
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }))

/** Names of the scripts of a text's letters; Latin is left out, in which names are written everywhere. */
export function scriptsIn(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return []
  return SCRIPTS.filter(({ name, letter }) => name !== 'Latin' && letter.test(text)).map(
    ({ name }) => name,
  )
}
