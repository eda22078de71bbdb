import { decodeUtf8, parseErrorAt } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import { formForMillions } from '../plural-tags.ts'
import { describedEntry, objectsIn, packedForms, type Text, textOfValue } from './described.ts'
import type { JsonDialect } from './dialect.ts'
import {
  anyMember,
  isArray,
  isObject,
  kindOf,
  memberOf,
  type ReadMember,
  typedMember,
} from './member.ts'
import { placeholderFlags } from './placeholders.ts'
import { pythonText } from './python-text.ts'
import { readJson } from './reader.ts'
import type { JsonObject, JsonValue } from './value.ts'

/** Catalogues of Go's gotext (https://pkg.go.dev/golang.org/x/text/message/pipeline#Messages): a list of `messages`. */
export const gotext: JsonDialect = {
  id: 'gotext',
  name: 'gotext JSON file',
  extension: 'json',
  mediaType: 'application/json',
  template: 'both',
  templateFlagsOnly: true,
  optionalForms: formForMillions,
  hasPlainPlurals: true,
  checkFlags: '',
  hasForm: ({ top }) => ('language' in top || 'lang' in top) && Array.isArray(top['messages']),
  decode: decodeUtf8,
  parse: (bytes, options) => parseGotext(bytes, options, () => anyMember),
  as2026: { parse: (bytes, options) => parseGotext(bytes, options, typedMember, true) },
}

function parseGotext(
  bytes: Uint8Array,
  options: ParseOptions,
  readMemberOf: (text: string) => ReadMember,
  isOptional = false,
): ParsedFile {
  const { text, value: top } = readJson(bytes, { keepsSurrogates: true, onFault: options.onFault })
  if (!isObject(top)) throw parseErrorAt(text, 0, `expected an object, found ${kindOf(top)}`)
  const at = top.keys.indexOf('messages')
  const list = top.keys.length === 0 ? top : (top.values[at] ?? null)
  const readMember = readMemberOf(text)
  // An empty object counts as an empty list.
  const isEmpty = (isObject(list) && list.keys.length === 0) || (isOptional && at === -1)
  const messages = isEmpty ? [] : objectsIn(list, text, top.offsets[at])
  const entries = messages.map(([message, offset], index) => {
    const id = memberOf(message, 'id')
    const placeholders = memberOf(message, 'placeholders')
    return describedEntry(
      {
        key: id === undefined ? '' : pythonText(id),
        ...textOfTranslation(readMember(message, 'translation', 'text', 'object'), {
          text,
          offset,
          ...options,
        }),
        note: memberOf(message, 'translatorComment'),
        flags: { ...placeholderFlags(placeholders), aliases: aliasesOf(placeholders) },
        position: index + 1,
        text,
        offset,
      },
      options.isMonolingual,
    )
  })
  return { entries }
}

/** Returns the conversions of arguments that programs accept for placeholders: `%[1]s` for `{Name}`. */
function aliasesOf(placeholders: JsonValue | undefined): ReadonlyMap<string, string> {
  const items = placeholders !== undefined && isArray(placeholders) ? placeholders.items : []
  return new Map(
    items.filter(isObject).flatMap((item) => {
      const [id, conversion] = [memberOf(item, 'id'), memberOf(item, 'string')]
      return typeof id === 'string' && typeof conversion === 'string' && conversion !== ''
        ? [[conversion, `{${id}}`]]
        : []
    }),
  )
}

function textOfTranslation(
  value: JsonValue | undefined,
  { text, offset, languageCode }: { text: string; offset: number; languageCode: string },
): Text {
  if (value === undefined || !isObject(value)) return textOfValue(value, text, offset)
  const select = memberOf(value, 'select')
  const cases = select !== undefined && isObject(select) ? memberOf(select, 'cases') : undefined
  const forms =
    cases !== undefined && isObject(cases)
      ? packedForms(cases, { text, languageCode, formOf })
      : undefined
  if (forms !== undefined) return forms
  throw parseErrorAt(text, offset, 'expected select.cases with plural forms, found an object')
}

/** A text, or what an object has as `msg`. */
function formOf(value: JsonValue | JsonObject): JsonValue | undefined {
  return isObject(value) ? memberOf(value, 'msg') : value
}
