import { decodeUtf8 } from '../../src/text.ts'
import {
  describedEntries,
  describedReaders,
  membersOf,
  objectAt,
  textOfValue,
} from './described.ts'
import { hasOnly, isMapping, isText, JSON_FACTS, type JsonDialect } from './dialect.ts'
import { placeholderFlags } from './placeholders.ts'
import { readJsonText } from './reader.ts'

/**
 * Messages of browser extensions
 * (https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/API/i18n/Locale-Specific_Message_reference): members
 * with `message`, `description` (note) and `placeholders` (flags); `//` comments.
 */
export const webextension: JsonDialect = {
  ...JSON_FACTS,
  id: 'webextension',
  name: 'WebExtension JSON file',
  template: 'always',
  templateFlagsOnly: true,
  hasForm: ({ top }) => hasOnly(top, isBrowserMessage),
  ...describedReaders(
    ({ text, value: top }, options, readMember) =>
      describedEntries(membersOf(top, text), text, options, (member) => {
        const message = objectAt(member, text)
        return {
          key: member.key,
          ...textOfValue(readMember(message, 'message', 'text'), text, member.offset),
          note: readMember(message, 'description', 'text'),
          flags: placeholderFlags(readMember(message, 'placeholders', 'object')),
        }
      }),
    (bytes, { onFault }) =>
      readJsonText(withoutComments(decodeUtf8(bytes)), { keepsSurrogates: true, onFault }),
  ),
}

const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['message', 'description', 'placeholders', 'hash'],
])

/** Returns whether a value is an object with a message and only members that browsers know. */
function isBrowserMessage(value: unknown): boolean {
  if (!isMapping(value) || !isText(value['message'])) return false
  return Object.keys(value).every((key) => MESSAGE_KEYS.has(key))
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
