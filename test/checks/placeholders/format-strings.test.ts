import { describe, expect, test } from 'vitest'
import type { CheckedUnit } from '../../../src/checks/check.ts'
import { parseFlags } from '../../../src/checks/flags.ts'
import { formatStringChecks } from '../../../src/checks/placeholders/format-strings.ts'
import { stripPlaceholders, unnamedPlaceholders } from '../../../src/checks/placeholders/strip.ts'
import { judge } from '../../../src/checks/run.ts'
import { languageForCode } from '../../../src/languages/language.ts'

function unitOf(
  sources: readonly string[],
  targets: readonly string[],
  { language = 'cs', flags = 'java-format', hasStrictPlurals = false } = {},
): CheckedUnit {
  return {
    weblate: '2026.10',
    sources,
    targets,
    flags: parseFlags(flags),
    sourceLanguage: languageForCode('en'),
    language: languageForCode(language),
    context: '',
    note: '',
    projectName: '',
    componentName: '',
    hasStrictPlurals,
  }
}

function checkOf(id: string) {
  const check = formatStringChecks.find((each) => each.id === id)
  if (check === undefined) throw new Error(`no check ${id}`)
  return check
}

test.each([
  ['%lld', '%llu', false],
  ['%lld', '%ll', false],
  ['%hhd', '%hhu', true],
  ['%ld', '%lu', true],
])('%s against %s: "ll" ends a placeholder', (source, target, fails) => {
  for (const id of ['c_format', 'php_format', 'python_format']) {
    expect(checkOf(id).fails(unitOf([source], [target]))).toBe(fails)
  }
})

describe('arguments with numbers instead of an order', () => {
  test.each<
    [id: string, source: string | string[], target: string | string[], isHarmless: boolean]
  >([
    ['c_format', 'Copied %s to %s', '%2$s에 %1$s 복사됨', true],
    ['c_format', 'Page %d of %s', '%2$s의 %1$d쪽', true],
    ['c_format', 'Option %lld of %@', '%2$@ 중 %1$lld번', true],
    ['c_format', '%5.2f %% of %-8s', '%2$-8s %% %1$5.2f', true],
    ['c_format', '%1$s to %2$s', '%s to %s', true],
    ['c_format', '%s to %s', '%2$s, %1$s, %2$s', true],
    ['c_format', 'Page %d of %s', '%2$d of %1$s', false],
    ['c_format', '%s to %s', '%2$s', false],
    ['c_format', '%s to %s', '%1$s to %3$s', false],
    ['c_format', '%s to %s', '%2$s to %s', false],
    ['c_format', '%s to %s', '%1$s to %1$s', false],
    ['c_format', '%s', '50 % %1$s', false],
    ['c_format', '%lld', '%1$d', false],
    ['c_format', '%d %s', '%s %d', false],
    ['php_format', '%s to %s', '%2$s to %1$s', true],
    ['perl_format', '%s to %s', '%2$s to %1$s', true],
    ['javascript_format', '%s to %s', '%2$s to %1$s', true],
    ['java_printf_format', '%s, %,d', '%2$,d, %1$s', true],
    ['java_printf_format', '%1$d minutes (until %2$s)', '%d minut (do %2$s)', true],
    ['java_printf_format', '%1$d minutes (until %2$s)', '%s minut (do %2$s)', false],
    ['java_printf_format', '%1$d minutes (until %2$s)', '%2$s: %s', false],
    ['ruby_format', '%s to %s', '%2$s to %1$s', true],
    ['ruby_format', '%{a} to %{b}', '%{b} to %{c}', false],
    ['object_pascal_format', '%s to %d', '%1:d to %0:s', true],
    ['object_pascal_format', '%s to %d', '%2:d to %1:s', false],
    ['python_format', '%s to %s', '%2$s to %1$s', false],
    ['lua_format', '%s to %s', '%2$s to %1$s', false],
    ['c_format', ['%d of %s', '%d of %s'], ['%2$s: %1$d', '%2$s: %1$d', '%2$s: %1$d'], true],
    ['c_format', ['%d of %s', '%d of %s'], ['%2$s: %1$d', '%2$s: %1$d', '%2$s: %2$d'], false],
  ])('%s: %j against %j', (id, source, target, isHarmless) => {
    const check = checkOf(id)
    const unit = unitOf([source].flat(), [target].flat())
    expect([check.fails(unit), check.isHarmless?.(unit)]).toStrictEqual([true, isHarmless])
  })

  test('a format unknown to Weblate fails under neither verdict', () => {
    const unit = {
      ...unitOf(['%s to %s'], ['%2$s to %1$s'], { flags: 'c-format' }),
      ...{ state: 20, isSource: false, isGlossary: false },
    }
    expect(judge(unit)).toStrictEqual({ weblate: ['c_format'], gitglot: [] })
    expect(judge({ ...unit, isOwnFormat: true })).toStrictEqual({ weblate: [], gitglot: [] })
  })
})

describe('explanations', () => {
  test.each([
    ['c_format', 'a %1$s', 'a %2$d', 'The translation has no `%1$s`; `%2$d` is not in the source'],
    ['c_format', '%s', '%s %s', 'The translation has more `%s` than the source'],
    ['c_format', '%s %s', '%s', 'The translation has fewer `%s` than the source'],
    ['c_format', '%s %d %x', 'a', 'The translation has no `%s`, `%d` and `%x`'],
    [
      'c_format',
      '%s %d',
      '%d %s',
      'The translation has the placeholders in another order than the source',
    ],
    ['c_format', 'half', '50 %', '`%` is not in the source'],
    ['c_format', '%@', '%2$@', 'The translation has no `%@`; `%2$@` is not in the source'],
    ['c_format', '%lld', '%d', 'The translation has no `%lld`; `%d` is not in the source'],
    [
      'c_format',
      '%zu of %5jd',
      '%s',
      'The translation has no `%zu` and `%5jd`; `%s` is not in the source',
    ],
    ['c_format', '%.2Lf', '%1$tu', 'The translation has no `%.2Lf`; `%1$tu` is not in the source'],
    ['c_format', '%zucchini', 'a', 'The translation has no `%z`'],
    [
      'perl_brace_format',
      'a',
      '{a} {b} {c} {d} {e} {f} {g}',
      '`{a}`, `{b}`, `{c}`, `{d}`, `{e}` and 2 more are not in the source',
    ],
    ['python_brace_format', '{a}', '{a} }', 'The translation has a stray `}`'],
    [
      'python_brace_format',
      '{a}',
      '{b',
      'The translation has no `{a}`; the translation has a stray `{`',
    ],
    ['java_format', "it''s", "it's", 'The translation has an odd number of apostrophes (1)'],
    ['es_format', 'a', `\${${'x'.repeat(99)}}`, `\`\${${'x'.repeat(38)}…\` is not in the source`],
  ])('%s: %j against %j', (id, source, target, explanation) => {
    expect(checkOf(id).explain(unitOf([source], [target])).explanation).toBe(explanation)
  })

  test('name the plural form and point into source and target', () => {
    const unit = unitOf(['%d file', '%d 😀 files'], ['%d soubor', '😀 %s', '%d', '%d'])
    expect(checkOf('c_format').explain(unit)).toEqual({
      explanation: 'Form 2 of the translation has no `%d`; `%s` is not in the source',
      spans: [
        { side: 'source', form: 1, start: 0, end: 2 },
        { side: 'target', form: 1, start: 3, end: 5 },
      ],
    })
  })
})

describe('plural forms', () => {
  test.each([
    ['may leave the number out for one number', 'cs', '', ['jeden', '%d', '%d', '%d'], false],
    ['may not with strict-format', 'cs', 'strict-format', ['jeden', '%d', '%d', '%d'], true],
    ['may not leave it out for many numbers', 'cs', '', ['%d', '%d', 'x', '%d'], true],
    ['need it in the only form', 'ja', '', ['x'], true],
    ['add nothing for one number', 'cs', '', ['%d %s', '%d', '%d', '%d'], true],
  ])('%s', (_, language, flags, targets, fails) => {
    const unit = unitOf(['%d file', '%d files'], targets, { language, flags })
    expect(checkOf('c_format').fails(unit)).toBe(fails)
  })

  test('for zero and one may leave the number out, but not on Android', () => {
    const unit = { language: 'hi', flags: '' }
    const sources = ['%d file', '%d files']
    const check = checkOf('c_format')
    expect(check.fails(unitOf(sources, ['x', '%d'], unit))).toBe(false)
    expect(check.fails(unitOf(sources, ['x', '%d'], { ...unit, hasStrictPlurals: true }))).toBe(
      true,
    )
  })
})

test('Java messages are found by their source with auto-java-messageformat', () => {
  const flags = 'auto-java-messageformat'
  expect(checkOf('java_format').fails(unitOf(['{0} x'], ['x'], { flags }))).toBe(true)
  expect(checkOf('java_format').fails(unitOf(['x'], ["'"], { flags }))).toBe(false)
})

test.each([
  ['', '%s {a}', '%s {a}'],
  ['c-format', '%d of %s', ' of '],
  ['c-format, python-brace-format', '%d of {a}', ' of {a}'],
  ['rst-text', 'a :ref:`b c` ``d`` :e', 'a x-weblate-2 x-weblate-13 :e'],
  ['percent-placeholders', '%a% b', 'x-weblate-0 b'],
  ['bbcode-text', '[b]a[/b] c', 'x-weblate-0 c'],
])('format stripping with %j turns %j into %j', (flags, text, stripped) => {
  expect(stripPlaceholders(text, parseFlags(flags), 'markup')).toBe(stripped)
})

test('each unnamed placeholder is found once, whatever the number of formats', () => {
  const flags = parseFlags('c-format, python-format, python-brace-format')
  expect(unnamedPlaceholders('%s {} %(a)s %1$s', flags)).toEqual([
    { start: 0, end: 2, value: 's' },
    { start: 3, end: 5, value: '' },
    { start: 6, end: 7, value: '' },
    { start: 12, end: 13, value: '' },
  ])
})

describe('hostile texts take linear time', () => {
  const seeds: Record<string, readonly string[]> = {
    '%': ['%', '%(', '%1', '%1$', '%<', '%{', '% ', '%.0', '%0.5'],
    '{': ['{', '{}', '{{a', '{a[', '{a:{', '{0,a,', '{0:0', '${', '{a.b'],
    '@': ['@:', '@.a', '@:('],
    '~': ['~', "~'~,", '~1,'],
  }
  // Quadratic time over this length would time out.
  const length = 1 << 16
  const texts = Object.entries(seeds).flatMap(([mark, some]) =>
    some.flatMap((seed): [string, string][] => [
      [mark, seed.repeat(length / seed.length)],
      [mark, `${mark}${'0'.repeat(length)}`],
      [mark, seed.repeat(length / seed.length / 2) + ' '.repeat(length / 2)],
      [mark, seed.repeat(length / seed.length / 2) + '[x]'.repeat(length / 6)],
    ]),
  )

  test.each(formatStringChecks.map((check) => [check.id, check] as const))(
    '%s',
    (_, check) => {
      for (const [, text] of texts) {
        const unit = unitOf(['a {x} %d'], [text])
        if (check.fails(unit)) expect(check.explain(unit).spans.length).toBeLessThanOrEqual(202)
      }
    },
    30_000,
  )
})
