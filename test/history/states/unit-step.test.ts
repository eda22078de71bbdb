import { expect, test } from 'vitest'
import type { EntryState } from '../../../formats/entry.ts'
import { json } from '../../../formats/json/json.ts'
import {
  type StepOptions,
  stepUnits,
  type TranslationState,
} from '../../../src/history/states/unit-step.ts'
import { OUTDATED_STATE } from '../../../src/model/statistics.ts'
import { type FormerUnits, toFormerUnits } from '../../../src/reading/former-units.ts'
import { pairMonolingual } from '../../../src/reading/pair.ts'
import { createTable } from '../../../src/reading/template-table.ts'

const COMPONENT = {
  fileFormat: 'json',
  fileFormatParams: {},
  weblate: '5.14',
  template: 'en.json',
} as const

/** The one unit `hello` of a translation. */
function unitsOf(
  source: string,
  target: string,
  state?: EntryState,
  previousSource?: string,
): FormerUnits {
  const parse = (text: string) =>
    json.parse(Buffer.from(JSON.stringify({ hello: text })), {
      languageCode: 'cs',
      isMonolingual: true,
    }).entries
  const table = createTable(parse(source), { wordRule: 'spaces' })
  const entries = parse(target).map((entry) => ({
    ...entry,
    ...(state && { state }),
    ...(previousSource && { previousSource }),
  }))
  const options = { format: json, pluralNumber: 3, hasReviews: true }
  return toFormerUnits(pairMonolingual(table, entries, options), COMPONENT)
}

/** Entries, state and previous source after each pair of source and target, in order. */
function follow(
  texts: readonly (readonly [string, string, EntryState?, string?])[],
  { isFollowing = true, weblate = '5.14' }: Partial<StepOptions> = {},
): unknown[] {
  let before: TranslationState | undefined
  return texts.map(([source, target, ...more]) => {
    const step = stepUnits(before, unitsOf(source, target, ...more), {
      isFollowing,
      weblate,
    })
    before = step.state
    const memory = before.fuzzy.get('hello')
    const entries = step.changes.map(({ action, old, state, oldState }) => {
      return `${action} ${old} ${oldState}>${state}`
    })
    const state = memory ? OUTDATED_STATE[weblate] : before.units.list[0]?.state
    return [entries.join(', '), state, memory?.previousSource ?? '']
  })
}

test('the state of a translation is that of its file until the source changes', () => {
  expect(
    follow([
      ['A', 'Ahoj', 'fuzzy'],
      ['A', 'Ahoj', 'translated'],
      ['B', 'Ahoj', 'translated'],
      ['B', 'Ahoj', 'fuzzy'],
      ['B', 'Ahoj', 'approved'],
      ['C', 'Ahoj', 'approved'],
      ['C', 'Ahoj', 'translated'],
      ['D', 'Ahoj', 'fuzzy'],
    ]),
  ).toEqual([
    ['71  -1>10', 10, ''],
    ['59 Ahoj 10>20', 20, ''],
    ['30 A 20>10, 59 Ahoj 20>10', 10, 'A'],
    ['59 Ahoj 10>10', 10, ''],
    ['59 Ahoj 10>30', 30, ''],
    ['30 B 30>10, 59 Ahoj 30>10', 10, 'B'],
    ['59 Ahoj 10>20', 20, ''],
    ['59 Ahoj 20>10', 10, ''],
  ])
})

test('a translation needs editing from a change of its source until the source changes back or the translation changes', () => {
  expect(
    follow([
      ['A', 'Ahoj'],
      ['B', 'Ahoj'],
      ['C', 'Ahoj'],
      ['A', 'Ahoj'],
      ['B', 'Ahoj'],
      ['B', 'Nazdar'],
      ['C', 'Nazdar'],
      ['C', ''],
      ['D', ''],
    ]),
  ).toEqual([
    ['71  -1>20', 20, ''],
    ['30 A 20>10, 59 Ahoj 20>10', 10, 'A'],
    ['30 B 10>10, 59 Ahoj 10>10', 10, 'A'],
    ['30 C 10>20, 59 Ahoj 10>20', 20, ''],
    ['30 A 20>10, 59 Ahoj 20>10', 10, 'A'],
    ['59 Ahoj 10>20', 20, ''],
    ['30 B 20>10, 59 Nazdar 20>10', 10, 'B'],
    ['59 Nazdar 10>0', 0, ''],
    ['59  0>0', 0, ''],
  ])
})

test('the previous source is dropped when the same texts are read again for the first time', () => {
  expect(
    follow([
      ['A', 'Ahoj'],
      ['B', 'Ahoj'],
      ['B', 'Ahoj'],
      ['B', 'Ahoj'],
      ['C', 'Ahoj'],
      ['C', 'Ahoj'],
    ]),
  ).toEqual([
    ['71  -1>20', 20, ''],
    ['30 A 20>10, 59 Ahoj 20>10', 10, 'A'],
    ['59 Ahoj 10>10', 10, ''],
    ['', 10, ''],
    ['30 B 10>10, 59 Ahoj 10>10', 10, 'B'],
    ['', 10, 'B'],
  ])
})

test('a translation still needs editing if its source changes back at once', () => {
  expect(
    follow([
      ['A', 'Ahoj'],
      ['B', 'Ahoj'],
      ['A', 'Ahoj'],
      ['A', 'Ahoj'],
      ['B', 'Ahoj'],
      ['A', 'Ahoj'],
    ]),
  ).toEqual([
    ['71  -1>20', 20, ''],
    ['30 A 20>10, 59 Ahoj 20>10', 10, 'A'],
    ['30 B 10>10, 59 Ahoj 10>10', 10, 'A'],
    ['', 10, 'A'],
    ['30 A 10>10, 59 Ahoj 10>10', 10, 'A'],
    ['30 B 10>20, 59 Ahoj 10>20', 20, ''],
  ])
})

test.each([true, false])(
  'a previous source in the file is logged; following: %s',
  (isFollowing) => {
    expect(
      follow(
        [
          ['A', 'Ahoj', 'fuzzy', 'Z'],
          ['A', 'Ahoj', 'fuzzy', 'Z'],
          ['A', 'Ahoj', 'fuzzy', 'Y'],
          ['A', 'Ahoj', 'fuzzy'],
        ],
        { isFollowing },
      ).map((step) => (step as string[])[0]),
    ).toEqual(['30 Z -1>10, 71  -1>10', '', '59 Ahoj 10>10', '59 Ahoj 10>10'])
  },
)

test('without following, states are those of the files and the same changes are logged', () => {
  expect(
    follow(
      [
        ['A', 'Ahoj'],
        ['B', 'Ahoj'],
        ['B', 'Ahoj'],
        ['A', 'Ahoj'],
      ],
      { isFollowing: false },
    ),
  ).toEqual([
    ['71  -1>20', 20, ''],
    ['30 A 20>20, 59 Ahoj 20>20', 20, ''],
    ['', 20, ''],
    ['30 B 20>20, 59 Ahoj 20>20', 20, ''],
  ])
})

test('in 2026.10 a changed source makes a translation need rewriting, until its text or its state in the file changes', () => {
  expect(
    follow(
      [
        ['A', 'Ahoj', 'translated'],
        ['B', 'Ahoj', 'translated'],
        ['C', 'Ahoj', 'translated'],
        ['C', 'Ahoj', 'fuzzy'],
        ['C', 'Nazdar', 'translated'],
        ['D', 'Nazdar', 'translated'],
        ['C', 'Nazdar', 'translated'],
        ['C', 'Nazdar', 'fuzzy'],
      ],
      { weblate: '2026.10' },
    ),
  ).toEqual([
    ['71  -1>20', 20, ''],
    ['30 A 20>11, 59 Ahoj 20>11', 11, 'A'],
    ['30 B 11>11, 59 Ahoj 11>11', 11, 'A'],
    ['59 Ahoj 11>10', 10, ''],
    ['59 Ahoj 10>20', 20, ''],
    ['30 C 20>11, 59 Nazdar 20>11', 11, 'C'],
    ['30 D 11>11, 59 Nazdar 11>11', 11, 'C'],
    ['59 Nazdar 11>10', 10, ''],
  ])
})
