import { type EntryState, SEP } from '../entry.ts'
import { isArray, isObject, type JsonObject, type JsonValue, memberOf } from '../json/value.ts'

/** A text of a catalog, plural forms joined with `SEP`. */
export interface CatalogText {
  readonly target: string
  readonly state: EntryState
}

/** A part of a localization that is a separate entry: its text, a device's text, or a substitution's. */
export interface Leaf {
  readonly kind: 'text' | 'device' | 'substitutions'
  readonly name: string
  /** For a substitution, the number of the string's argument, from 1. */
  readonly argument?: number
}

const TEXT: Leaf = { kind: 'text', name: '' }

/** Returns the parts of a source localization in file order; only a text if there is none. */
export function leavesOf(localization: JsonObject | undefined): Leaf[] {
  const named = (object: JsonObject | undefined, kind: Leaf['kind']): Leaf[] =>
    object?.keys.map((name) => ({ kind, name })) ?? []
  const devices = named(at(localization, 'variations', 'device'), 'device')
  return [...(devices.length > 0 ? devices : [TEXT]), ...substitutionsOf(localization)]
}

/** Returns the substitutions of a localization. One without a number belongs to the argument at its index. */
function substitutionsOf(localization: JsonObject | undefined): (Leaf & { argument: number })[] {
  const all = at(localization, 'substitutions')
  return (all?.keys ?? []).map((name, index) => {
    const substitution = at(all, name)
    const number = substitution && memberOf(substitution, 'argNum')
    const isGiven = typeof number === 'object' && number?.kind === 'number'
    const argument = isGiven ? Number(number.text) : index + 1
    return { kind: 'substitutions', name, argument }
  })
}

/**
 * Returns the placeholders that may replace those of the source in a localization, which names its substitutions
 * itself. In a substitution's text, its conversion (`%lld`) is as good as `%arg`.
 */
export function aliasesOf(
  source: JsonObject | undefined,
  localization: JsonObject | undefined,
  leaf: Leaf,
): ReadonlyMap<string, string> {
  if (leaf.kind !== 'substitutions') {
    const names = new Map(substitutionsOf(source).map(({ name, argument }) => [argument, name]))
    return new Map(
      substitutionsOf(localization).flatMap(({ name, argument }) => {
        const sourceName = names.get(argument)
        return sourceName === undefined || sourceName === name
          ? []
          : [[`%#@${name}@`, `%#@${sourceName}@`]]
      }),
    )
  }
  const substitution = at(localization, 'substitutions', ownName(localization, leaf))
  const specifier = substitution && memberOf(substitution, 'formatSpecifier')
  return new Map(typeof specifier === 'string' ? [[`%${specifier}`, '%arg']] : [])
}

/** Returns a localization's name for the substitution of the same argument. */
function ownName(localization: JsonObject | undefined, { name, argument }: Leaf): string {
  return (
    substitutionsOf(localization).find((substitution) => substitution.argument === argument)
      ?.name ?? name
  )
}

/** Returns Xcode's name of a part in exports: `|==|device.iphone`; `''` for the text. */
export function suffixOf({ kind, name }: Leaf): string {
  return kind === 'text' ? '' : `|==|${kind}.${name}`
}

/**
 * Returns the text of a part in a localization; undefined if it has none. A localization that does not vary by device
 * has one text for all. `tags` are the names of the language's plural forms.
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
  if (unit) return textOfUnit(unit, memberOf(unit, 'value'))
  const set = at(node, 'stringSet')
  if (set) return textOfUnit(set, phrasesOf(set))
  const plural = at(node, 'variations', 'plural')
  if (plural) return joinForms(plural, tags)
  const devices = at(node, 'variations', 'device')
  return devices && textOf(at(devices, 'other') ?? at(devices, devices.keys[0] ?? ''), tags)
}

/** Returns the phrases of an App Shortcut, of which a language may have as many as it likes, on a line each. */
function phrasesOf(set: JsonObject): string | undefined {
  const values = memberOf(set, 'values')
  if (values === undefined || !isArray(values)) return undefined
  return values.items.filter((item) => typeof item === 'string').join('\n')
}

function textOfUnit(unit: JsonObject, value: JsonValue | undefined): CatalogText {
  const target = typeof value === 'string' ? value : ''
  const state = memberOf(unit, 'state')
  if (target === '' || state === 'new') return { target, state: 'untranslated' }
  return { target, state: state === 'translated' ? 'translated' : 'fuzzy' }
}

/** Each form at its index. For a missing one, Apple's systems take that of all other numbers. */
function joinForms(plural: JsonObject, tags: readonly string[]): CatalogText {
  const formOf = (tag: string): CatalogText | undefined => textOf(at(plural, tag), [])
  const other = formOf('other') ?? { target: '', state: 'untranslated' }
  const forms = tags.map((tag) => formOf(tag) ?? other)
  const target = forms.map((form) => form.target).join(SEP)
  const states = new Set(forms.map(({ state }) => state))
  const [state = 'untranslated'] = states
  return { target, state: states.size > 1 ? 'fuzzy' : state }
}

/** Returns the object at a path of keys; undefined if there is none. */
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
