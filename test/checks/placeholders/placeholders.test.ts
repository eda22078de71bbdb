import { describe, expect, test } from 'vitest'
import { parseFlags } from '../../../src/checks/flags.ts'
import { expressionOf, findMatches } from '../../../src/checks/placeholders/expression.ts'
import { explain, measure, unitOf } from '../support.ts'

const glossary = [
  { source: 'server', target: 'server', flags: parseFlags('') },
  { source: 'server', target: 'počítač', flags: parseFlags('') },
  { source: 'bug', target: 'brouk', flags: parseFlags('forbidden') },
  { source: 'Gitglot', target: '', flags: parseFlags('read-only') },
]

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
      ['The translation has 4 characters, at most 2 fit', 'target 0: ab'],
    ],
    [
      'max-length',
      'max-length:2, replacements:%s:abc',
      'x',
      '%s',
      ['The translation has 3 characters, at most 2 fit', 'target 0: %s'],
    ],
    [
      'check_glossary',
      'check-glossary',
      'The Server',
      'nic',
      ['The translation has no `server` and `počítač` for `server`', 'source 0: Server'],
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
      ['The translation has no `Gitglot` for `Gitglot`', 'source 0: Gitglot'],
    ],
    ['prohibited_initial_character', '', '=a', 'b', ['The source starts with `=`', 'source 0: =']],
    [
      'prohibited_initial_character',
      '',
      'a',
      '\u00a0b',
      ['The translation starts with a blank', 'target 0: \u00a0'],
    ],
  ])('%s, %s: %s -> %s', (id, flags, source, target, expected) => {
    expect(explain(id, unitOf(source, target, flags, { glossary }))).toEqual(expected)
  })

  test('a form is named when there are several', () => {
    const unit = unitOf('', '', 'max-length:2', { sources: ['a', 'b'], targets: ['a', 'abc', 'd'] })
    expect(explain('max-length', unit)).toEqual([
      'Form 2 of the translation has 3 characters, at most 2 fit',
      'target 1: c',
    ])
  })
})

test('placeholders are found from left to right, the first of the values that fits', () => {
  const unit = unitOf('ab 12', 'none', 'placeholders:a:ab:r"[0-9]+"')
  expect(explain('placeholders', unit)).toEqual([
    'The translation has no `a` and `12`',
    'source 0: a',
    'source 0: 12',
  ])
})

test.each(['a++', '(?>a)', '(?(1)a|b)', '('])(
  'the expression %s, which JavaScript cannot express, lets everything pass',
  (regex) => {
    const flags = new Map([
      ['regex', [{ regex }]],
      ['placeholders', [{ regex }]],
    ])
    const unit = unitOf('a', 'b', '', { flags })
    expect(expressionOf([{ regex }])).toBe(undefined)
    expect([explain('regex', unit), explain('placeholders', unit)]).toEqual([undefined, undefined])
  },
)

describe('expressions that may take years', () => {
  test.each([
    ['^((?!bad).)*$', 1],
    ['\\w+@\\w+', 2],
    ['a{2,}b?', 1],
    ['[*+{]\\*\\u002a', 0],
    ['(?:ab)+', 1],
    ['(a+)+$', undefined],
    ['(a|a)*b', undefined],
    ['((a?)b)*', undefined],
  ])('%s repeats %s times', (regex, expected) => {
    expect(expressionOf([{ regex }])?.repetitions).toBe(expected)
  })

  test('are given up, and then not tried again', () => {
    const expression = expressionOf([{ regex: '(x+x+)+y' }])
    if (expression === undefined) throw new RangeError('expected an expression')
    const text = `${'x'.repeat(60)}!`
    expect(measure(() => findMatches(expression, text))).toBeLessThan(2000)
    expect(findMatches(expression, text)).toBe(undefined)
    expect(measure(() => findMatches(expression, text))).toBeLessThan(50)
    expect(explain('regex', unitOf('a', text, 'regex:r"(x+x+)+y"'))).toBe(undefined)
  })
})
