import { ParseError } from '../../src/errors.ts'
import { parseErrorAt } from '../../src/text.ts'
import { createContextLimit, type Entry, type ParseOptions } from '../entry.ts'
import { FORM_NAMES } from '../plural-tags.ts'
import {
  describedEntries,
  describedReaders,
  type JsonMember,
  membersOf,
  namedForms,
  objectsIn,
  packedForms,
  type Text,
  textOfValue,
} from './described.ts'
import { isMapping, isText, JSON_FACTS, type JsonDialect } from './dialect.ts'
import type { JsonDocument } from './reader.ts'
import {
  anyMember,
  isObject,
  type JsonObject,
  type JsonValue,
  kindOf,
  memberOf,
  type ReadMember,
} from './value.ts'

/** Messages of go-i18n 1: a list of objects with `id` and `translation`. */
export const goI18n: JsonDialect = {
  ...JSON_FACTS,
  id: 'go-i18n-json',
  name: 'go-i18n v1 JSON file',
  hasForm: ({ items: [first] }) => isMapping(first) && 'id' in first,
  ...describedReaders(listedMessages),
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
  ...describedReaders(messagesByKey),
}

const MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'hash', 'description', 'leftDelim', 'rightDelim'],
  ...FORM_NAMES,
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

/**
 * Returns the messages of a file of go-i18n 2; with `names` also those in groups, as `group.message`. Throws ParseError for
 * members that are none, and for keys of more than 256 million characters.
 */
export function messagesByKey(
  { text, value: top }: JsonDocument,
  options: MessageOptions,
  readMember: ReadMember = anyMember,
): Entry[] {
  const members = options.names ? groupedMembers(top, text) : membersOf(top, text)
  return describedEntries(members, text, options, ({ key, value, offset }) => {
    const forms =
      typeof value === 'string'
        ? textOfValue(value, text, offset)
        : formsOf(value, text, offset, options)
    const note = isObject(value) ? readMember(value, 'description', 'text') : undefined
    return { key, ...forms, note }
  })
}

/** Returns the messages at all depths: go-i18n joins the keys with a dot. */
function groupedMembers(top: JsonValue, text: string): JsonMember[] {
  const countContext = createContextLimit(text)
  const visit = (group: JsonValue, prefix: string): JsonMember[] =>
    membersOf(group, text).flatMap((member) => {
      const key = prefix + member.key
      countContext(key, member.offset)
      return isGroup(member.value) ? visit(member.value, `${key}.`) : [{ ...member, key }]
    })
  return visit(top, '')
}

/** Returns whether a value is an object without a text that belongs to a message. */
function isGroup(value: JsonValue): value is JsonObject {
  if (!isObject(value)) return false
  const { keys, values } = value
  return !keys.some((key, index) => MESSAGE_KEYS.has(key) && typeof values[index] === 'string')
}

/**
 * Returns whether go-i18n 2 can read a file, and finds plural forms in it: all values are texts, groups and messages. A
 * message has no members of its own, so a list of names with one called `other` is none.
 */
export function isOfMessages(readFile: () => JsonValue): boolean {
  let hasForms = false
  const isReadable = (value: JsonValue): boolean => {
    if (typeof value === 'string') return true
    if (isGroup(value)) return value.values.every(isReadable)
    if (!isObject(value)) return false
    hasForms ||= value.keys.includes('other')
    return value.keys.every((key, index) => {
      return MESSAGE_KEYS.has(key) && typeof value.values[index] === 'string'
    })
  }
  try {
    const top = readFile()
    return isObject(top) && top.values.every(isReadable) && hasForms
  } catch (error) {
    // A broken file is no evidence.
    if (error instanceof ParseError) return false
    throw error
  }
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
