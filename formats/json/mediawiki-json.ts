import { posix } from 'node:path'
import { decodeUtf8 } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import { describedEntry, membersOf, textOfValue } from './described.ts'
import { isMapping, type JsonDialect } from './dialect.ts'
import { readJson } from './reader.ts'

/**
 * Messages of MediaWiki (https://www.mediawiki.org/wiki/Localisation_file_format): texts beside `@metadata`, which names
 * their authors. `qqq.json` has what translators should know of them.
 */
export const mediawikiJson: JsonDialect = {
  id: 'mediawiki-json',
  name: 'MediaWiki messages (JSON)',
  extension: 'json',
  mediaType: 'application/json',
  template: 'always',
  isOwn: true,
  checkFlags: '',
  placeholdersOf: 'mediawiki',
  notesFile: (template) => posix.join(posix.dirname(template), 'qqq.json'),
  hasForm: ({ top }) => isMapping(top['@metadata']),
  decode: decodeUtf8,
  parse: parseMessages,
}

function parseMessages(bytes: Uint8Array, { isMonolingual, onFault }: ParseOptions): ParsedFile {
  const { text, value: top } = readJson(bytes, { onFault })
  const messages = membersOf(top, text).filter(([key]) => key !== '@metadata')
  const entries = messages.map(([key, value, offset], index) =>
    describedEntry(
      {
        key,
        ...textOfValue(value, text, offset),
        note: undefined,
        position: index + 1,
        text,
        offset,
      },
      isMonolingual,
    ),
  )
  return { entries }
}
