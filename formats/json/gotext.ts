import { parseErrorAt } from '../../src/text.ts'
import type { WeblateVersion } from '../../src/weblate-version.ts'
import type { Entry, ParseOptions } from '../entry.ts'
import { formForMillions } from '../plural-tags.ts'
import {
  describedEntries,
  describedReaders,
  objectsIn,
  packedForms,
  type Text,
  textOfValue,
} from './described.ts'
import { JSON_FACTS, type JsonDialect } from './dialect.ts'
import { placeholderFlags } from './placeholders.ts'
import { pythonText } from './python-text.ts'
import type { JsonDocument } from './reader.ts'
import { isArray, isObject, type JsonValue, kindOf, memberOf, type ReadMember } from './value.ts'

/** Catalogues of Go's gotext (https://pkg.go.dev/golang.org/x/text/message/pipeline#Messages): a list of `messages`. */
export const gotext: JsonDialect = {
  ...JSON_FACTS,
  id: 'gotext',
  name: 'gotext JSON file',
  templateFlagsOnly: true,
  optionalForms: formForMillions,
  hasPlainPlurals: true,
  hasForm: ({ top }) => ('language' in top || 'lang' in top) && Array.isArray(top['messages']),
  ...describedReaders(messagesIn),
}

function messagesIn(
  { text, value: top }: JsonDocument,
  options: ParseOptions,
  readMember: ReadMember,
  weblate: WeblateVersion,
): Entry[] {
  if (!isObject(top)) throw parseErrorAt(text, 0, `expected an object, found ${kindOf(top)}`)
  const at = top.keys.indexOf('messages')
  const list = top.keys.length === 0 ? top : (top.values[at] ?? null)
  // An empty object counts as an empty list, and so does a missing one in 2026.10.
  const isEmpty = (isObject(list) && list.keys.length === 0) || (weblate === '2026.10' && at === -1)
  const messages = isEmpty ? [] : objectsIn(list, text, top.offsets[at])
  return describedEntries(messages, text, options, ({ object, offset }) => {
    const id = memberOf(object, 'id')
    const translation = readMember(object, 'translation', 'text', 'object')
    const placeholders = memberOf(object, 'placeholders')
    return {
      key: id === undefined ? '' : pythonText(id),
      ...textOfTranslation(translation, text, offset, options.languageCode),
      note: memberOf(object, 'translatorComment'),
      flags: { ...placeholderFlags(placeholders), aliases: aliasesOf(placeholders) },
    }
  })
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
  text: string,
  offset: number,
  languageCode: string,
): Text {
  if (value === undefined || !isObject(value)) return textOfValue(value, text, offset)
  const select = memberOf(value, 'select')
  const cases = select !== undefined && isObject(select) ? memberOf(select, 'cases') : undefined
  if (cases !== undefined && isObject(cases)) {
    const forms = packedForms(cases, text, languageCode, formOf)
    if (forms !== undefined) return forms
  }
  throw parseErrorAt(text, offset, 'expected select.cases with plural forms, found an object')
}

function formOf(value: JsonValue): JsonValue | undefined {
  return isObject(value) ? memberOf(value, 'msg') : value
}
