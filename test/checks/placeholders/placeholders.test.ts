import { describe, expect, test } from 'vitest'
import { parseFlags } from '../../../src/checks/flags.ts'
import {
  placeholdersOf,
  refusedExpressions,
  regexOf,
} from '../../../src/checks/placeholders/expression.ts'
import { checksById } from '../../../src/checks/registry.ts'
import { explain, unitOf } from '../support.ts'

const glossary = [
  { source: 'server', target: 'server', flags: parseFlags('') },
  { source: 'server', target: 'počítač', flags: parseFlags('') },
  { source: 'bug', target: 'brouk', flags: parseFlags('forbidden') },
  { source: 'Gitglot', target: '', flags: parseFlags('read-only') },
]

test.each([
  [[':n book', ':n books'], [':n kniha', ''], true],
  [['{0} no book', '[1,*] :n books'], ['[1,*] :n knih', '{0} nic'], true],
  [[':n book', ':n books'], ['kniha', 'knihy'], false],
  [['{0} :n', '[1,*] :n books'], ['{0} nic', '[1,*] knihy'], false],
  [['one :m', ':n of :m'], [':n z :m', ':n z :m'], true],
  [['one :m', ':n of :m'], [':o z :m', ':n z :m'], false],
])('of %j the translations %j lack nothing that should be there: %j', (sources, targets, is) => {
  const unit = unitOf('', '', 'placeholders:r":\\w"', { sources, targets })
  const check = checksById.get('placeholders')
  expect([check?.fails(unit), check?.isHarmless?.(unit)]).toEqual([true, is])
})

test.each([
  ['placeholders::name', 'a name', 'b', true],
  ['placeholders::name', 'a name', 'name b', false],
  ['placeholders:"":r"\\d+", case-insensitive', '1', '2', true],
  ['placeholders:', 'a name', 'b', false],
])('%s of %j in %j fails: %j', (flags, source, target, fails) => {
  expect(checksById.get('placeholders')?.fails(unitOf(source, target, flags))).toBe(fails)
})

describe('explanations', () => {
  test.each([
    [
      'placeholders',
      'placeholders:$A$:r"%\\w+%"',
      'x $A$ %b%',
      '%c% y $A$',
      [
        'The translation has no `%b%`; `%c%` is not in the source',
        'source 0: %b%',
        'target 0: %c%',
      ],
    ],
    [
      'placeholders',
      'placeholders:STRASSE, case-insensitive',
      'STRASSE',
      'nic',
      ['The translation has no `STRASSE`', 'source 0: STRASSE'],
    ],
    [
      'regex',
      'regex:r"^\\d+$"',
      'x',
      'pět',
      ['The translation does not match `^\\d+$`', 'target 0: pět'],
    ],
    [
      'max-length',
      'max-length:2',
      'x',
      '😀😀ab',
      ['The translation has 4 characters; the limit is 2', 'target 0: ab'],
    ],
    [
      'max-length',
      'max-length:2, replacements:%s:abc',
      'x',
      '%s',
      ['The translation has 3 characters; the limit is 2', 'target 0: %s'],
    ],
    [
      'check_glossary',
      'check-glossary',
      'The Server',
      'nic',
      ['The translation does not use `server` or `počítač` for `server`', 'source 0: Server'],
    ],
    [
      'check_glossary',
      'check-glossary',
      'a bug',
      'ten Brouk',
      ['The translation uses the forbidden term `brouk`', 'target 0: Brouk'],
    ],
    [
      'check_glossary',
      'check-glossary',
      'On Gitglot',
      'nic',
      ['The translation does not use `Gitglot` for `Gitglot`', 'source 0: Gitglot'],
    ],
    ['prohibited_initial_character', '', '=a', 'b', ['The source starts with `=`', 'source 0: =']],
    [
      'prohibited_initial_character',
      '',
      'a',
      '\u00a0b',
      ['The translation starts with white space', 'target 0: \u00a0'],
    ],
  ])('%s, %s: %s -> %s', (id, flags, source, target, expected) => {
    expect(explain(id, unitOf(source, target, flags, { glossary }))).toEqual(expected)
  })

  test('explanations name the form of a plural', () => {
    const unit = unitOf('', '', 'max-length:2', { sources: ['a', 'b'], targets: ['a', 'abc', 'd'] })
    expect(explain('max-length', unit)).toEqual([
      'Form 2 of the translation has 3 characters; the limit is 2',
      'target 1: c',
    ])
  })
})

test('placeholders are matched from left to right, with the first value that fits', () => {
  const unit = unitOf('ab 12', 'none', 'placeholders:a:ab:r"[0-9]+"')
  expect(explain('placeholders', unit)).toEqual([
    'The translation has no `a` and `12`',
    'source 0: a',
    'source 0: 12',
  ])
})

test.each(['a++', '(?>a)', '(?(1)a|b)', '(', '\\b(a+)+b', '(a+)+(?=b)'])(
  'the unsupported expression %s passes every text and is reported',
  (regex) => {
    const flags = new Map([
      ['regex', [{ regex }]],
      ['placeholders', [{ regex }]],
    ])
    const unit = unitOf('a', 'b', '', { flags })
    expect([regexOf(flags), placeholdersOf(flags)]).toEqual([undefined, undefined])
    expect([explain('regex', unit), explain('placeholders', unit)]).toEqual([undefined, undefined])
    expect(refusedExpressions(flags)).toEqual([
      expect.stringMatching(/^the regular expression \S+ of the flag regex ./),
      expect.stringMatching(/^the regular expression \S+ of the flag placeholders ./),
    ])
  },
)

test('a value of the regex flag without r"" is read as an expression, and reported if invalid', () => {
  expect(refusedExpressions(new Map([['regex', ['[']]]))).toEqual([
    expect.stringMatching(/^the regular expression \[ of the flag regex ./),
  ])
  expect(refusedExpressions(new Map([['placeholders', ['[']]]))).toEqual([])
})

test('an expression with exponential backtracking is matched in time', () => {
  const text = `${'x'.repeat(20_000)}!`
  expect(explain('regex', unitOf('a', text, 'regex:r"^(x+x+)+y"'))).toEqual([
    'The translation does not match `^(x+x+)+y`',
    `target 0: ${text}`,
  ])
  expect(explain('regex', unitOf('a', text, 'regex:r"^(x+x+)+!"'))).toBe(undefined)
})

test('a very long placeholder is matched as text', () => {
  const name = 'a'.repeat(20_000)
  const flags = `placeholders:${name}`
  expect(explain('placeholders', unitOf(name, name, flags))).toBe(undefined)
  expect(explain('placeholders', unitOf(name, 'b', flags))?.slice(1)).toEqual([`source 0: ${name}`])
})

test('many placeholders are matched as texts', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `p${i}xxxxxxxxxx`)
  const unit = unitOf('p1xxxxxxxxxx p19999xxxxxxxxxx', '', `placeholders:${names.join(':')}`)
  expect(explain('placeholders', unit)?.slice(1)).toEqual([
    'source 0: p1xxxxxxxxxx',
    'source 0: p19999xxxxxxxxxx',
  ])
  expect(refusedExpressions(unit.flags)).toEqual([])
})

test('a term between letters is not a word, also beside surrogate pairs', () => {
  const glossary = [{ source: 'a', target: '\u{1d400}', flags: parseFlags('') }]
  const check = (target: string) =>
    explain('check_glossary', unitOf('a', target, 'check-glossary', { glossary })) === undefined
  expect(
    ['\u{1d400}', 'x\u{1d400}', '\u{1d400}\u{1d400} \u{1d400}.', '-\u{1d400}\u{1d400}'].map(check),
  ).toEqual([true, false, true, false])
})

test('a case-insensitive list too long for an expression is reported', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `p${i}`)
  const unit = unitOf('p1', '', `case-insensitive, placeholders:${names.join(':')}`)
  expect(explain('placeholders', unit)).toBe(undefined)
  expect(refusedExpressions(unit.flags)).toEqual(['the list of the flag placeholders is too long'])
})

test('replacements and read-only terms may be long and many', () => {
  const names = Array.from({ length: 3000 }, (_, i) => `{name${i}}`)
  const flags = `max-length:3, replacements:${names.map((name) => `${name}:x`).join(':')}`
  expect(explain('max-length', unitOf('a', '{name1}{name2999}', flags))).toBe(undefined)
  const source = 'Teapots '.repeat(10_000)
  const term = { source, target: source, flags: parseFlags('read-only') }
  const unit = unitOf(source, source, 'check-glossary', { glossary: [term] })
  expect([explain('same', unit)?.[0], explain('check_glossary', unit)]).toEqual([
    'The translation is the same as the source',
    undefined,
  ])
})
