import { ParseError } from '../../src/errors.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import type { XmlElement } from '../../src/xml/node.ts'
import type { Fail } from '../../src/xml/parse.ts'
import { foreignAmong } from '../discovery.ts'
import { type Entry, type ParsedFile, type ParseOptions, SEP, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { formForMillions, missingTags, pluralTags } from '../plural-tags.ts'
import { templateRule } from '../template-discovery.ts'
import { membersOf, readPropertyList, stringOf } from './plist.ts'

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
  const { members, fail } = readPropertyList(bytes, onFault)
  const entries: Entry[] = []
  for (const [key, value] of members) {
    for (const [name, member] of membersOf(value, fail)) {
      const isFormat = name === FORMAT_KEY
      const forms = isFormat ? [stringOf(member, fail)] : readForms(member, tags, fail)
      if (isFormat && isLeftOut(forms[0] ?? '')) continue
      const entryKey = isFormat ? key : `${key}:${name}`
      const [context, source] = isMonolingual ? [entryKey, ''] : ['', entryKey]
      entries.push({
        ...textEntry(context, forms.join(SEP), entries.length + 1, member.offset),
        source,
        state: forms.some(Boolean) ? 'translated' : 'untranslated',
        ...(!isFormat && { missingForms: missingTags(tags, (_, index) => forms[index]) }),
      })
    }
  }
  return { entries }
}

function readForms(variable: XmlElement, tags: readonly string[], fail: Fail): readonly string[] {
  const members = membersOf(variable, fail)
  const rule = members.get(RULE_KEY)
  if (rule !== undefined && stringOf(rule, fail) !== PLURAL_RULE)
    fail(`expected ${PLURAL_RULE}`, rule)
  return tags.map((tag) => {
    const form = members.get(tag)
    return form === undefined ? '' : stringOf(form, fail)
  })
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
