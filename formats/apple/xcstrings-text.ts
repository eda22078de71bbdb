import { type EntryState, SEP } from '../entry.ts'
import { isObject, memberOf } from '../json/member.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'

/** A text of a catalog, plural forms joined with `SEP`. */
export interface CatalogText {
  readonly target: string
  readonly state: EntryState
}

/** A part of a localization that is an entry of its own: its text, that of a device, or that of a substitution. */
export interface Leaf {
  readonly kind: 'text' | 'device' | 'substitutions'
  /** Of the device or substitution. */
  readonly name: string
}

const TEXT: Leaf = { kind: 'text', name: '' }

/** The parts of a source localization in the order of the file; a text alone where there is none. */
export function leavesOf(localization: JsonObject | undefined): Leaf[] {
  const named = (object: JsonObject | undefined, kind: Leaf['kind']): Leaf[] =>
    object?.keys.map((name) => ({ kind, name })) ?? []
  const devices = named(at(localization, 'variations', 'device'), 'device')
  const substitutions = named(at(localization, 'substitutions'), 'substitutions')
  return [...(devices.length > 0 ? devices : [TEXT]), ...substitutions]
}

/** How Xcode names a part in exports: `|==|device.iphone`; `''` for the text. */
export function suffixOf({ kind, name }: Leaf): string {
  return kind === 'text' ? '' : `|==|${kind}.${name}`
}

/**
 * The text of a part in a localization; undefined where it has none. One that does not vary by device has the same text for
 * all. `tags` are the names of the language's plural forms.
 */
export function textAt(
  localization: JsonObject | undefined,
  { kind, name }: Leaf,
  tags: readonly string[],
): CatalogText | undefined {
  if (kind === 'substitutions') return textOf(at(localization, kind, name), tags)
  const devices = kind === 'device' ? at(localization, 'variations', kind) : undefined
  return textOf(devices ? (at(devices, name) ?? at(devices, 'other')) : localization, tags)
}

function textOf(node: JsonObject | undefined, tags: readonly string[]): CatalogText | undefined {
  const unit = at(node, 'stringUnit')
  if (unit) return textOfUnit(unit)
  const plural = at(node, 'variations', 'plural')
  if (plural) return joinForms(plural, tags)
  const devices = at(node, 'variations', 'device')
  return devices && textOf(at(devices, 'other') ?? at(devices, devices.keys[0] ?? ''), tags)
}

function textOfUnit(unit: JsonObject): CatalogText {
  const value = memberOf(unit, 'value')
  const target = typeof value === 'string' ? value : ''
  const state = memberOf(unit, 'state')
  if (target === '' || state === 'new') return { target, state: 'untranslated' }
  return { target, state: state === 'translated' ? 'translated' : 'fuzzy' }
}

/** Each form in its place; where one is missing, Apple's systems take that of all other numbers. */
function joinForms(plural: JsonObject, tags: readonly string[]): CatalogText {
  const formOf = (tag: string): CatalogText | undefined => textOf(at(plural, tag), [])
  const other = formOf('other') ?? { target: '', state: 'untranslated' }
  const forms = tags.map((tag) => formOf(tag) ?? other)
  const target = forms.map((form) => form.target).join(SEP)
  const states = new Set(forms.map(({ state }) => state))
  const [state = 'untranslated'] = states
  return { target, state: states.size > 1 ? 'fuzzy' : state }
}

/** The object at the end of a way of keys; undefined where it leads elsewhere. */
export function at(
  object: JsonObject | undefined,
  ...keys: readonly string[]
): JsonObject | undefined {
  let value: JsonValue | undefined = object
  for (const key of keys) {
    if (value === undefined || !isObject(value)) return undefined
    value = memberOf(value, key)
  }
  return value !== undefined && isObject(value) ? value : undefined
}
