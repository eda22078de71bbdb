/** What a JSON file looks like, as far as the choice of a format depends on it. */
export interface JsonShape {
  /** Whether the top is a mapping whose values are texts alone. */
  readonly isFlat: boolean
  /** Numbers of texts and of all values that are neither list nor mapping; null counts for neither. */
  readonly texts: number
  readonly scalars: number
  /** Whether most keys at the top are sentences: source texts of a bilingual file. */
  readonly hasSentenceKeys: boolean
  /** What another program would take the file for; undefined: nothing special. */
  readonly dialect: JsonDialect | undefined
}

/** Programs whose JSON files can be told by their shape. */
type JsonDialect =
  | 'i18next'
  | 'webextension'
  | 'formatjs'
  | 'go-i18n'
  | 'gotext'
  | 'resjson'
  | 'nextcloud'

/** Those whose files gitglot serves, as plain or nested JSON. */
export const readableDialects: ReadonlySet<JsonDialect> = new Set([
  'i18next',
  'webextension',
  'formatjs',
])

type Mapping = Readonly<Record<string, unknown>>

/** The shape of a parsed file; undefined for undefined. Dialects are told apart as in discovery.md, section 1. */
export function shapeOf(value: unknown): JsonShape | undefined {
  if (value === undefined) return undefined
  const top = isMapping(value) ? value : {}
  const keys = Object.keys(top)
  const { texts, scalars, isI18next } = count(value)
  const sentences = keys.filter((key) => /\S\s+\S/.test(key)).length
  const dialect = dialectOf(value, top) ?? (isI18next ? 'i18next' : undefined)
  return {
    isFlat: isMapping(value) && Object.values(top).every((one) => typeof one === 'string'),
    texts,
    scalars,
    hasSentenceKeys: keys.length > 0 && sentences * 2 >= keys.length,
    dialect,
  }
}

/** Visits all values, without recursion: files may be nested deeply. */
function count(value: unknown): Pick<JsonShape, 'texts' | 'scalars'> & {
  isI18next: boolean
} {
  const rest: [key: string, value: unknown][] = [['', value]]
  let texts = 0
  let scalars = 0
  let isI18next = false
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [key, one] = next
    if (typeof one === 'object' && one !== null) {
      for (const pair of Object.entries(one)) rest.push(pair)
      continue
    }
    if (one !== null) scalars += 1
    if (typeof one !== 'string') continue
    texts += 1
    isI18next ||= /_(?:one|many|other|plural)$/.test(key)
  }
  return { texts, scalars, isI18next }
}

function dialectOf(value: unknown, top: Mapping): JsonDialect | undefined {
  if (Array.isArray(value)) {
    return isMapping(value[0]) && 'id' in value[0] ? 'go-i18n' : undefined
  }
  if ('lang' in top && 'messages' in top) return 'gotext'
  const levels = [top, ...Object.values(top).filter(isMapping)]
  const isHashed = (one: Mapping) =>
    'hash' in one && ('message' in one || 'one' in one || 'other' in one)
  if (levels.some(isHashed)) return 'go-i18n'
  const { translations } = top
  if (Array.isArray(translations) && isMapping(translations[0]) && 'key' in translations[0]) {
    return 'nextcloud'
  }
  if ('_strings' in top || '_locales' in top) return 'resjson'
  const described = levels.slice(1).filter((one) => typeof one['description'] === 'string')
  if (described.some((one) => typeof one['message'] === 'string')) return 'webextension'
  if (described.some((one) => typeof one['defaultMessage'] === 'string')) return 'formatjs'
  return undefined
}

/** Whether a parsed value is an object, no list. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
