import { parseErrorAt } from '../../src/text.ts'
import type { Entry, ParseOptions } from '../entry.ts'
import {
  describedEntries,
  describedReaders,
  membersOf,
  namedForms,
  objectsIn,
  packedForms,
  readDescribed,
  type Text,
  textOfValue,
} from './described.ts'
import { isMapping, isText, JSON_FACTS, type JsonDialect } from './dialect.ts'
import { anyMember, isObject, kindOf, memberOf, type ReadMember } from './member.ts'
import type { JsonDocument } from './reader.ts'
import type { JsonValue } from './value.ts'

/** Messages of go-i18n 1: a list of objects with `id` and `translation`. */
export const goI18n: JsonDialect = {
  ...JSON_FACTS,
  id: 'go-i18n-json',
  name: 'go-i18n v1 JSON file',
  hasForm: ({ items: [first] }) => isMapping(first) && 'id' in first,
  ...describedReaders(readDescribed, listedMessages),
}

/** Messages of go-i18n 2 (https://github.com/nicksnyder/go-i18n): texts, or objects with a text for each plural form. */
export const goI18nV2: JsonDialect = {
  ...JSON_FACTS,
  id: 'go-i18n-json-v2',
  name: 'go-i18n v2 JSON file',
  hasForm({ top }) {
    const objects = Object.values(top).filter((member) => !isText(member))
    return objects.length === 0 ? isGoMessage(top) && 'hash' in top : objects.every(isGoMessage)
  },
  ...describedReaders(readDescribed, messagesByKey),
}

/** Members of a message. */
export const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'hash', 'description', 'leftDelim', 'rightDelim'],
  ...['zero', 'one', 'two', 'few', 'many', 'other'],
])

/** Returns whether a value is an object with a text for `other` and only members that go-i18n knows. */
function isGoMessage(value: unknown): boolean {
  if (!isMapping(value) || !isText(value['other'])) return false
  return Object.keys(value).every((key) => MESSAGE_KEYS.has(key))
}

interface MessageOptions extends ParseOptions {
  /** Names of plural forms, which set their order (default: file order). */
  readonly names?: readonly string[]
}

/** Returns the messages of a file of go-i18n 1. Throws ParseError for items that are none. */
export function listedMessages(
  { text, value: top }: JsonDocument,
  options: MessageOptions,
  readMember: ReadMember = anyMember,
): Entry[] {
  return describedEntries(objectsIn(top, text), text, options, ({ object, offset }) => {
    const id = memberOf(object, 'id')
    const key = id === undefined ? '' : id
    if (typeof key !== 'string') {
      throw parseErrorAt(text, offset, `expected a string as id, found ${kindOf(key)}`)
    }
    const translation = readMember(object, 'translation', 'text', 'object')
    const forms =
      translation !== undefined && isObject(translation)
        ? formsOf(translation, text, offset, options)
        : textOfValue(translation, text, offset)
    return { key, ...forms, note: readMember(object, 'description', 'text') }
  })
}

/** Returns the messages of a file of go-i18n 2. Throws ParseError for members that are none. */
export function messagesByKey(
  { text, value: top }: JsonDocument,
  options: MessageOptions,
  readMember: ReadMember = anyMember,
): Entry[] {
  return describedEntries(membersOf(top, text), text, options, ({ key, value, offset }) => {
    const forms =
      typeof value === 'string'
        ? textOfValue(value, text, offset)
        : formsOf(value, text, offset, options)
    const note = isObject(value) ? readMember(value, 'description', 'text') : undefined
    return { key, ...forms, note }
  })
}

function formsOf(
  value: JsonValue,
  text: string,
  offset: number,
  { names, languageCode }: MessageOptions,
): Text {
  if (isObject(value)) {
    const forms = names ? namedForms(value, text, names) : packedForms(value, text, languageCode)
    if (forms !== undefined) return forms
  }
  throw parseErrorAt(text, offset, `expected a text or plural forms, found ${kindOf(value)}`)
}
