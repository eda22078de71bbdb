import { parseErrorAt } from '../../src/text.ts'
import type { Entry, ParseOptions } from '../entry.ts'
import type { Format } from '../format.ts'
import { arbDiscovery } from './arb-discovery.ts'
import { describedEntries, describedReaders, membersOf, objectAt } from './described.ts'
import { JSON_FACTS } from './dialect.ts'
import { placeholderFlags } from './placeholders.ts'
import { isTruthy, scalarText } from './python-text.ts'
import { type JsonDocument, readJson } from './reader.ts'
import { type JsonValue, kindOf, type ReadMember } from './value.ts'

/**
 * Application resource bundle (https://github.com/google/app-resource-bundle): the members of one object. `@key` holds
 * the description (note) and placeholders (flags) of `key`; other keys that start with `@` mean nothing.
 */
export const arb: Format = {
  ...JSON_FACTS,
  id: 'arb',
  name: 'ARB file',
  extension: 'arb',
  checkFlags: 'icu-message-format',
  templateFlagsOnly: true,
  discovery: arbDiscovery,
  ...describedReaders((bytes, { onFault }) => readJson(bytes, { onFault }), messagesIn),
}

function messagesIn(
  { text, value: top }: JsonDocument,
  options: ParseOptions,
  readMember: ReadMember,
): Entry[] {
  const members = membersOf(top, text)
  const membersByKey = new Map(members.map((member) => [member.key, member]))
  const messages = members.filter(({ key }) => !key.startsWith('@'))
  return describedEntries(messages, text, options, ({ key, value, offset }) => {
    if (!isMessage(value)) {
      throw parseErrorAt(text, offset, `expected a string at "${key}", found ${kindOf(value)}`)
    }
    const described = membersByKey.get(`@${key}`)
    const metadata = described && objectAt(described, text)
    return {
      key,
      target: scalarText(value),
      isTranslated: isTruthy(value),
      note: metadata && readMember(metadata, 'description', 'text'),
      flags: placeholderFlags(metadata && readMember(metadata, 'placeholders', 'object')),
    }
  })
}

/** Strings, integers and booleans are messages: to Python, booleans are integers. */
function isMessage(value: JsonValue): boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return true
  return value !== null && value.kind === 'number' && value.isInteger
}
