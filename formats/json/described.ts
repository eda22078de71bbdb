import { expectWhole, parseErrorAt } from '../../src/text.ts'
import { type Entry, SEP } from '../entry.ts'
import { missingTags, pluralTags } from '../plural-tags.ts'
import { isArray, isObject, kindOf } from './member.ts'
import { isTruthy, noteText, pythonText } from './python-text.ts'
import type { JsonDocument } from './reader.ts'
import type { JsonObject, JsonValue } from './value.ts'

/** Returns the text and state of a value: numbers and booleans are shown, empty lists and objects count as none. */
export interface Text extends Pick<Entry, 'missingForms'> {
  readonly target: string
  readonly isTranslated: boolean
}

/** Fields shared by formats whose entries are objects with a description. */
interface DescribedEntry extends Text {
  readonly key: string
  readonly note: JsonValue | undefined
  readonly flags?: Pick<Entry, 'flags' | 'flagsError' | 'aliases'>
  readonly position: number
  /** The decoded file. */
  readonly text: string
  readonly offset: number
}

/**
 * Makes an entry by its key: its context without a leading dot, or its source text without a key. Throws ParseError for
 * lone surrogates in key or text; in a note they do no harm.
 */
export function describedEntry(
  { key, target, isTranslated, missingForms, note, flags, position, text, offset }: DescribedEntry,
  isMonolingual: boolean,
): Entry {
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
    position,
    offset,
  }
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

const NAMES = ['zero', 'one', 'two', 'few', 'many', 'other']

/** Options of `packedForms`. */
interface PackOptions {
  /** The decoded file. */
  readonly text: string
  readonly languageCode: string
  /** Finds the form in a value that is not a string. */
  readonly formOf?: (value: JsonValue) => JsonValue | undefined
}

/**
 * Returns an object's plural forms by name, in order, or only its text for all numbers; undefined if it has none.
 * Throws ParseError for a form that is not a string.
 */
export function namedForms(
  object: JsonObject,
  { text, names = [] }: { readonly text: string; readonly names?: readonly string[] },
): Text | undefined {
  const namesInFile = NAMES.filter((name) => object.keys.includes(name))
  if (namesInFile.length === 0) return undefined
  const isAlone = namesInFile.join() === 'other'
  const formNames = isAlone ? namesInFile : names
  const forms = formNames.map((name) => {
    const index = object.keys.indexOf(name)
    if (index === -1) return ''
    const form = object.values[index] ?? null
    if (typeof form === 'string') return form
    const offset = object.offsets[index] ?? 0
    throw parseErrorAt(text, offset, `expected a string at "${name}", found ${kindOf(form)}`)
  })
  return {
    target: forms.join(SEP),
    isTranslated: forms.some((form) => form !== ''),
    ...(!isAlone && { missingForms: missingTags(names, (_, index) => forms[index]) }),
  }
}

/**
 * The plural forms that an object has, in the order of CLDR without gaps; undefined for none. Throws ParseError for a form
 * that is no string.
 */
export function packedForms(
  object: JsonObject,
  { text, languageCode, formOf = (value) => value }: PackOptions,
): Text | undefined {
  const forms = new Map<string, string>()
  for (const name of NAMES) {
    const index = object.keys.indexOf(name)
    if (index === -1) continue
    const value = object.values[index] ?? null
    const form = formOf(value)
    if (typeof form !== 'string') {
      const offset = object.offsets[index] ?? 0
      throw parseErrorAt(text, offset, `expected a string at "${name}", found ${kindOf(value)}`)
    }
    forms.set(name, form)
  }
  if (forms.size === 0) return undefined
  const texts = [...forms.values()]
  return {
    target: texts.join(SEP),
    isTranslated: texts.some((form) => form !== ''),
    missingForms: missingTags(pluralTags(languageCode), (tag) => forms.get(tag)),
  }
}

/**
 * Returns the objects of a list with their offsets. Throws ParseError for anything else, at `offset` if it is not a
 * list.
 */
export function objectsIn(
  list: JsonValue,
  text: string,
  offset: number = 0,
): [object: JsonObject, offset: number][] {
  if (!isArray(list)) throw parseErrorAt(text, offset, `expected a list, found ${kindOf(list)}`)
  return list.items.map((object, index) => {
    const at = list.offsets[index] ?? 0
    if (!isObject(object)) {
      throw parseErrorAt(text, at, `expected an object, found ${kindOf(object)}`)
    }
    return [object, at]
  })
}

/** Reads the entries of an object whose members are objects. Throws ParseError for any other shape. */
export function describedEntries(
  { text, value: top }: JsonDocument,
  isMonolingual: boolean,
  read: (
    member: JsonObject,
  ) => Pick<DescribedEntry, 'note' | 'flags'> & { value: JsonValue | undefined },
): Entry[] {
  return membersOf(top, text).map(([key, member, offset], index) => {
    if (!isObject(member)) {
      throw parseErrorAt(text, offset, `expected an object at "${key}", found ${kindOf(member)}`)
    }
    const { value, ...fields } = read(member)
    return describedEntry(
      { key, ...textOfValue(value, text, offset), ...fields, position: index + 1, text, offset },
      isMonolingual,
    )
  })
}

/** Returns the members of the top-level value. Throws ParseError unless it is an object. */
export function membersOf(
  top: JsonValue,
  text: string,
): [key: string, value: JsonValue, offset: number][] {
  if (!isObject(top)) throw parseErrorAt(text, 0, `expected an object, found ${kindOf(top)}`)
  return top.keys.map((key, index) => [key, top.values[index] ?? null, top.offsets[index] ?? 0])
}
