import { describe, expect, test } from 'vitest'
import type { ParsedFile } from '../../formats/entry.ts'
import type { FileVersion, Format } from '../../formats/format.ts'
import { po, poMono } from '../../formats/gettext/po.ts'
import { inVersion } from '../../src/weblate-version.ts'
import { createChoices } from '../support/choices.ts'
import { withoutPlaces } from '../support/entry.ts'

const header = (plural = 'nplurals=2; plural=(n != 1);', charset = 'UTF-8') =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=${charset}\\n"\n"Plural-Forms: ${plural}\\n"`
const BLOCKS = [
  '#: a.c:1\nmsgid "one"\nmsgstr "á"',
  '# note\n#. extracted\n#, fuzzy\n#| msgid "old"\nmsgid "two"\nmsgstr "zwei"',
  'msgctxt "c"\nmsgid "three"\nmsgid_plural "threes"\nmsgstr[0] "x"\nmsgstr[1] "y"',
  'msgid ""\n"long "\n"text"\nmsgstr ""\n"langer "\n"Text"',
  '#~ msgid "gone"\n#~ msgstr "weg"',
  '# note of what is gone\n#~ msgid "gone too"\n#~ msgstr ""\n#~ "weg"',
  'msgid "five"\nmsgstr ""\nmsgid "six"\nmsgstr "6"',
]
/** Lines whose meaning depends on those around them, even beyond blank lines. */
const LINES = [
  '',
  ' ',
  '# comment',
  '#, fuzzy',
  '#| msgid "former"',
  '#| "continued"',
  '#~ msgid "obsolete"',
  '#~ msgstr "obsolete"',
  '#~| msgid "former"',
  '"continued"',
  'msgid "line"',
  'msgid ""',
  'msgctxt "context"',
  'msgid_plural "lines"',
  'msgstr "ligne"',
  'msgstr[1] "lignes"',
  'msgstr ""',
  'msgid "\\u0000 \u0001"',
  'nothing of PO',
]

function outcome(read: () => ParsedFile): unknown {
  try {
    const { entries, plural } = read()
    return { entries: withoutPlaces(entries), plural }
  } catch (error) {
    return String(error)
  }
}

const VERSIONS = [
  ['po, 5.14', inVersion(po, '5.14'), false],
  ['po, 2026.10', inVersion(po, '2026.10'), false],
  ['po-mono', inVersion(poMono, '5.14'), true],
] as const satisfies readonly (readonly [string, Format, boolean])[]

describe.each(VERSIONS)('%s', (_name, format, isMonolingual) => {
  const options = { languageCode: 'cs', isMonolingual, withoutOffsets: true }
  const read = (text: string, before?: FileVersion) =>
    format.readVersion!(Buffer.from(text), before, options)

  test('a version reuses entries of unchanged blocks even if the header changes', () => {
    const before = [header(), ...BLOCKS].join('\n\n')
    const previous = read(before, read(before))
    const after = [header('nplurals=1; plural=0;'), BLOCKS[1]!, ...BLOCKS.slice(3), BLOCKS[0]!]
    const version = read(`${after.join('\n\n')}\n\n`, previous)
    expect(outcome(() => version)).toEqual(
      outcome(() => format.parse(Buffer.from(after.join('\n\n')), options)),
    )
    expect(version.plural?.number).toBe(1)
    expect(version.entries.filter((entry) => previous.entries.includes(entry))).toHaveLength(5)
  })

  test('the first version has the plural forms behind a blank line in its header', () => {
    const text = header().replace('"Plural-Forms', '\n"Plural-Forms')
    expect(read(text).plural).toEqual({ number: 2, formula: '(n != 1)' })
  })

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'randomly edited versions are read like new files (%i)',
    (seed) => {
      const { below, pick } = createChoices(seed)
      let lines = [header(), ...BLOCKS].join('\n\n').split('\n')
      let before: FileVersion | undefined
      for (let version = 0; version < 60; version++) {
        const text = lines.join('\n')
        const whole = outcome(() => format.parse(Buffer.from(text), options))
        const next = outcome(() => {
          before = read(text, before)
          return before
        })
        expect([text, next]).toEqual([text, whole])
        const others = pick(BLOCKS).split('\n')
        const at = below(lines.length + 1)
        const kind = below(5)
        if (kind === 0) lines.splice(at, below(3), pick(LINES))
        else if (kind === 1) lines.splice(at, 0, '', ...others, '')
        else if (kind === 2) lines.splice(at, below(4))
        else if (kind === 3) lines.splice(at, 1, pick([header(), header('', 'ISO-8859-2')]))
        // Without this, hardly any version would be valid.
        if (typeof whole === 'string' || kind === 4) {
          lines = [header(pick(['nplurals=3; plural=0;', ''])), ...BLOCKS.slice(below(4))]
            .join('\n\n')
            .split('\n')
        }
      }
    },
  )
})
