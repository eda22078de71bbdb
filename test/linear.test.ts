import { test } from 'vitest'
import { tbx } from '../formats/xml/tbx.ts'
import { redact, withoutCredentials } from '../src/address.ts'
import { removeDomains } from '../src/checks/wording/domains.ts'
import { checkRepoweb } from '../src/config/checks.ts'
import { findLanguage } from '../src/languages/language.ts'
import { parseCoAuthors } from '../src/people/co-authors.ts'
import { parsePattern } from '../src/regexp/pattern.ts'
import { expectLinear } from './support/linear.ts'

/** Each reads what strangers write: a start, something again and again, and an end that makes careless expressions try again. */
const readers: readonly [
  name: string,
  read: (text: string) => unknown,
  text: [start: string, part: string, end: string],
][] = [
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
  [
    'a term base',
    (text) => tbx.readVersion?.(Buffer.from(text), undefined, TBX),
    ['<?xml version="1.0"?>', ' ', '<!----><martif><text><body/></text></martif>'],
  ],
]

const TBX = { languageCode: 'de', isMonolingual: false }

test.each(readers)('%s is read in time linear in the length', (_name, read, [start, part, end]) => {
  expectLinear((length) => {
    const text = start + part.repeat(length / part.length) + end
    return () => void read(text)
  })
})
