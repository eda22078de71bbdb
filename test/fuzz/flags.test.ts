import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CheckedUnit } from '../../src/checks/check.ts'
import { FlagError, formatFlags, mergeFlags, parseFlags } from '../../src/checks/flags.ts'
import { refusedExpressions } from '../../src/checks/placeholders/expression.ts'
import { checks } from '../../src/checks/registry.ts'
import { judge } from '../../src/checks/run.ts'
import { languageForCode } from '../../src/languages/language.ts'
import { createChoices } from '../support/choices.ts'
import { fuzz, roundsOf } from './mutate.ts'

const cases: { readonly parse: readonly { readonly text: string }[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/flags-cases.json'), 'utf8'),
)
const seeds = [
  'placeholders:r"(a+)+\\b":"x y":\'z\', regex:"^[a-z", max-length:10',
  'discard:placeholders, xml-text, replacements:"{n}":"":a:b, variant:"x"',
  'placeholders:r"\\p{L}(?P<n>[[:alpha:]])":r"(?i)x{1,9999}"',
  'case-insensitive, placeholders:"$A$":"$B$", icu-flags:xml, priority:9999999999999999999',
]
const tokens = [
  ...[':', ',', '"', "'", '\\', 'r"', 'regex:', 'placeholders:', 'discard:', '(?:', '(?=', ')*'],
  ...[
    '(a|a)*',
    '{1,1000}',
    '[^',
    ']',
    '\\b',
    '(?P<a>',
    '(?P=a)',
    '\\u',
    '\u{1f600}',
    '\ud800',
    '$',
  ],
  ...['.*', '.*.*.*.*x', '(?i)', '|', '\n', '\u00a0', 'max-length:0', 'md-text', '#', '-'],
]

test('damaged flags are read or fail with FlagError, and what was read can be written and read again', () => {
  const texts = cases.parse.map(({ text }) => text)
  fuzz({
    rounds: 4000,
    seeds: [...seeds, ...texts].map((text) => Buffer.from(text)),
    tokens,
    expected: FlagError,
    run(bytes) {
      const text = bytes.toString()
      expect(mergeFlags(text)).toBeInstanceOf(Map)
      const flags = parseFlags(text)
      refusedExpressions(flags)
      const canonical = formatFlags(flags)
      expect(formatFlags(mergeFlags(canonical)).length).toBeLessThanOrEqual(canonical.length * 2)
    },
  })
})

/** Pieces that checks look for, combined into texts. */
const fragments = [
  ...['Hello', ' ', 'world', '.', '...', '\u2026', '!', '?', ':', ';', '\n', '\\n', '\t', '  '],
  ...['%s', '%1$s', '%(name)s', '%d%%', '{0}', '{name}', '{{n}}', '{a, plural, one{#} other{', '}'],
  ...[
    '<b>',
    '</b>',
    '<a href="x">',
    '<br/>',
    '<',
    '>',
    '&amp;',
    '&#x41;',
    '&',
    '<!--',
    '<![CDATA[',
  ],
  ...['[a](http://b.c)', '**', '__', '`', '[b]', '[/b]', 'http://x.y/z', 'a@b.cz', '@:key', '$t('],
  ...[
    '\u200b',
    '\u0640',
    '\u1361',
    '\u060c',
    '\ud83d\ude00',
    '\u202e',
    '\u00a0',
    '\u1031',
    '\u0e01',
  ],
  ...['the the', '(s)', '\\', "'", '"', '\u201e', '#', '1', ',', '%', '{', '[', '\u0000', '\ud800'],
]

test('checks never throw on random texts of such pieces, and every highlight lies within the texts', () => {
  const names = checks.flatMap(({ enabledBy }) => enabledBy ?? [])
  const values: Readonly<Record<string, string>> = {
    placeholders: 'placeholders:"{name}":r"%\\w+"',
    regex: 'regex:r"^\\w+$"',
    'max-length': 'max-length:5',
    replacements: 'replacements:"{name}":x',
  }
  for (let round = 0; round < roundsOf(1000); round++) {
    const { below, pick } = createChoices(round * 104_729)
    const text = (): string => Array.from({ length: below(12) }, () => pick(fragments)).join('')
    const forms = below(4) === 0 ? 3 : 1
    const some = Array.from({ length: below(6) }, () => pick(names))
    const unit: CheckedUnit = {
      weblate: '2026.10',
      sources: Array.from({ length: Math.min(forms, 2) }, text),
      targets: Array.from({ length: forms }, text),
      sourceLanguage: languageForCode('en'),
      language: languageForCode(
        pick(['cs', 'ar', 'fr', 'ja', 'my', 'kab', 'el', 'hy', 'th', 'de']),
      ),
      flags: parseFlags(some.map((name) => values[name] ?? name).join(', ')),
      context: text(),
      note: text(),
      projectName: 'Project',
      componentName: 'Component',
      glossary: [{ source: pick(fragments), target: pick(fragments), flags: parseFlags('') }],
    }
    try {
      for (const isSource of [true, false]) {
        judge({ ...unit, state: 20, isSource, isGlossary: false }).weblate
      }
      for (const check of checks) {
        if (!check.fails(unit)) continue
        const { explanation, spans } = check.explain(unit)
        const wrong = spans.find(({ side, form, start, end }) => {
          const length = (side === 'source' ? unit.sources : unit.targets)[form]?.length ?? -1
          return start < 0 || end > length || start > end
        })
        if (explanation === '' || wrong !== undefined) throw new Error(`${check.id}: a wrong span`)
      }
    } catch (cause) {
      throw new Error(`round ${round}: ${JSON.stringify({ ...unit, flags: some })}`, { cause })
    }
  }
})
