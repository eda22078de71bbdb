import { ParseError } from '../../src/errors.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import type { XmlElement } from '../../src/xml/node.ts'
import { foreignAmong } from '../discovery.ts'
import {
  type DraftEntry,
  type Entry,
  type ParsedFile,
  type ParseOptions,
  SEP,
  textEntry,
} from '../entry.ts'
import type { Format } from '../format.ts'
import { formForMillions, missingTags, pluralTags } from '../plural-tags.ts'
import { templateRule } from '../template-discovery.ts'
import { type PlistValues, readPropertyList, WrongValueError } from './plist.ts'

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
  optionalForms: (code) => [
    ...(pluralTags(code).includes('zero') ? [] : ['zero']),
    ...formForMillions(code),
  ],
  decode: decodeXml,
  discovery: templateRule({
    files: /\.stringsdict$/,
    isOwn: (_, paths, contents) => foreignAmong(paths, contents, /<plist[\s/>]/) === undefined,
  }),
  parse: (bytes, options) => parseStringsdict(bytes, options, () => false),
  as2026: {
    checkFlags: 'objc-format',
    parse: (bytes, options) => parseStringsdict(bytes, options, (format) => VARIABLE.test(format)),
  },
}

/** A format that is only a variable, so there is nothing to translate in it. */
const VARIABLE = /^%#@[^@]*@$/

const FORMAT_KEY = 'NSStringLocalizedFormatKey'
const RULE_KEY = 'NSStringFormatSpecTypeKey'
const PLURAL_RULE = 'NSStringPluralRuleType'

function parseStringsdict(
  bytes: Uint8Array,
  { languageCode, isMonolingual, onFault }: ParseOptions,
  isLeftOut: (format: string) => boolean,
): ParsedFile {
  const tags = quantitiesOf(languageCode)
  const draftsByKey = new Map<string, readonly DraftEntry[] | WrongValueError>()
  readPropertyList(bytes, onFault, (key, value, values) => {
    draftsByKey.set(
      key,
      attempt(() => readMembers(key, value, { tags, isMonolingual, isLeftOut, values })),
    )
  })
  const entries: Entry[] = []
  for (const drafts of draftsByKey.values()) {
    if (drafts instanceof WrongValueError) throw drafts.toParseError()
    for (const draft of drafts) draft.position = entries.push(draft)
  }
  return { entries }
}

/** A wrong value is an error only if no later value of its key replaces it. */
function attempt<T>(read: () => T): T | WrongValueError {
  try {
    return read()
  } catch (error) {
    if (error instanceof WrongValueError) return error
    throw error
  }
}

interface Reading {
  readonly tags: readonly string[]
  readonly isMonolingual: boolean
  readonly isLeftOut: (format: string) => boolean
  readonly values: PlistValues
}

/**
 * Returns the format of a key and its variables, without positions, since a later key may replace them. Of repeated
 * names the last value counts, at the first position.
 */
function readMembers(key: string, value: XmlElement, reading: Reading): DraftEntry[] {
  const { isMonolingual, isLeftOut, values } = reading
  const members = new Map<string, XmlElement>()
  values.eachMember(value, (name, member) => members.set(name, member))
  const drafts: DraftEntry[] = []
  for (const [name, member] of members) {
    const isFormat = name === FORMAT_KEY
    const forms = isFormat ? [values.stringOf(member)] : readForms(member, reading)
    if (isFormat && isLeftOut(forms[0] ?? '')) continue
    const entryKey = isFormat ? key : `${key}:${name}`
    drafts.push({
      ...textEntry(isMonolingual ? entryKey : '', forms.join(SEP), 0, member.offset),
      source: isMonolingual ? '' : entryKey,
      state: forms.some(Boolean) ? 'translated' : 'untranslated',
      ...(!isFormat && { missingForms: missingTags(reading.tags, (_, index) => forms[index]) }),
    })
  }
  return drafts
}

/** Returns the forms of a variable; the last of repeated ones. */
function readForms(
  variable: XmlElement,
  { tags, values: { eachMember, stringOf, fail } }: Reading,
): readonly string[] {
  const forms: (XmlElement | undefined)[] = tags.map(() => undefined)
  let rule: XmlElement | undefined
  eachMember(variable, (name, member) => {
    const index = tags.indexOf(name)
    if (index >= 0) forms[index] = member
    else if (name === RULE_KEY) rule = member
  })
  if (rule !== undefined && stringOf(rule) !== PLURAL_RULE) fail(`expected ${PLURAL_RULE}`, rule)
  return forms.map((form) => (form === undefined ? '' : stringOf(form)))
}

/**
 * Returns the names of a language's forms, always with `zero` first. Throws ParseError for a language whose forms have
 * no names.
 */
function quantitiesOf(languageCode: string): readonly string[] {
  if (/^sgs(?![a-z])/.test(languageCode)) {
    const message = `expected a language whose plural forms have names, found ${languageCode}`
    throw new ParseError(message, 1, 1)
  }
  return ['zero', ...pluralTags(languageCode).filter((tag) => tag !== 'zero')]
}
