import { decodeUtf8, parseErrorAt } from '../../src/text.ts'
import type { ParsedFile, ParseOptions } from '../entry.ts'
import {
  describedEntry,
  membersOf,
  namedForms,
  objectsIn,
  packedForms,
  type Text,
  textOfValue,
} from './described.ts'
import { isMapping, isText, type JsonDialect } from './dialect.ts'
import { anyMember, isObject, kindOf, memberOf, type ReadMember, typedMember } from './member.ts'
import { type JsonDocument, readJson } from './reader.ts'
import type { JsonObject, JsonValue } from './value.ts'

const common = {
  extension: 'json',
  mediaType: 'application/json',
  template: 'both',
  checkFlags: '',
  decode: decodeUtf8,
} as const

/** Messages of go-i18n 1: a list of objects with `id` and `translation`. */
export const goI18n: JsonDialect = {
  ...common,
  id: 'go-i18n-json',
  name: 'go-i18n v1 JSON file',
  hasForm: ({ items: [first] }) => isMapping(first) && 'id' in first,
  parse: (bytes, options) => parseList(readDocument(bytes, options), options),
  as2026: {
    parse(bytes, options) {
      const document = readDocument(bytes, options)
      return parseList(document, { ...options, readMember: typedMember(document.text) })
    },
  },
}

/** Messages of go-i18n 2 (https://github.com/nicksnyder/go-i18n): texts, or objects with a text for each plural form. */
export const goI18nV2: JsonDialect = {
  ...common,
  id: 'go-i18n-json-v2',
  name: 'go-i18n v2 JSON file',
  hasForm({ top }) {
    const objects = Object.values(top).filter((member) => !isText(member))
    return objects.length === 0 ? isGoMessage(top) && 'hash' in top : objects.every(isGoMessage)
  },
  parse: (bytes, options) => parseMessages(readDocument(bytes, options), options),
  as2026: {
    parse(bytes, options) {
      const document = readDocument(bytes, options)
      return parseMessages(document, { ...options, readMember: typedMember(document.text) })
    },
  },
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

function readDocument(bytes: Uint8Array, { onFault }: ParseOptions): JsonDocument {
  return readJson(bytes, { keepsSurrogates: true, onFault })
}

/** How messages are read. */
interface MessageOptions extends ParseOptions, Pick<FormOptions, 'names'> {
  /** Allowed kinds of members (default: any). */
  readonly readMember?: ReadMember
}

/** The messages of a file of go-i18n 1; `names` as for `parseMessages`. Throws ParseError for items that are none. */
export function parseList(
  { text, value: top }: JsonDocument,
  { readMember = anyMember, ...options }: MessageOptions,
): ParsedFile {
  const entries = objectsIn(top, text).map(([object, offset], index) => {
    const id = memberOf(object, 'id')
    const key = id === undefined ? '' : id
    if (typeof key !== 'string') {
      throw parseErrorAt(text, offset, `expected a string as id, found ${kindOf(key)}`)
    }
    const translation = readMember(object, 'translation', 'text', 'object')
    const forms =
      translation !== undefined && isObject(translation)
        ? formsOf(translation, { text, offset, ...options })
        : textOfValue(translation, text, offset)
    const note = readMember(object, 'description', 'text')
    return describedEntry(
      { key, ...forms, note, position: index + 1, text, offset },
      options.isMonolingual,
    )
  })
  return { entries }
}

/**
 * The messages of a file of go-i18n 2, with their forms in the order of some names, or as they come. Throws ParseError for
 * members that are none.
 */
export function parseMessages(
  { text, value: top }: JsonDocument,
  { readMember = anyMember, ...options }: MessageOptions,
): ParsedFile {
  const entries = membersOf(top, text).map(([key, value, offset], index) => {
    const single = typeof value === 'string' ? textOfValue(value, text, offset) : undefined
    return describedEntry(
      {
        key,
        ...(single ?? formsOf(value, { text, offset, ...options })),
        note: isObject(value) ? readMember(value, 'description', 'text') : undefined,
        position: index + 1,
        text,
        offset,
      },
      options.isMonolingual,
    )
  })
  return { entries }
}

interface FormOptions {
  /** The decoded file. */
  readonly text: string
  readonly offset: number
  readonly languageCode: string
  /** Names of forms, which set their order (default: file order). */
  readonly names?: readonly string[]
}

function formsOf(value: JsonValue | JsonObject, options: FormOptions): Text {
  const { text, offset, names } = options
  const read = names ? namedForms : packedForms
  const forms = isObject(value) ? read(value, options) : undefined
  if (forms !== undefined) return forms
  throw parseErrorAt(text, offset, `expected a text or plural forms, found ${kindOf(value)}`)
}
