import { parseErrorAt } from '../../src/text.ts'
import { type Entry, type ParsedFile, type ParseOptions, SEP, textEntry } from '../entry.ts'
import { readPluralForms } from '../gettext/plural-forms.ts'
import { membersOf } from './described.ts'
import { isMapping, isText, JSON_FACTS, type JsonDialect } from './dialect.ts'
import { readJson } from './reader.ts'
import { isArray, isObject, type JsonValue, kindOf, memberOf } from './value.ts'

/**
 * Texts of Nextcloud's apps (https://docs.nextcloud.com/server/latest/developer_manual/basics/front-end/l10n.html), by their
 * source texts. A plural has those of both forms as its key, and a list of forms as `pluralForm` counts them.
 */
export const nextcloudJson: JsonDialect = {
  ...JSON_FACTS,
  id: 'nextcloud-json',
  name: 'Nextcloud JSON file',
  template: 'never',
  hasForm: ({ top }) => isMapping(top['translations']) && isText(top['pluralForm']),
  parse: parseTexts,
}

function parseTexts(bytes: Uint8Array, { onFault }: ParseOptions): ParsedFile {
  const { text, value: top } = readJson(bytes, { onFault })
  const member = membersOf(top, text).find(({ key }) => key === 'translations')
  if (member === undefined) {
    throw parseErrorAt(text, 0, 'expected translations, as files of Nextcloud have them')
  }
  const { value: translations } = member
  // PHP writes an empty list where there are none.
  const isEmpty = isArray(translations) && translations.items.length === 0
  if (!isEmpty && !isObject(translations)) {
    const kind = kindOf(translations)
    throw parseErrorAt(text, member.offset, `expected an object in translations, found ${kind}`)
  }
  const members = isEmpty ? [] : membersOf(translations, text)
  const entries = members
    .filter(({ key }) => key !== '')
    .map(({ key, value, offset }, index): Entry => {
      const forms = formsOf(key, value, text, offset)
      const state = forms.some((form) => form !== '') ? 'translated' : 'untranslated'
      const entry = textEntry('', forms.join(SEP), index + 1, offset)
      return { ...entry, source: sourceOf(key), state }
    })
  const declared = isObject(top) ? memberOf(top, 'pluralForm') : undefined
  const plural = typeof declared === 'string' ? readPluralForms(declared) : undefined
  return { entries, ...(plural && { plural }) }
}

/** Returns the source text of a key; that of a plural is `_one file_::_many files_`. */
function sourceOf(key: string): string {
  const at = key.indexOf('_::_')
  return at > 0 && key.startsWith('_') && key.endsWith('_') && key.length > at + 4
    ? `${key.slice(1, at)}${SEP}${key.slice(at + 4, -1)}`
    : key
}

/** Returns the text of a value, or its forms. Throws ParseError for anything but texts and null. */
function formsOf(key: string, value: JsonValue, text: string, offset: number): string[] {
  const items = isArray(value) ? value.items : [value]
  return items.map((item, index) => {
    if (item === null) return ''
    if (typeof item === 'string') return item
    const at = isArray(value) ? (value.offsets[index] ?? offset) : offset
    const expected = isArray(value) ? 'texts' : 'a text or a list of texts'
    throw parseErrorAt(text, at, `expected ${expected} at "${key}", found ${kindOf(item)}`)
  })
}
