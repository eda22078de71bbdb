import { ParseError } from '../../src/errors.ts'
import { decodeXml } from '../../src/xml/encoding.ts'
import type { XmlElement } from '../../src/xml/node.ts'
import { type Entry, type ParsedFile, type ParseOptions, SEP } from '../entry.ts'
import type { Format } from '../format.ts'
import { pluralTags } from '../plural-tags.ts'
import { templateRule } from '../xml/template-rule.ts'
import { readPropertyList } from './plist.ts'

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

function parseStringsdict(bytes: Uint8Array, options: ParseOptions): ParsedFile {
  const { dict, membersOf, stringOf, fail } = readPropertyList(bytes)
  const tags = quantitiesOf(options.languageCode)
  const entries: Entry[] = []
  const add = (key: string, { offset }: XmlElement, forms: readonly string[]): void => {
    entries.push({
      context: options.isMonolingual ? key : '',
      source: options.isMonolingual ? '' : key,
      target: forms.join(SEP),
      state: forms.some((form) => form !== '') ? 'translated' : 'untranslated',
      note: '',
      explanation: '',
      flags: '',
      position: entries.length + 1,
      offset,
    })
  }
  for (const [key, value] of membersOf(dict)) {
    for (const [name, member] of membersOf(value)) {
      if (name === FORMAT_KEY) {
        add(key, member, [stringOf(member)])
        continue
      }
      const variable = membersOf(member)
      const rule = variable.get(RULE_KEY)
      if (rule !== undefined && stringOf(rule) !== PLURAL_RULE)
        fail(`expected ${PLURAL_RULE}`, rule)
      const forms = tags.map((tag) => {
        const form = variable.get(tag)
        return form === undefined ? '' : stringOf(form)
      })
      add(`${key}:${name}`, member, forms)
    }
  }
  return { entries }
}

/** Names of the forms of a language, always with `zero` first. Throws ParseError for a language whose forms have no names. */
function quantitiesOf(languageCode: string): readonly string[] {
  if (/^sgs(?![a-z])/.test(languageCode)) {
    throw new ParseError(`expected a language other than ${languageCode}`, 1, 1)
  }
  return ['zero', ...pluralTags(languageCode).filter((tag) => tag !== 'zero')]
}
