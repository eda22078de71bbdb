/** What a JSON file looks like, as far as the choice of a format depends on it. */
export interface JsonShape {
  /** Whether the top is a mapping whose values are texts alone. */
  readonly isFlat: boolean
  /** Numbers of texts and of all values that are neither list nor mapping; null counts for neither. */
  readonly texts: number
  readonly scalars: number
  /** Whether most keys at the top are sentences: source texts of a bilingual file. */
  readonly hasSentenceKeys: boolean
  /** What programs take the file for; undefined: nothing special. */
  readonly dialect: JsonDialect | undefined
  /** Keys at the top whose values are no texts of a program. */
  readonly foreignKeys: readonly string[]
  /** Whether most texts are in lists of objects that have a name, so that a place in the list tells nothing. */
  readonly hasNamedItems: boolean
}

/** Ids of formats whose JSON files can be told by their shape. */
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

/** The shape of a parsed file; undefined for undefined. Dialects are told apart as in discovery.md, section 1. */
export function shapeOf(value: unknown): JsonShape | undefined {
  if (value === undefined) return undefined
  const top = isMapping(value) ? value : {}
  const keys = Object.keys(top)
  const { texts, scalars, i18next, named } = count(value)
  const sentences = keys.filter((key) => /\S\s+\S/.test(key)).length
  return {
    isFlat: isMapping(value) && Object.values(top).every((one) => typeof one === 'string'),
    texts,
    scalars,
    hasSentenceKeys: keys.length > 0 && sentences * 2 >= keys.length,
    dialect: dialectOf(value, top) ?? i18next,
    foreignKeys: FOREIGN_KEYS.filter((key) => key in top),
    hasNamedItems: named * 2 > texts,
  }
}

/** What translatewiki.net says of a file's authors, and editors of its form. */
const FOREIGN_KEYS = ['@metadata', '$schema']

/** Visits all values, without recursion: files may be nested deeply. */
function count(value: unknown): Pick<JsonShape, 'texts' | 'scalars'> & {
  i18next: 'i18nextv4' | 'i18next' | undefined
  /** Of the texts: those in lists of objects with names. */
  named: number
} {
  const rest: unknown[] = [value]
  let texts = 0
  let scalars = 0
  let named = 0
  let hasNames = false
  let hasPlurals = false
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    if (isMapping(one)) {
      hasNames ||= hasPair(one, '_one', '_other')
      hasPlurals ||= hasPair(one, '_plural', '')
    }
    if (Array.isArray(one)) named += countNamed(one)
    if (typeof one === 'object' && one !== null) {
      for (const inner of Object.values(one)) rest.push(inner)
      continue
    }
    if (one !== null) scalars += 1
    if (typeof one === 'string') texts += 1
  }
  return {
    texts,
    scalars,
    named,
    i18next: hasNames ? 'i18nextv4' : hasPlurals ? 'i18next' : undefined,
  }
}

/** The texts of a list whose items all have a name. */
function countNamed(items: readonly unknown[]): number {
  const isNamed = (item: unknown) => isMapping(item) && ITEM_NAMES.some((key) => isText(item[key]))
  if (!items.every(isNamed)) return 0
  return items.flatMap((item) => Object.values(item as Mapping)).filter(isText).length
}

const ITEM_NAMES = ['name', 'key', 'id']

/** Whether some text has one ending in its key, and the text with the other one is there, too. */
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
    members.every((one) => isText(one) || isEditorMessage(one))
  ) {
    return 'vscode-l10n'
  }
  if (objects.length === 0) return isGoMessage(top) && 'hash' in top ? 'go-i18n-json-v2' : undefined
  if (objects.every(isGoMessage) && members.every((one) => isMapping(one) || isText(one))) {
    return 'go-i18n-json-v2'
  }
  if (objects.length < members.length) return undefined
  if (objects.every(isBrowserMessage)) return 'webextension'
  return objects.every(({ defaultMessage }) => isText(defaultMessage)) ? 'formatjs' : undefined
}

/** Whether a member tells translators something, as in RESJSON: of another member, or of all. */
function isRemark(key: string, top: Mapping): boolean {
  if (key === '_strings' || key === '_locales') return true
  const [, name] = /^_(.+)\.(?:comment|source)$/s.exec(key) ?? []
  return name !== undefined && isText(top[name])
}

const BROWSER_MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['message', 'description', 'placeholders', 'hash'],
])

/** Whether an object has a message beside what browsers know alone. */
function isBrowserMessage(mapping: Mapping): boolean {
  const keys = Object.keys(mapping)
  return isText(mapping['message']) && keys.every((key) => BROWSER_MESSAGE_KEYS.has(key))
}

/** Whether a value is a message of an extension of VS Code with a comment, which texts may stand beside. */
function isEditorMessage(value: unknown): boolean {
  if (!isMapping(value) || !isText(value['message'])) return false
  return 'comment' in value && Object.keys(value).length === 2
}

const GO_MESSAGE_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'hash', 'description', 'leftDelim', 'rightDelim'],
  ...['zero', 'one', 'two', 'few', 'many', 'other'],
])

/** Whether an object has a text for other numbers, beside what go-i18n knows alone. */
function isGoMessage(mapping: Mapping): boolean {
  return isText(mapping['other']) && Object.keys(mapping).every((key) => GO_MESSAGE_KEYS.has(key))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Whether a parsed value is an object, no list. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
