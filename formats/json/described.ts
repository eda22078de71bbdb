import { expectWhole, parseErrorAt } from '../../src/text.ts'
import type { WeblateVersion } from '../../src/weblate-version.ts'
import { type Entry, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { FORM_NAMES, missingTags, pluralTags } from '../plural-tags.ts'
import { isTruthy, noteText, pythonText } from './python-text.ts'
import { type JsonDocument, readJson } from './reader.ts'
import {
  anyMember,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  kindOf,
  type ReadMember,
  typedMember,
} from './value.ts'

/** Returns the text and state of a value: numbers and booleans are shown, empty lists and objects count as none. */
export interface Text extends Pick<Entry, 'missingForms'> {
  readonly target: string
  readonly isTranslated: boolean
}

/** What an item of a file says about its entry. */
interface Described extends Text {
  readonly key: string
  readonly note?: JsonValue | undefined
  readonly flags?: Pick<Entry, 'flags' | 'flagsError' | 'aliases'>
}

/** Returns the readers of a format for both versions; 2026.10 refuses members of other kinds than expected. */
export function describedReaders(
  entriesIn: (
    document: JsonDocument,
    options: ParseOptions,
    readMember: ReadMember,
    weblate: WeblateVersion,
  ) => Entry[],
  // A lone surrogate is an error in a key or text, but not in a note.
  read = (bytes: Uint8Array, { onFault }: ParseOptions): JsonDocument =>
    readJson(bytes, { keepsSurrogates: true, onFault }),
): Pick<Format, 'parse' | 'as2026'> {
  const parse: Format['parse'] = (bytes, options) => {
    return { entries: entriesIn(read(bytes, options), options, anyMember, '5.14') }
  }
  const parseIn2026: Format['parse'] = (bytes, options) => {
    const document = read(bytes, options)
    return { entries: entriesIn(document, options, typedMember(document.text), '2026.10') }
  }
  return { parse, as2026: { parse: parseIn2026 } }
}

/**
 * Makes an entry of each item by its key: its context without a leading dot, or its source text without a template. Throws
 * ParseError for lone surrogates in key or text.
 */
export function describedEntries<Item extends { readonly offset: number }>(
  items: readonly Item[],
  text: string,
  { isMonolingual }: Pick<ParseOptions, 'isMonolingual'>,
  describe: (item: Item) => Described,
): Entry[] {
  return items.map((item, index) => {
    const { key, target, isTranslated, missingForms, note, flags } = describe(item)
    const { offset } = item
    expectWhole(key, text, offset)
    expectWhole(target, text, offset)
    return {
      context: isMonolingual ? key.replace(/^\./, '') : '',
      source: isMonolingual ? '' : key.replace(/^\.+/, ''),
      target,
      state: isTranslated ? 'translated' : 'untranslated',
      ...(missingForms && { missingForms }),
      note: noteText(note),
      explanation: '',
      ...(flags ?? { flags: '' }),
      position: index + 1,
      offset,
    }
  })
}

/** Returns the text of a scalar. Throws ParseError for a non-empty list or object. */
export function textOfValue(value: JsonValue | undefined, text: string, offset: number): Text {
  if (value === undefined || value === null) return { target: '', isTranslated: false }
  if (isArray(value) || isObject(value)) {
    if (isTruthy(value)) throw parseErrorAt(text, offset, `expected a text, found ${kindOf(value)}`)
    return { target: isArray(value) ? '' : '{}', isTranslated: false }
  }
  return { target: pythonText(value), isTranslated: isTruthy(value) }
}

/**
 * Returns an object's plural forms by name, in order, or only its text for all numbers; undefined if it has none.
 * Throws ParseError for a form that is not a string.
 */
export function namedForms(
  object: JsonObject,
  text: string,
  names: readonly string[],
): Text | undefined {
  const namesInFile = FORM_NAMES.filter((name) => object.keys.includes(name))
  if (namesInFile.length === 0) return undefined
  const isAlone = namesInFile.join() === 'other'
  const forms = (isAlone ? namesInFile : names).map((name) => formIn(object, name, text) ?? '')
  return {
    target: forms.join(SEP),
    isTranslated: forms.some((form) => form !== ''),
    ...(!isAlone && { missingForms: missingTags(names, (_, index) => forms[index]) }),
  }
}

/**
 * The plural forms that an object has, in the order of CLDR without gaps; undefined for none. Throws ParseError for a form
 * that is no string. `formOf` finds the form in a value that is not a string.
 */
export function packedForms(
  object: JsonObject,
  text: string,
  languageCode: string,
  formOf?: (value: JsonValue) => JsonValue | undefined,
): Text | undefined {
  const forms = new Map<string, string>()
  for (const name of FORM_NAMES) {
    const form = formIn(object, name, text, formOf)
    if (form !== undefined) forms.set(name, form)
  }
  if (forms.size === 0) return undefined
  const texts = [...forms.values()]
  return {
    target: texts.join(SEP),
    isTranslated: texts.some((form) => form !== ''),
    missingForms: missingTags(pluralTags(languageCode), (tag) => forms.get(tag)),
  }
}

function formIn(
  object: JsonObject,
  name: string,
  text: string,
  formOf: (value: JsonValue) => JsonValue | undefined = (value) => value,
): string | undefined {
  const index = object.keys.indexOf(name)
  if (index === -1) return undefined
  const value = object.values[index] ?? null
  const form = formOf(value)
  if (typeof form === 'string') return form
  const message = `expected a string at "${name}", found ${kindOf(value)}`
  throw parseErrorAt(text, object.offsets[index] ?? 0, message)
}

/** An object of a list, and the UTF-16 offset where it starts. */
export interface ListedObject {
  readonly object: JsonObject
  readonly offset: number
}

/** Throws ParseError for anything but a list of objects, at `offset` if it is not a list. */
export function objectsIn(list: JsonValue, text: string, offset: number = 0): ListedObject[] {
  if (!isArray(list)) throw parseErrorAt(text, offset, `expected a list, found ${kindOf(list)}`)
  return list.items.map((object, index) => {
    const at = list.offsets[index] ?? 0
    if (isObject(object)) return { object, offset: at }
    throw parseErrorAt(text, at, `expected an object, found ${kindOf(object)}`)
  })
}

/** A member of the top-level object. */
export interface JsonMember {
  readonly key: string
  readonly value: JsonValue
  readonly offset: number
}

/** Returns the members of the top-level value. Throws ParseError unless it is an object. */
export function membersOf(top: JsonValue, text: string): JsonMember[] {
  if (!isObject(top)) throw parseErrorAt(text, 0, `expected an object, found ${kindOf(top)}`)
  return top.keys.map((key, index) => {
    return { key, value: top.values[index] ?? null, offset: top.offsets[index] ?? 0 }
  })
}

/** Returns the value of a member. Throws ParseError unless it is an object. */
export function objectAt({ key, value, offset }: JsonMember, text: string): JsonObject {
  if (isObject(value)) return value
  throw parseErrorAt(text, offset, `expected an object at "${key}", found ${kindOf(value)}`)
}
