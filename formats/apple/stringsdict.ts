import { ParseError } from '../../src/errors.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import type { XmlElement } from '../../src/xml/node.ts'
import { type Entry, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { pluralTags } from '../plural-tags.ts'
import { templateRule } from '../xml/template-rule.ts'
import { type PlistValues, readPropertyList } from './plist.ts'

/**
 * Apple's plural rules (https://developer.apple.com/documentation/xcode/localizing-strings-that-contain-plurals): for each
 * key its format, and a plural for each variable of it.
 */
export const stringsdict: Format = {
  id: 'stringsdict',
  name: 'Stringsdict file',
  extension: 'stringsdict',
  mediaType: 'application/xml',
  template: 'both',
  hasZeroForm: true,
  checkFlags: '',
  decode: decodeXml,
  discovery: templateRule(/\.stringsdict$/, /<plist[\s>]/),
  parse: parseStringsdict,
}

const FORMAT_KEY = 'NSStringLocalizedFormatKey'
const RULE_KEY = 'NSStringFormatSpecTypeKey'
const PLURAL_RULE = 'NSStringPluralRuleType'

interface Plural {
  readonly key: string
  readonly forms: readonly string[]
  readonly offset: number
}

function parseStringsdict(
  bytes: Uint8Array,
  { languageCode, isMonolingual }: ParseOptions,
): ParsedFile {
  const tags = quantitiesOf(languageCode)
  const found = new Map<string, readonly Plural[] | ParseError>()
  readPropertyList(bytes, (key, value, values) => {
    found.set(
      key,
      attempt(() => pluralsOf(key, value, tags, values)),
    )
  })
  const plurals = [...found.values()].flatMap((some) => {
    if (some instanceof ParseError) throw some
    return some
  })
  const entries: Entry[] = []
  for (const { key, forms, offset } of plurals) {
    entries.push({
      context: isMonolingual ? key : '',
      source: isMonolingual ? '' : key,
      target: forms.join(SEP),
      state: forms.some((form) => form !== '') ? 'translated' : 'untranslated',
      note: '',
      explanation: '',
      flags: '',
      position: entries.length + 1,
      offset,
    })
  }
  return { entries }
}

/** The error of a wrong value counts only if no later value of its key replaces it. */
function attempt<T>(read: () => T): T | ParseError {
  try {
    return read()
  } catch (error) {
    if (error instanceof ParseError) return error
    throw error
  }
}

/** The format of a key and the variables in it. */
function pluralsOf(
  key: string,
  value: XmlElement,
  tags: readonly string[],
  { membersOf, stringOf, fail }: PlistValues,
): Plural[] {
  return Array.from(membersOf(value), ([name, member]) => {
    const { offset } = member
    if (name === FORMAT_KEY) return { key, forms: [stringOf(member)], offset }
    const variable = membersOf(member)
    const rule = variable.get(RULE_KEY)
    if (rule !== undefined && stringOf(rule) !== PLURAL_RULE) fail(`expected ${PLURAL_RULE}`, rule)
    const forms = tags.map((tag) => {
      const form = variable.get(tag)
      return form === undefined ? '' : stringOf(form)
    })
    return { key: `${key}:${name}`, forms, offset }
  })
}

/** Names of the forms of a language, always with `zero` first. Throws ParseError for a language whose forms have no names. */
function quantitiesOf(languageCode: string): readonly string[] {
  if (/^sgs(?![a-z])/.test(languageCode)) {
    throw new ParseError(`expected a language other than ${languageCode}`, 1, 1)
  }
  return ['zero', ...pluralTags(languageCode).filter((tag) => tag !== 'zero')]
}
