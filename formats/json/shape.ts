/** What a JSON file looks like, as far as the choice of a format depends on it. */
export interface JsonShape {
  /** Whether the top-level value is an object of texts only. */
  readonly isFlat: boolean
  /** Numbers of texts and of all scalars; null counts for neither. */
  readonly texts: number
  readonly scalars: number
  /** Whether most top-level keys are sentences: source texts of a bilingual file. */
  readonly hasSentenceKeys: boolean
  /** The dialect of the file, if any. */
  readonly dialect: JsonDialect | undefined
  /** Top-level keys whose values are not texts of a program. */
  readonly foreignKeys: readonly string[]
  /** Whether most texts are in lists of named objects, so that an index identifies nothing. */
  readonly hasNamedItems: boolean
}

/** Ids of formats recognizable by the shape of their JSON files. */
export type JsonDialect =
  | 'i18nextv4'
  | 'i18next'
  | 'webextension'
  | 'formatjs'
  | 'go-i18n-json'
  | 'go-i18n-json-v2'
  | 'gotext'
  | 'mediawiki-json'
  | 'vscode-l10n'
  | 'resjson'
  | 'nextcloud-json'

type Mapping = Readonly<Record<string, unknown>>

/**
 * Returns the shape of a parsed file; undefined for undefined. Dialects are distinguished as in discovery.md, section
 * 1.
 */
export function shapeOf(value: unknown): JsonShape | undefined {
  if (value === undefined) return undefined
  const top = isMapping(value) ? value : {}
  const keys = Object.keys(top)
  const { texts, scalars, i18next, named } = count(value)
  const sentences = keys.filter((key) => /\S\s+\S/.test(key)).length
  return {
    isFlat: isMapping(value) && Object.values(top).every((member) => typeof member === 'string'),
    texts,
    scalars,
    hasSentenceKeys: keys.length > 0 && sentences * 2 >= keys.length,
    dialect: dialectOf(value, top) ?? i18next,
    foreignKeys: FOREIGN_KEYS.filter((key) => key in top),
    hasNamedItems: named * 2 > texts,
  }
}

/** Members for authors by translatewiki.net, and for the form of a file by editors. */
const FOREIGN_KEYS = ['@metadata', '$schema']

/** Visits all values without recursion, since files may be deeply nested. */
function count(value: unknown): Pick<JsonShape, 'texts' | 'scalars'> & {
  i18next: 'i18nextv4' | 'i18next' | undefined
  /** Number of texts in lists of named objects. */
  named: number
} {
  const rest: unknown[] = [value]
  let texts = 0
  let scalars = 0
  let named = 0
  let hasNames = false
  let hasPlurals = false
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (isMapping(node)) {
      hasNames ||= hasPair(node, '_one', '_other')
      hasPlurals ||= hasPair(node, '_plural', '')
    }
    if (Array.isArray(node)) named += countNamed(node)
    if (typeof node === 'object' && node !== null) {
      for (const inner of Object.values(node)) rest.push(inner)
      continue
    }
    if (node !== null) scalars += 1
    if (typeof node === 'string') texts += 1
  }
  return {
    texts,
    scalars,
    named,
    i18next: hasNames ? 'i18nextv4' : hasPlurals ? 'i18next' : undefined,
  }
}

/** Counts the texts of a list whose items all have a name. */
function countNamed(items: readonly unknown[]): number {
  const isNamed = (item: unknown) => isMapping(item) && ITEM_NAMES.some((key) => isText(item[key]))
  if (!items.every(isNamed)) return 0
  return items.flatMap((item) => Object.values(item as Mapping)).filter(isText).length
}

const ITEM_NAMES = ['name', 'key', 'id']

/** Returns whether some text's key has one ending, and the key with the other ending exists as well. */
function hasPair(mapping: Mapping, ending: string, other: string): boolean {
  return Object.keys(mapping).some((key) => {
    if (!key.endsWith(ending) || typeof mapping[key] !== 'string') return false
    const partner = key.slice(0, -ending.length) + other
    return Object.hasOwn(mapping, partner) && typeof mapping[partner] === 'string'
  })
}

function dialectOf(value: unknown, top: Mapping): JsonDialect | undefined {
  if (Array.isArray(value)) {
    return isMapping(value[0]) && 'id' in value[0] ? 'go-i18n-json' : undefined
  }
  const { messages, translations } = top
  if (isMapping(top['@metadata'])) return 'mediawiki-json'
  if (('language' in top || 'lang' in top) && Array.isArray(messages)) return 'gotext'
  if (isMapping(translations) && isText(top['pluralForm'])) return 'nextcloud-json'
  if (Object.keys(top).some((key) => isRemark(key, top))) return 'resjson'
  const members = Object.values(top)
  const objects = members.filter(isMapping)
  if (
    objects.some(isEditorMessage) &&
    members.every((member) => isText(member) || isEditorMessage(member))
  ) {
    return 'vscode-l10n'
  }
  if (objects.length === 0) return isGoMessage(top) && 'hash' in top ? 'go-i18n-json-v2' : undefined
  if (
    objects.every(isGoMessage) &&
    members.every((member) => isMapping(member) || isText(member))
  ) {
    return 'go-i18n-json-v2'
  }
  if (objects.length < members.length) return undefined
  if (objects.every(isBrowserMessage)) return 'webextension'
  return objects.every(({ defaultMessage }) => isText(defaultMessage)) ? 'formatjs' : undefined
}

/** Returns whether a member addresses translators, as in RESJSON: about another member, or about all. */
function isRemark(key: string, top: Mapping): boolean {
  if (key === '_strings' || key === '_locales') return true
  const [, name] = /^_(.+)\.(?:comment|source)$/s.exec(key) ?? []
  return name !== undefined && isText(top[name])
}

const BROWSER_MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['message', 'description', 'placeholders', 'hash'],
])

/** Returns whether an object has a message and only members that browsers know. */
function isBrowserMessage(mapping: Mapping): boolean {
  const keys = Object.keys(mapping)
  return isText(mapping['message']) && keys.every((key) => BROWSER_MESSAGE_KEYS.has(key))
}

/** Returns whether a value is a message of a VS Code extension with a comment; texts may be beside it. */
function isEditorMessage(value: unknown): boolean {
  if (!isMapping(value) || !isText(value['message'])) return false
  return 'comment' in value && Object.keys(value).length === 2
}

const GO_MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'hash', 'description', 'leftDelim', 'rightDelim'],
  ...['zero', 'one', 'two', 'few', 'many', 'other'],
])

/** Returns whether an object has a text for `other` and only members that go-i18n knows. */
function isGoMessage(mapping: Mapping): boolean {
  return isText(mapping['other']) && Object.keys(mapping).every((key) => GO_MESSAGE_KEYS.has(key))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Returns whether a parsed value is an object, not a list. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
