import { decodeUtf8 } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import { describedEntries } from './described.ts'
import { hasOnly, isMapping, isText, type JsonDialect } from './dialect.ts'
import { anyMember, type ReadMember, typedMember } from './member.ts'
import { placeholderFlags } from './placeholders.ts'
import { readJsonText } from './reader.ts'

/**
 * Messages of browser extensions
 * (https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/i18n/Locale-Specific_Message_reference): members
 * with `message`, `description` (note) and `placeholders` (flags); `//` comments.
 */
export const webextension: JsonDialect = {
  id: 'webextension',
  name: 'WebExtension JSON file',
  extension: 'json',
  mediaType: 'application/json',
  template: 'always',
  templateFlagsOnly: true,
  checkFlags: '',
  hasForm: ({ top }) => hasOnly(top, isBrowserMessage),
  decode: decodeUtf8,
  parse: (bytes, options) => parseWebextension(bytes, options, () => anyMember),
  as2026: { parse: (bytes, options) => parseWebextension(bytes, options, typedMember) },
}

const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['message', 'description', 'placeholders', 'hash'],
])

/** Returns whether a value is an object with a message and only members that browsers know. */
function isBrowserMessage(value: unknown): boolean {
  if (!isMapping(value) || !isText(value['message'])) return false
  return Object.keys(value).every((key) => MESSAGE_KEYS.has(key))
}

function parseWebextension(
  bytes: Uint8Array,
  { isMonolingual, onFault }: ParseOptions,
  readMemberOf: (text: string) => ReadMember,
): ParsedFile {
  const source = withoutComments(decodeUtf8(bytes))
  const document = readJsonText(source, { keepsSurrogates: true, onFault })
  const readMember = readMemberOf(document.text)
  const entries = describedEntries(document, isMonolingual, (member) => ({
    value: readMember(member, 'message', 'text'),
    note: readMember(member, 'description', 'text'),
    flags: placeholderFlags(readMember(member, 'placeholders', 'object')),
  }))
  return { entries }
}

/** Replaces what lies between `//` outside strings and the end of the line by spaces. */
function withoutComments(text: string): string {
  const parts: string[] = []
  let copied = 0
  let at = 0
  for (let comment = text.indexOf('//'); comment !== -1; ) {
    const quote = text.indexOf('"', at)
    if (quote !== -1 && quote < comment) {
      at = endOfString(text, quote)
      if (comment < at) comment = text.indexOf('//', at)
      continue
    }
    const lineEnd = text.indexOf('\n', comment)
    at = lineEnd === -1 ? text.length : lineEnd
    parts.push(text.slice(copied, comment), ' '.repeat(at - comment))
    copied = at
    comment = text.indexOf('//', at)
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(copied)
}

/** Returns the offset behind the closing quote, or the end of the text. */
function endOfString(text: string, quote: number): number {
  let at = quote + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
