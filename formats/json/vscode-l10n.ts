import { decodeUtf8 } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import { describedEntry, membersOf, textOfValue } from './described.ts'
import { isMapping, isText, type JsonDialect } from './dialect.ts'
import { isArray, isObject, memberOf } from './member.ts'
import { readJson } from './reader.ts'
import type { JsonValue } from './value.ts'

/**
 * Texts of extensions of VS Code (https://github.com/microsoft/vscode-l10n): `bundle.l10n.json` and `package.nls.json`. A
 * member is a text, or a `message` with a `comment` for translators, which is one text or several.
 */
export const vscodeL10n: JsonDialect = {
  id: 'vscode-l10n',
  name: 'VS Code localization bundle',
  extension: 'json',
  mediaType: 'application/json',
  template: 'always',
  isOwn: true,
  checkFlags: '',
  hasForm({ top }) {
    const members = Object.values(top)
    const objects = members.filter((member) => !isText(member))
    return objects.length > 0 && objects.every(isEditorMessage)
  },
  decode: decodeUtf8,
  parse: parseBundle,
}

/** Returns whether a value is a message with a comment. */
function isEditorMessage(value: unknown): boolean {
  if (!isMapping(value) || !isText(value['message'])) return false
  return 'comment' in value && Object.keys(value).length === 2
}

function parseBundle(bytes: Uint8Array, { isMonolingual, onFault }: ParseOptions): ParsedFile {
  const { text, value: top } = readJson(bytes, { onFault })
  const entries = membersOf(top, text).map(([key, value, offset], index) => {
    const message = isObject(value) ? memberOf(value, 'message') : value
    return describedEntry(
      {
        key,
        ...textOfValue(message, text, offset),
        note: isObject(value) ? noteOf(memberOf(value, 'comment')) : undefined,
        position: index + 1,
        text,
        offset,
      },
      isMonolingual,
    )
  })
  return { entries }
}

/** Comments, one a line. */
function noteOf(comment: JsonValue | undefined): JsonValue | undefined {
  if (comment === undefined || !isArray(comment)) return comment
  return comment.items.filter((line) => typeof line === 'string').join('\n')
}
