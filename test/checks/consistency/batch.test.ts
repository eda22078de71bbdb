import { describe, expect, test } from 'vitest'
import { explainBatchFailure, findBatchFailures } from '../../../src/checks/consistency/batch.ts'
import { createHashNumbers } from '../../../src/checks/consistency/hash-numbers.ts'
import type {
  BatchComponent,
  BatchTranslation,
} from '../../../src/checks/consistency/translation.ts'
import { type Language, languageForCode } from '../../../src/languages/language.ts'

/** Rows are [hash, source, target]; without a target they are untranslated. */
type Row = readonly [hash: number, source: string, target: string]

function translationOf(
  code: string,
  rows: readonly Row[],
  { states, ...differences }: Partial<BatchTranslation> & { states?: Uint8Array } = {},
): BatchTranslation {
  const columns = {
    sources: rows.map(([, source]) => source),
    targets: rows.map(([, , target]) => target),
    states: states ?? Uint8Array.from(rows, ([, , target]) => (target === '' ? 0 : 20)),
    idHashes: Uint32Array.from(rows.flatMap(([hash]) => [hash, 0])),
  }
  return {
    language: languageForCode(code),
    filename: `${code}.po`,
    isSource: false,
    countsForMultiple: true,
    count: rows.length,
    columns: () => columns,
    failingRows: () => [],
    ignores: () => false,
    ...differences,
  }
}

function componentOf(
  translations: readonly BatchTranslation[],
  differences: Partial<BatchComponent> = {},
): BatchComponent {
  return {
    name: 'one',
    allowPropagation: true,
    isGlossary: false,
    translations,
    ...differences,
  }
}

function failuresOf(
  components: readonly BatchComponent[],
): ReadonlyMap<string, readonly string[]>[][] {
  const failing = findBatchFailures(components).failing
  return components.map(({ translations }) =>
    translations.map((translation) => {
      const rows = failing.get(translation) ?? new Map()
      return new Map([...rows].map(([row, checks]) => [`${row}`, checks]))
    }),
  )
}

const reused: readonly Row[] = [
  [1, 'Stone', 'Kámen'],
  [2, 'Rock', 'Kámen'],
]

describe('reused', () => {
  test('case makes a difference only where the script has it', () => {
    const rows: readonly Row[] = [
      [1, 'Stone', 'x'],
      [2, 'STONE', 'x'],
    ]
    const component = componentOf([translationOf('cs', rows), translationOf('ar', rows)])
    expect(failuresOf([component])[0]?.map(({ size }) => size)).toEqual([2, 0])
  })

  test('source translations whose texts come from an intermediate file are marked', () => {
    const source = translationOf('en', reused, { isSource: true })
    expect(failuresOf([componentOf([source])])[0]?.[0]?.size).toBe(2)
  })

  test('languages with one plural form are left out', () => {
    expect(failuresOf([componentOf([translationOf('ja', reused)])])[0]?.[0]?.size).toBe(0)
  })

  test('units that are not translated do not count', () => {
    const states = Uint8Array.of(20, 10)
    const component = componentOf([translationOf('cs', reused, { states })])
    expect(failuresOf([component])[0]?.[0]?.size).toBe(0)
  })
})

describe('translations whose plural forms differ are not compared with each other', () => {
  const french = languageForCode('fr')
  const inFile = (formula: string): Language => {
    return { ...french, filePlural: { source: 1, number: 2, formula, type: 666 } }
  }
  const inPo: Language = { ...french, filePlural: french.plural }
  const stone: readonly Row[] = [[1, 'Stone', 'Pierre']]
  const rows: readonly Row[] = [
    [1, 'Stone', 'Caillou'],
    [2, 'Rock', 'Pierre'],
  ]

  test.each([
    ['those of the format', french, inPo, []],
    ['those of files', inFile('n != 1'), inFile('n > 2'), []],
    ['those of files, written otherwise', inFile('n != 1'), inFile('(n != 1)'), ['0', '1']],
  ])('%s', (_, language, other, marked) => {
    const first = componentOf([translationOf('fr', stone, { language })])
    const second = componentOf([translationOf('fr', rows, { language: other })])
    expect([...(failuresOf([first, second])[1]?.[0]?.keys() ?? [])]).toEqual(marked)
  })

  test('explanations do not name them', () => {
    const translation = translationOf('fr', stone)
    const first = componentOf([translation])
    const otherForms = translationOf('fr', [[1, 'Stone', 'Roc']], { language: inPo })
    const second = componentOf([otherForms], { name: 'two' })
    const third = componentOf([translationOf('fr', rows)], { name: 'three' })
    const failure = { component: first, translation, row: 0, check: 'inconsistent' } as const
    expect(explainBatchFailure([first, second, third], failure).explanation).toBe(
      'The string is translated as `Caillou` in component three, in `fr.po`',
    )
  })
})

describe('glossaries and flags', () => {
  test('terms count as uses, but do not fail themselves', () => {
    const glossary = componentOf([translationOf('cs', reused.slice(0, 1))], { isGlossary: true })
    const component = componentOf([translationOf('cs', reused.slice(1))])
    expect(failuresOf([glossary, component])).toEqual([[new Map()], [new Map([['0', ['reused']]])]])
  })

  test('units that ignore a check still count for others', () => {
    const ignoring = translationOf('cs', reused, { ignores: (row) => row === 0 })
    expect(failuresOf([componentOf([ignoring])])).toEqual([[new Map([['1', ['reused']]])]])
  })
})

test('several checks of a unit come in the default order', () => {
  const other = translationOf('cs', [[1, 'Stone', 'Balvan']])
  const failures = failuresOf([componentOf([translationOf('cs', reused)]), componentOf([other])])
  expect(failures).toEqual([
    [
      new Map([
        ['0', ['inconsistent', 'reused']],
        ['1', ['reused']],
      ]),
    ],
    [new Map([['0', ['inconsistent']]])],
  ])
})

const different: readonly Row[] = [
  [1, 'Stone', 'Kámen'],
  [2, 'Rock', 'Skála'],
]

test('strings are matched by hash if the tables differ', () => {
  const sourceRows = different.map(([id, text]): Row => [id, text, text])
  const source = translationOf('en', sourceRows, { isSource: true })
  const reversed = [...different].reverse()
  const failingRows = (): number[] => [0]
  const translations = ['cs', 'de'].map((code) => translationOf(code, reversed, { failingRows }))
  const failures = failuresOf([componentOf([source, ...translations])])
  expect(failures[0]?.[0]).toEqual(new Map([['1', ['multiple_failures']]]))
})

test('multiple_failures counts translations in which other checks fail, also those comparing units', () => {
  const sourceRows = different.map(([id, text]): Row => [id, text, text])
  const source = (failingRows: readonly number[] = []) =>
    translationOf('en', sourceRows, { isSource: true, failingRows: () => failingRows })
  const alone = (code: string) => translationOf(code, different, { failingRows: () => [0] })
  const together = (code: string) => translationOf(code, reused)
  const multiple = (translations: readonly BatchTranslation[]) =>
    failuresOf([componentOf(translations)])[0]?.[0]
  const first = new Map([['0', ['multiple_failures']]])
  expect(multiple([source(), alone('cs'), together('de')])).toEqual(first)
  expect(multiple([source([0]), together('de')])).toEqual(first)
  expect(multiple([source(), translationOf('de', reused, { failingRows: () => [0] })])).toEqual(
    new Map(),
  )
  expect(multiple([{ ...source([0]), countsForMultiple: false }, together('de')])).toEqual(
    new Map(),
  )
  expect(multiple([source(), together('cs'), together('de')])).toEqual(
    new Map([...first, ['1', ['multiple_failures']]]),
  )
})

test('explanations name the other units', () => {
  const failingRows = (): Iterable<number> => reused.keys()
  const source = translationOf('en', reused, { isSource: true, failingRows })
  const czech = translationOf('cs', reused, { failingRows })
  const first = componentOf([source, czech])
  const second = componentOf([translationOf('cs', [[1, 'Stone', 'Balvan']])], { name: 'two' })
  const third = componentOf([translationOf('cs', [[2, 'Rock', '']])], { name: 'three' })
  const components = [first, second, third]
  const inCzech = { component: first, translation: czech }
  expect([
    explainBatchFailure(components, { ...inCzech, row: 0, check: 'inconsistent' }),
    explainBatchFailure(components, { ...inCzech, row: 1, check: 'inconsistent' }).explanation,
    explainBatchFailure(components, { ...inCzech, row: 0, check: 'reused' }).explanation,
    explainBatchFailure(components, {
      component: first,
      translation: source,
      row: 0,
      check: 'multiple_failures',
    }),
  ]).toEqual([
    {
      explanation: 'The string is translated as `Balvan` in component two, in `cs.po`',
      spans: [{ side: 'target', form: 0, start: 0, end: 5 }],
    },
    'The string is not translated in component three, in `cs.po`',
    '`Rock` has the same translation',
    { explanation: 'Checks fail in Czech and English', spans: [] },
  ])
})

test('hashes that share slots keep their numbers', () => {
  const numbers = createHashNumbers(4)
  const added = [0, 8, 16, 8].map((low) => numbers.add(low, 0))
  expect([added, numbers.find(16, 0), numbers.find(16, 1)]).toEqual([[0, 1, 2, 1], 2, -1])
  expect(numbers.hashOf(2)).toEqual({ low: 16, high: 0 })
})

test('two hundred thousand strings that all collide are compared in time', () => {
  const count = 100_000
  const rowsOf = (word: string): Row[] =>
    Array.from({ length: count }, (_, index) => [index, `source ${index}`, `${word} ${index % 50}`])
  const components = ['a', 'b'].map((word) =>
    componentOf([translationOf('cs', rowsOf(word), { failingRows: () => Array(count).keys() })]),
  )
  const sizes = failuresOf(components).map(([only]) => only?.size)
  // 100 inconsistent strings, and 20 of the hundred translations with 2000 strings each.
  expect(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)).toBeGreaterThan(40_000)
})
