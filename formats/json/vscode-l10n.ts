import type { ParsedFile, ParseOptions } from '../entry.ts'
import { describedEntries, membersOf, textOfValue } from './described.ts'
import { isMapping, isText, JSON_FACTS, type JsonDialect } from './dialect.ts'
import { readJson } from './reader.ts'
import { isArray, isObject, type JsonValue, memberOf } from './value.ts'

/**
 * Texts of extensions of VS Code (https://github.com/microsoft/vscode-l10n): `bundle.l10n.json` and `package.nls.json`. A
 * member is a text, or a `message` with a `comment` for translators, which is one text or several.
 */
export const vscodeL10n: JsonDialect = {
  ...JSON_FACTS,
  id: 'vscode-l10n',
  name: 'VS Code localization bundle',
  template: 'always',
  isOwn: true,
  hasForm({ top }) {
    const members = Object.values(top)
    const objects = members.filter((member) => !isText(member))
    return objects.length > 0 && objects.every(isEditorMessage)
  },
  parse: parseBundle,
}

function isEditorMessage(value: unknown): boolean {
  if (!isMapping(value) || !isText(value['message'])) return false
  return 'comment' in value && Object.keys(value).length === 2
}

function parseBundle(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const { text, value: top } = readJson(bytes, { onFault: options.onFault })
  const entries = describedEntries(
    membersOf(top, text),
    text,
    options,
    ({ key, value, offset }) => {
      const message = isObject(value) ? memberOf(value, 'message') : value
      const note = isObject(value) ? noteOf(memberOf(value, 'comment')) : undefined
      return { key, ...textOfValue(message, text, offset), note }
    },
  )
  return { entries }
}

function noteOf(comment: JsonValue | undefined): JsonValue | undefined {
  if (comment === undefined || !isArray(comment)) return comment
  return comment.items.filter((line) => typeof line === 'string').join('\n')
}
