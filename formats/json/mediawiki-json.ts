import { posix } from 'node:path'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import { describedEntries, membersOf, textOfValue } from './described.ts'
import { isMapping, JSON_FACTS, type JsonDialect } from './dialect.ts'
import { readJson } from './reader.ts'

/**
 * Messages of MediaWiki (https://www.mediawiki.org/wiki/Localisation_file_format): texts beside `@metadata`, which names
 * their authors. `qqq.json` has what translators should know of them.
 */
export const mediawikiJson: JsonDialect = {
  ...JSON_FACTS,
  id: 'mediawiki-json',
  name: 'MediaWiki messages (JSON)',
  template: 'always',
  isOwn: true,
  placeholdersOf: 'mediawiki',
  notesFile: (template) => posix.join(posix.dirname(template), 'qqq.json'),
  hasForm: ({ top }) => isMapping(top['@metadata']),
  parse: parseMessages,
}

function parseMessages(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const { text, value: top } = readJson(bytes, { onFault: options.onFault })
  const messages = membersOf(top, text).filter(({ key }) => key !== '@metadata')
  const entries = describedEntries(messages, text, options, ({ key, value, offset }) => {
    return { key, ...textOfValue(value, text, offset) }
  })
  return { entries }
}
