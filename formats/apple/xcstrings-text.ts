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
  /** Of a substitution: which argument of the string it is for, from 1 on. */
  readonly argument?: number
}

const TEXT: Leaf = { kind: 'text', name: '' }

/** The parts of a source localization in the order of the file; a text alone where there is none. */
export function leavesOf(localization: JsonObject | undefined): Leaf[] {
  const named = (object: JsonObject | undefined, kind: Leaf['kind']): Leaf[] =>
    object?.keys.map((name) => ({ kind, name })) ?? []
  const devices = named(at(localization, 'variations', 'device'), 'device')
  return [...(devices.length > 0 ? devices : [TEXT]), ...substitutionsOf(localization)]
}

/** The substitutions of a localization; one without a number is for the argument at its place. */
function substitutionsOf(localization: JsonObject | undefined): (Leaf & { argument: number })[] {
  const all = at(localization, 'substitutions')
  return (all?.keys ?? []).map((name, index) => {
    const own = at(all, name)
    const number = own && memberOf(own, 'argNum')
    const isGiven = typeof number === 'object' && number?.kind === 'number'
    const argument = isGiven ? Number(number.text) : index + 1
    return { kind: 'substitutions', name, argument }
  })
}

/**
 * What stands for the placeholders of the source in a localization: it names its substitutions itself, and in the text of
 * one its conversion (`%lld`) is as good as `%arg`.
 */
export function aliasesOf(
  source: JsonObject | undefined,
  own: JsonObject | undefined,
  leaf: Leaf,
): ReadonlyMap<string, string> {
  if (leaf.kind !== 'substitutions') {
    const names = new Map(substitutionsOf(source).map(({ name, argument }) => [argument, name]))
    return new Map(
      substitutionsOf(own).flatMap(({ name, argument }) => {
        const known = names.get(argument)
        return known === undefined || known === name ? [] : [[`%#@${name}@`, `%#@${known}@`]]
      }),
    )
  }
  const substitution = at(own, 'substitutions', ownName(own, leaf))
  const specifier = substitution && memberOf(substitution, 'formatSpecifier')
  return new Map(typeof specifier === 'string' ? [[`%${specifier}`, '%arg']] : [])
}

/** The name that a localization has for the substitution of the same argument. */
function ownName(own: JsonObject | undefined, { name, argument }: Leaf): string {
  return substitutionsOf(own).find((one) => one.argument === argument)?.name ?? name
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
  leaf: Leaf,
  tags: readonly string[],
): CatalogText | undefined {
  const { kind, name } = leaf
  if (kind === 'substitutions')
    return textOf(at(localization, kind, ownName(localization, leaf)), tags)
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
