import { LineCounter } from 'yaml'
import { tbx } from '../../formats/xml/tbx.ts'
import { redact, withoutCredentials } from '../../src/address.ts'
import { removeDomains } from '../../src/checks/wording/domains.ts'
import { checkRepoweb } from '../../src/config/field-checks.ts'
import { parseYaml } from '../../src/config/yaml.ts'
import { QueryError } from '../../src/errors.ts'
import { findLanguage } from '../../src/languages/language.ts'
import { parseCoAuthors } from '../../src/people/identity.ts'
import { parseMailmap } from '../../src/people/mailmap.ts'
import { parsePattern } from '../../src/regexp/pattern.ts'
import { parseQuery } from '../../src/search/parse.ts'
import type { LinearCase } from './growth.ts'

/** A start, repetitions, and an end that makes careless regular expressions backtrack. */
type Reader = readonly [
  name: string,
  read: (text: string) => unknown,
  text: readonly [start: string, part: string, end: string],
]

const readers: readonly Reader[] = [
  [
    'the authors of a commit',
    (text) => parseCoAuthors(`a\n${text.repeat(4)}`),
    ['', '\rco-authored-by:', ''],
  ],
  ['a message with many schemes', (text) => redact(text, []), ['', 'a+', '']],
  ['an address in addresses', withoutCredentials, ['a', '://', '']],
  ['an address with many colons', withoutCredentials, ['', ':', '']],
  ['a long word', removeDomains, ['', '0', ' .']],
  ['the code of a language', findLanguage, ['a', '.', 'a']],
  ['a repetition in an expression', parsePattern, ['a{', '0', '']],
  ['the address of a file', checkRepoweb, ['https://a/', '{{', '']],
  ['a mailmap', parseMailmap, [' ', '<', '']],
  ['a line of co-authors', parseCoAuthors, ['x\nCo-authored-by:', ' ', '']],
  ...['(', ')', 'NOT ', 'AND OR ', '"\\', `"'`, 'a:[1 to '].map(
    (part): Reader => [`a query of ${JSON.stringify(part)}`, readQuery, ['a:[', part, ' to ']],
  ),
  [
    'a term base',
    (text) => tbx.readVersion?.(Buffer.from(text), undefined, TBX),
    ['<?xml version="1.0"?>', ' ', '<!----><martif><text><body/></text></martif>'],
  ],
]

function readQuery(text: string): unknown {
  try {
    return parseQuery(text)
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    return undefined
  }
}

const TBX = { languageCode: 'de', isMonolingual: false }

/** Configurations with many distinct parts. */
const configurations: Readonly<Record<string, (count: number) => string>> = {
  anchors: (count) => `a: [${numbered(count / 13, (index) => `&a${index} x, *a${index}, `)}x]`,
  keys: (count) => numbered(count / 10, (index) => `k${index}: v\n`),
}

function numbered(count: number, part: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => part(index)).join('')
}

/** Parsers of single foreign texts. */
export const textCases: readonly LinearCase[] = [
  ...readers.map(([what, read, [start, part, end]]) => ({
    what,
    prepare: (length: number) => {
      const text = start + part.repeat(length / part.length) + end
      return () => read(text)
    },
  })),
  ...Object.entries(configurations).map(([what, write]) => ({
    what: `a configuration of many ${what}`,
    prepare: (length: number) => {
      const text = write(length)
      return () => parseYaml(text, new LineCounter(), () => {})
    },
  })),
]
