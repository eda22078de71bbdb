import { describe, expect, test } from 'vitest'
import { aresource } from '../../../formats/xml/aresource.ts'

/** The faults reported for a file, with the names of its texts. */
function faultsIn(xml: string): string[] {
  const faults: string[] = []
  const file = `<resources xmlns:x="urn:oasis:names:tc:xliff:document:1.2">${xml}</resources>`
  aresource.parse(Buffer.from(file), {
    languageCode: 'fr',
    isMonolingual: true,
    onFault: ({ context, message }) => faults.push(`${context}: ${message}`),
  })
  return faults
}

// The same verdicts as of aapt2 2.19.
const apostrophe = "a: Android refuses an apostrophe without a backslash before it (\\')"
const unordered =
  'a: Android refuses several substitutions without positions (%1$s), unless the string has formatted="false"'
const wrongEscape = (text: string) =>
  `a: Android refuses the escape "${text}": four hexadecimal digits must follow \\u`
const string = (text: string, attributes = '') => `<string name="a"${attributes}>${text}</string>`

const refused: readonly [xml: string, fault: string][] = [
  [string("C'est"), apostrophe],
  [string('C&#39;est'), apostrophe],
  [string('C&apos;est'), apostrophe],
  [string(`"C" l'a`), apostrophe],
  [string(`\\"C'est\\"`), apostrophe],
  [string("a\\\\'b"), apostrophe],
  [string("<![CDATA[C'est]]>"), apostrophe],
  [string("<b>C'est</b>"), apostrophe],
  [string(`"a <b>C'est</b>"`), apostrophe],
  [string(`"x <b>y</b> it's"`), apostrophe],
  [string("<x:g id='x'>it's</x:g>"), apostrophe],
  [string("&lt;a href='x'>"), apostrophe],
  [string("l'un", ' translatable="false"'), apostrophe],
  [`<plurals name="a"><item quantity="one">l'un</item></plurals>`, apostrophe],
  [`<string-array name="a"><item>l'un</item></string-array>`, apostrophe],
  [`<array name="a"><item>l'un</item></array>`, apostrophe],
  [`<item name="a" type="string">l'un</item>`, apostrophe],
  [string('L\\u00g1heure'), wrongEscape('\\u00g1')],
  [string('\\u12 x'), wrongEscape('\\u12 x')],
  [string('\\u{41}'), wrongEscape('\\u{41}')],
  [string('%s and %s'), unordered],
  [string('%1$s and %s'), unordered],
  [string('%1$d % chance'), unordered],
  [string('50% of 20% of'), unordered],
  [string('<x:g>%s</x:g> <x:g>%s</x:g>'), unordered],
  [string('<![CDATA[%s %d]]>'), unordered],
  [string('%s \\u0025s'), unordered],
  [string('%1s %2s'), unordered],
  [string('%,d of %-5d', ' formatted="true"'), unordered],
  [
    '<plurals name="a"><item quantity="uno">x</item></plurals>',
    'a: Android has no quantity "uno", only zero, one, two, few, many and other',
  ],
  [
    '<plurals name="a"><item quantity="one">x</item><item quantity="one">y</item></plurals>',
    'a: Android refuses a second item of the quantity one',
  ],
]

const accepted: readonly string[] = [
  string("C\\'est"),
  string('C\\&#39;est'),
  string(`"C'est"`),
  string(`"C'est`),
  string("a\\\\\\'b"),
  string(`<![CDATA["C'est"]]>`),
  string(`"a <x:g id='x'>it's</x:g> b"`),
  string(`"a <!-- c --> it's b"`),
  string("a <!-- it's --> b"),
  string(`<a href="it's">b</a>`),
  string("a&#34;it's&#34;"),
  string('it’s'),
  string('\\u12'),
  string('\\u00E9l\\u00e8ve'),
  string('\\q a\\'),
  string('%s and %s', ' formatted="false"'),
  string('%s and %s', ' translatable="False"'),
  string('%1$s and %2$d'),
  string('%1$s %2$s %'),
  string('%s and %%, %n'),
  string('50% and 20%'),
  string('%s <b>%s</b>'),
  string('%H:%M'),
  '<plurals name="a"><item quantity="one">%s %s</item></plurals>',
  '<string-array name="a"><item>%s %s</item></string-array>',
  "<skip>it's</skip>",
]

describe('an Android file with', () => {
  test.each(refused)('%j is refused', (xml, fault) => {
    expect(faultsIn(xml)).toEqual([fault])
  })

  test.each(accepted)('%j is accepted', (xml) => {
    expect(faultsIn(xml)).toEqual([])
  })
})
