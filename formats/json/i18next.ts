import { parseErrorAt } from '../../src/text.ts'
import { type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import { FORM_NAMES, formForMillions, missingTags, pluralTags } from '../plural-tags.ts'
import { isMapping, isText, JSON_FACTS, type JsonDialect } from './dialect.ts'
import { readJson } from './reader.ts'
import { type Member, type MembersOf, readTree, toEntryOf } from './tree.ts'
import { type JsonObject, type JsonValue, kindOf } from './value.ts'

const common = {
  ...JSON_FACTS,
  hasPlainPlurals: true,
  checkFlags: 'i18next-interpolation',
} as const

/** JSON of i18next 21 and later, with plural forms by name (https://www.i18next.com/misc/json-format): `key_one`. */
export const i18nextv4: JsonDialect = {
  ...common,
  id: 'i18nextv4',
  name: 'i18next JSON file v4',
  hasForm: ({ nodes }) => nodes.some((node) => hasPair(node, '_one', '_other')),
  hasFormKeys: true,
  parse: (bytes, options) => parseI18next(bytes, options, createNamedPlurals(options.languageCode)),
  as2026: {
    parse: (bytes, options) =>
      parseI18next(bytes, options, createWholePlurals(options.languageCode)),
  },
}

/** JSON of i18next 3, with plural forms by number: `key` and `key_plural`, or `key_0`, `key_1`... */
export const i18next: JsonDialect = {
  ...common,
  id: 'i18next',
  name: 'i18next JSON file v3',
  hasForm: ({ nodes }) => nodes.some((node) => hasPair(node, '_plural', '')),
  optionalForms: formForMillions,
  parse: (bytes, options) => parseI18next(bytes, options, createNumberedPlurals),
}

/** Returns whether some text's key has one ending, and the key with the other ending has a text, too. */
function hasPair(node: unknown, ending: string, other: string): boolean {
  if (!isMapping(node)) return false
  return Object.keys(node).some((key) => {
    if (!key.endsWith(ending) || !isText(node[key])) return false
    const partner = key.slice(0, -ending.length) + other
    return Object.hasOwn(node, partner) && isText(node[partner])
  })
}

/** An entry of several members: their common key and offsets; undefined for a form without one. */
interface Plural {
  readonly base: string
  readonly indexes: readonly (number | undefined)[]
  /** Members that belong to it besides its forms. */
  readonly others?: readonly number[]
  /** Names of the forms; numbered forms have none. */
  readonly tags?: readonly string[]
}

/** Returns whether a member is a plural form, given the indexes of all keys of its object and their values. */
type PluralOf = (
  key: string,
  indexes: ReadonlyMap<string, number>,
  values: readonly JsonValue[],
) => Plural | undefined

function parseI18next(
  bytes: Uint8Array,
  { isMonolingual, languageCode, onFault }: ParseOptions,
  createPluralOf: () => PluralOf,
): ParsedFile {
  const millions = formForMillions(languageCode)
  const membersOf: MembersOf = (object, text) => joinForms(object, text, createPluralOf(), millions)
  const document = readJson(bytes, { keepsSurrogates: true, onFault })
  return { entries: readTree(document, toEntryOf(isMonolingual), membersOf) }
}

/**
 * The members in the order of the file, those of a plural as one where the first of them is. A form that the language does
 * not have gives its plural again, and a key may be a text beside a plural: neither is a repeated key.
 */
function joinForms(
  { keys, values, offsets }: JsonObject,
  text: string,
  pluralOf: PluralOf,
  millions: readonly string[],
): Member[] {
  const members: Member[] = []
  const indexes = new Map(keys.map((key, index) => [key, index]))
  const used = new Set<number>()
  const bases = new Set<string>()
  for (const [index, key] of keys.entries()) {
    if (used.has(index)) continue
    const offset = offsets[index] ?? 0
    const plural = pluralOf(key, indexes, values)
    if (plural === undefined) {
      members.push({ key, value: values[index] ?? null, offset, sharesContext: bases.has(key) })
      continue
    }
    const { base, tags, others = [] } = plural
    for (const at of others) used.add(at)
    const forms = plural.indexes.map((at) => {
      if (at === undefined) return ''
      used.add(at)
      const form = values[at] ?? null
      if (typeof form === 'string') return form
      const message = `expected a string as plural form, found ${kindOf(form)}`
      throw parseErrorAt(text, offsets[at] ?? 0, message)
    })
    const isWholePair = forms.length === 2 && !forms.includes('')
    members.push({
      key: base,
      value: forms.join(SEP),
      offset,
      isTranslated: forms.some((form) => form !== ''),
      missingForms: tags ? missingTags(tags, (_, at) => forms[at]) : isWholePair ? millions : [],
      sharesContext: bases.has(base) || (tags !== undefined && indexes.has(base)),
    })
    bases.add(base)
  }
  return members
}

const NAMED_FORM = new RegExp(`^(.*)_(?:${FORM_NAMES.join('|')})$`, 's')

/** All names of the language count as forms, whichever the file has. */
function createNamedPlurals(languageCode: string): () => PluralOf {
  const tags = pluralTags(languageCode)
  return () => (key, indexes) => {
    const base = NAMED_FORM.exec(key)?.[1]
    if (base === undefined) return undefined
    return { base, indexes: tags.map((tag) => indexes.get(`${base}_${tag}`)), tags }
  }
}

/** The same, but if all members with a form's name are texts, they form one entry, whichever names the language has. */
function createWholePlurals(languageCode: string): () => PluralOf {
  const pluralOf = createNamedPlurals(languageCode)()
  return () => (key, indexes, values) => {
    const plural = pluralOf(key, indexes, values)
    if (plural === undefined) return undefined
    const others = FORM_NAMES.flatMap((name) => indexes.get(`${plural.base}_${name}`) ?? [])
    return others.every((at) => typeof values[at] === 'string') ? { ...plural, others } : undefined
  }
}

/** What counts as a digit in Python: those of all scripts, and small or circled ones. */
const NUMBERED_FORM =
  /^(.*)_[\p{Nd}\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/su

const MAX_NUMBERED_FORMS = 10

/** Returns the numbered forms of each key, counted from 0 without gaps. */
function createNumberedPlurals(): PluralOf {
  const numbered = new Set<string>()
  return (key, indexes) => {
    const plural = indexes.get(`${key}_plural`)
    if (plural !== undefined) return { base: key, indexes: [indexes.get(key), plural] }
    const base = NUMBERED_FORM.exec(key)?.[1]
    if (base === undefined || numbered.has(base) || !indexes.has(`${base}_0`)) return undefined
    numbered.add(base)
    const formIndexes: number[] = []
    while (formIndexes.length < MAX_NUMBERED_FORMS) {
      const index = indexes.get(`${base}_${formIndexes.length}`)
      if (index === undefined) break
      formIndexes.push(index)
    }
    return { base, indexes: formIndexes }
  }
}
