import { describe, expect, test } from 'vitest'
import type { CheckedUnit } from '../../../src/checks/check.ts'
import { parseFlags } from '../../../src/checks/flags.ts'
import { icuChecks } from '../../../src/checks/icu/icu.ts'
import { type IcuOptions, IcuSyntaxError, parseIcu } from '../../../src/checks/icu/parser.ts'
import { languageForCode } from '../../../src/languages/language.ts'

const plain: IcuOptions = { tags: 'off', tagPrefix: '' }
const tagged: IcuOptions = { tags: 'loose', tagPrefix: '' }

function unitOf(source: string, target: string, flags = ''): CheckedUnit {
  return {
    weblate: '2026.10',
    sources: [source],
    targets: [target],
    flags: parseFlags(flags),
    sourceLanguage: languageForCode('en'),
    language: languageForCode('cs'),
    context: '',
    note: '',
    projectName: '',
    componentName: '',
  }
}

function explain(id: string, unit: CheckedUnit) {
  const check = icuChecks.find((each) => each.id === id)
  return check?.fails(unit) ? check.explain(unit) : undefined
}

function faultOf(text: string, options: IcuOptions = plain): string | undefined {
  try {
    parseIcu(text, options)
    return undefined
  } catch (error) {
    if (!(error instanceof IcuSyntaxError)) throw error
    return `${error.position}: ${error.message}`
  }
}

test('a message has its arguments, each with nested ones', () => {
  expect(parseIcu("{n, plural, one {'#' #} other {<b>{a}</b>}}", tagged)).toEqual([
    {
      name: 'n',
      kind: 'placeholder',
      type: 'plural',
      options: new Map([
        ['one', [hash('n', 21)]],
        [
          'other',
          [
            {
              name: 'b',
              kind: 'tag',
              type: undefined,
              options: new Map(),
              content: [
                {
                  name: 'a',
                  kind: 'placeholder',
                  type: undefined,
                  options: new Map(),
                  content: [],
                  isEmpty: false,
                  start: 34,
                  end: 37,
                },
              ],
              isEmpty: false,
              start: 31,
              end: 41,
            },
          ],
        ],
      ]),
      content: [],
      isEmpty: false,
      start: 0,
      end: 43,
    },
  ])
})

function hash(name: string, start: number) {
  const options = new Map()
  const end = start + 1
  return { name, kind: 'hash', type: 'number', options, content: [], isEmpty: false, start, end }
}

test.each([
  ['a }', plain, '2: found `}` without `{`'],
  ['{}', plain, '1: expected the name of an argument, found `}`'],
  ['{a', plain, '2: expected `,` or `}`, found the end'],
  ['{a 😀}', plain, '3: expected `,` or `}`, found `😀`'],
  ['{a,}', plain, '3: expected the type of an argument, found `}`'],
  ['{a, date,}', plain, '9: expected a style, found `}`'],
  ['{a, select}', plain, '10: expected `,`, found `}`'],
  ['{n, plural, }', plain, '12: expected the selector of an option, found `}`'],
  ['{n, plural, offset:x other {}}', plain, '19: expected a number, found `x`'],
  ['{n, plural, offset:0 other {}}', plain, '20: expected the selector of an option, found ` `'],
  ["{n, plural, other {'}}", plain, '22: expected `}`, found the end'],
  ['<b>', tagged, '3: expected `</b>`, found the end'],
  ['<b></c>', tagged, '3: expected `</b>`, found `<`'],
  ['</b>', tagged, '0: found `</` without an open tag'],
])('%j is refused', (text, options, fault) => {
  expect(faultOf(text, options)).toBe(fault)
})

test.each([
  ["it's '{' fine '' '{'"],
  ['{n, plural, offset:0one {} other {#}}'],
  ['{a, foo, x {1} other {2}}'],
  ['{a, date, it’s ’ free}'],
  ['{ a\u200b}'],
  ['# < <b>'],
])('%j is accepted', (text) => {
  expect(faultOf(text)).toBe(undefined)
})

describe('explanations', () => {
  test.each([
    ['{a}', '{b}', '', 'The translation has no `{a}`; `{b}` is not in the source'],
    ['{a, number}', '{a}', '', '`{a}` is without type, but of type number in the source'],
    [
      '{n, plural, other {#}}',
      '{n, plural, jeden {#}}',
      '',
      '`{n}` has no option `other`; `{n}` has the option `jeden`, which is not a plural category',
    ],
    [
      '{g, select, a {} other {}}',
      '{g, select, b {} other {}}',
      '',
      '`{g}` has the option `b`, which the source does not have',
    ],
    ['<b>x</b>', '{b}', 'icu-flags:xml', '`{b}` is a tag only in the source'],
    ['<b/>', '<b>x</b>', 'icu-flags:xml', '`<b>` is empty only in the source'],
    [
      '{a}',
      '{a',
      '',
      'The translation does not parse: expected `,` or `}`, found the end at character 3',
    ],
  ])('%j against %j', (source, target, flags, explanation) => {
    const unit = unitOf(source, target, flags)
    expect(explain('icu_message_format', unit)?.explanation).toBe(explanation)
  })

  test('point at missing and additional arguments', () => {
    expect(explain('icu_message_format', unitOf('x {a}', '😀 {b}'))?.spans).toEqual([
      { side: 'source', form: 0, start: 2, end: 5 },
      { side: 'target', form: 0, start: 3, end: 6 },
    ])
  })

  test('of a broken source point at the fault', () => {
    expect(explain('icu_message_format_syntax', unitOf('a } b', ''))).toEqual({
      explanation: 'The source does not parse: found `}` without `{` at character 3',
      spans: [{ side: 'source', form: 0, start: 2, end: 3 }],
    })
  })
})

test('a translation of a broken source does not fail', () => {
  expect(explain('icu_message_format', unitOf('{a', 'x'))).toBe(undefined)
})

test('the last of repeated options counts', () => {
  const target = '{n, plural, other {{a}} other {{b}}}'
  const source = '{n, plural, other {{b}}}'
  expect(explain('icu_message_format', unitOf(source, target))).toBe(undefined)
})

test('options nest 49 levels deep and no deeper', () => {
  const nest = (depth: number): string =>
    `${'{a, select, other {'.repeat(depth)}x${'}}'.repeat(depth)}`
  expect(faultOf(nest(49))).toBe(undefined)
  expect(faultOf(nest(50))).toBe('949: expected at most 49 nested options')
})

test.each([
  ['{'],
  ['}'],
  ["'"],
  ["'{"],
  ['{a}'],
  ['{a, select, other {'],
  ['{a, b, c'],
  ["{a, b, 'c' {"],
  ['<b>'],
  ['<b/>'],
  ['</b>'],
  ['<'],
  ['{a,select,b{}}'],
])('a long text of %j is checked in time, with a short explanation', (seed) => {
  const text = seed.repeat((1 << 15) / seed.length)
  const unit = unitOf('{a}', text, 'icu-flags:xml')
  for (const check of icuChecks) {
    if (check.fails(unit)) expect(check.explain(unit).explanation.length).toBeLessThan(400)
  }
  expect(() => faultOf(text, { tags: 'strict', tagPrefix: '' })).not.toThrow()
})
