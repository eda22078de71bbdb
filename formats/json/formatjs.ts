import { decodeUtf8 } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import { describedEntries } from './described.ts'
import { hasOnly, isMapping, isText, type JsonDialect } from './dialect.ts'
import { anyMember, type ReadMember, typedMember } from './member.ts'
import { readJson } from './reader.ts'

/** Messages that FormatJS extracts (https://formatjs.github.io/docs/tooling/cli): `defaultMessage` and `description`. */
export const formatjs: JsonDialect = {
  id: 'formatjs',
  name: 'Format.JS JSON file',
  extension: 'json',
  mediaType: 'application/json',
  template: 'both',
  checkFlags: 'icu-message-format',
  hasForm: ({ top }) =>
    hasOnly(top, (member) => isMapping(member) && isText(member['defaultMessage'])),
  decode: decodeUtf8,
  parse: (bytes, options) => parseFormatjs(bytes, options, () => anyMember),
  as2026: { parse: (bytes, options) => parseFormatjs(bytes, options, typedMember) },
}

function parseFormatjs(
  bytes: Uint8Array,
  { isMonolingual, onFault }: ParseOptions,
  readMemberOf: (text: string) => ReadMember,
): ParsedFile {
  const document = readJson(bytes, { keepsSurrogates: true, onFault })
  const readMember = readMemberOf(document.text)
  const entries = describedEntries(document, isMonolingual, (member) => ({
    value: readMember(member, 'defaultMessage', 'text'),
    note: readMember(member, 'description', 'text'),
  }))
  return { entries }
}
