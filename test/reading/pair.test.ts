import { describe, expect, test } from 'vitest'
import { type Entry, SEP } from '../../formats/entry.ts'
import { ParseError } from '../../src/errors.ts'
import {
  explanationOf,
  findRow,
  flagsOf,
  isPlural,
  noteOf,
  priorityOf,
  rowOfHash,
  sourceForms,
  targetForms,
  type Units,
  unitChars,
  unitPosition,
  unitWords,
} from '../../src/model/unit.ts'
import { sourceUnitsOfBilingual } from '../../src/reading/bilingual-source.ts'
import { pairMonolingual, readBilingual } from '../../src/reading/pair.ts'
import { createIntermediateTable, createTable } from '../../src/reading/template-table.ts'
import { compilePython } from '../../src/regexp/python.ts'
import { entryOf } from '../support/entry.ts'

const options = { wordRule: 'spaces' as const, format: { checkFlags: '' }, pluralNumber: 2 }

/** Entries with context, target and optional fields, at increasing offsets. */
function entriesOf(...rows: readonly (readonly [string, string, Partial<Entry>?])[]): Entry[] {
  return rows.map(([context, target, more], index) =>
    entryOf({ context, target, offset: 10 * index, ...more }, index),
  )
}

const rowsOf = <T>(units: Units, pick: (units: Units, row: number) => T): T[] =>
  Array.from({ length: units.table.count }, (_, row) => pick(units, row))
const targetsOf = (units: Units): string[][] => rowsOf(units, targetForms)
const sourcesOf = (units: Units): string[][] => rowsOf(units, sourceForms)
const locate = ({ offset }: Entry): { line: number; column: number } => ({
  line: offset,
  column: 7,
})

describe('a monolingual translation', () => {
  const template = entriesOf(['a', 'A'], ['b', 'B'], ['a', 'A2'], ['c', ''])
  const table = createTable(template, options)

  test('has the units of the template, with the first source of a repeated context', () => {
    const units = pairMonolingual(table, entriesOf(['c', 'ć'], ['x', 'y'], ['a', 'á']), options)
    expect(table.contexts).toEqual(['a', 'b', 'c'])
    expect(rowsOf(units, unitPosition)).toEqual([1, 2, 4])
    expect(sourcesOf(units)).toEqual([['A'], ['B'], ['']])
    expect(targetsOf(units)).toEqual([['á'], [''], ['ć']])
    expect([...units.states]).toEqual([20, 0, 20])
  })

  test('has the last target of a repeated context, also in the template', () => {
    const translation = entriesOf(['a', 'á'], ['b', 'bé'], ['a', 'á2'])
    expect(targetsOf(pairMonolingual(table, translation, options))[0]).toEqual(['á2'])
    const templateUnits = pairMonolingual(table, template, { ...options, isTemplate: true })
    expect([sourcesOf(templateUnits)[0], targetsOf(templateUnits)[0]]).toEqual([['A'], ['A2']])
    expect([...templateUnits.states]).toEqual([20, 20, 0])
  })

  test('skips contexts whose start does not match the key filter', () => {
    const filtered = createTable(entriesOf(['web.a', 'A'], ['x', 'B'], ['x.web', 'C']), {
      ...options,
      keyFilter: compilePython('web|x$'),
    })
    expect(filtered.contexts).toEqual(['web.a', 'x'])
    expect([...filtered.positions]).toEqual([1, 2])
  })

  test('joins notes with a line break even if one is missing', () => {
    const noted = entriesOf(
      ['same', 'x', { note: 'N' }],
      ['template', 'x', { note: 'T' }],
      ['translation', 'x'],
      ['both', 'x', { note: 'T' }],
      ['none', 'x'],
      ['absent', 'x', { note: 'T' }],
    )
    const translated = entriesOf(
      ['same', 'y', { note: 'N' }],
      ['template', 'y'],
      ['translation', 'y', { note: 'N' }],
      ['both', 'y', { note: 'N' }],
      ['none', 'y'],
    )
    const notedTable = createTable(noted, options)
    const units = pairMonolingual(notedTable, translated, options)
    expect(rowsOf(units, noteOf)).toEqual(['N', 'T\n', '\nN', 'T\nN', '', 'T\n'])
    const templateUnits = pairMonolingual(notedTable, noted, { ...options, isTemplate: true })
    expect(rowsOf(templateUnits, noteOf)).toEqual(['N', 'T', '', 'T', '', 'T'])
  })

  test('joins the first and the last note of a context that is repeated in the template', () => {
    const noted = entriesOf(
      ['a', 'x', { note: 'T' }],
      ['b', 'x'],
      ['c', 'x', { note: 'T' }],
      ['a', 'y'],
      ['b', 'y', { note: 'N' }],
      ['c', 'y', { note: 'T' }],
    )
    const templateUnits = pairMonolingual(createTable(noted, options), noted, {
      ...options,
      isTemplate: true,
    })
    expect(rowsOf(templateUnits, noteOf)).toEqual(['T\n', '\nN', 'T'])
  })

  test('merges flags, and those of the template win', () => {
    const flagged = createTable(
      entriesOf(['a', 'A', { flags: 'max-length:5, b' }], ['b', 'B'], ['c', 'C', { flags: 'x' }]),
      options,
    )
    const translation = entriesOf(
      ['a', 'á', { flags: 'max-length:9,priority:7' }],
      ['b', 'b', { flags: 'read-only' }],
      ['c', 'c', { flags: 'x' }],
    )
    const units = pairMonolingual(flagged, translation, options)
    expect(rowsOf(units, flagsOf)).toEqual(['b, max-length:5, priority:7', 'read-only', 'x'])
    expect(rowsOf(units, priorityOf)).toEqual([7, 100, 100])
    expect([...units.states]).toEqual([20, 100, 20])
  })

  test('ignores flags of its own entries with `templateFlagsOnly`, also invalid ones', () => {
    const units = pairMonolingual(
      table,
      entriesOf(['a', 'á', { flags: 'read-only' }], ['b', 'b', { flagsError: 'wrong' }]),
      { ...options, format: { checkFlags: '', templateFlagsOnly: true } },
    )
    expect(rowsOf(units, flagsOf)).toEqual(['', '', ''])
    expect([...units.states]).toEqual([20, 20, 0])
  })

  test('is read-only if the template, a flag or the component says so', () => {
    const locked = createTable(
      entriesOf(
        ['a', 'A', { state: 'read-only' }],
        ['b', 'B'],
        ['c', 'C', { flags: 'discard:x:y' }],
      ),
      options,
    )
    const entries = entriesOf(['b', 'b', { state: 'read-only' }])
    const states = (more: object): number[] => [
      ...pairMonolingual(locked, entries, { ...options, ...more }).states,
    ]
    expect(states({})).toEqual([100, 20, 0])
    expect(states({ componentFlags: 'read-only' })).toEqual([100, 100, 100])
    expect(states({ isReadOnly: true })).toEqual([100, 100, 100])
    expect(states({ projectFlags: 'read-only', componentFlags: 'discard:read-only' })).toEqual([
      100, 20, 0,
    ])
  })

  test('has the priority of its component, unless a unit has its own', () => {
    const units = pairMonolingual(
      createTable(entriesOf(['a', 'A', { flags: 'priority:5' }], ['b', 'B']), options),
      [],
      { ...options, projectFlags: 'priority:60', componentFlags: 'priority:70' },
    )
    expect(rowsOf(units, priorityOf)).toEqual([5, 70])
  })
})

describe('plural forms', () => {
  const plural = `one${SEP}many`
  test.each([
    ['plain', ['x'], 'x', 3],
    ['plain', [''], '', 3],
    ['plain', ['a', 'b', ''], `a${SEP}b`, 3],
    ['plain', ['a'], `a${SEP}b`, 1],
    [plural, ['', '', ''], '', 3],
    [plural, ['x', '', ''], 'x', 3],
    [plural, ['a', 'b', 'c'], ['a', 'b', 'c', 'd'].join(SEP), 3],
    [plural, ['a'], `a${SEP}b`, 1],
  ])(
    'source %j makes the forms %j of %j, with a plural number of %i',
    (source, forms, target, pluralNumber) => {
      const table = createTable(entriesOf(['a', source]), options)
      const units = pairMonolingual(table, entriesOf(['a', target]), { ...options, pluralNumber })
      expect(targetsOf(units)).toEqual([forms])
      expect(units.targets).toEqual([forms.join(SEP)])
    },
  )

  test('make a unit plural if source or target has them', () => {
    const table = createTable(entriesOf(['a', plural], ['b', 'B'], ['c', 'C']), options)
    const units = pairMonolingual(table, entriesOf(['b', plural]), options)
    expect(rowsOf(units, isPlural)).toEqual([true, true, false])
    expect([rowsOf(units, unitWords), rowsOf(units, unitChars)]).toEqual([
      [2, 1, 1],
      [9, 1, 1],
    ])
  })
})

describe('forbidden text', () => {
  const bad = [
    '\u0000',
    'a\u0008',
    '\u000b',
    '\u001f',
    'x\ufffe',
    '\uffff',
    '\u001e',
    `${SEP}\u001e`,
  ]
  const table = createTable(entriesOf(['a', 'A']), options)
  const fault = new ParseError('expected text, found a control character at "a"', 10, 7)

  test.each(bad)('%j in a source, context or target is an error', (text) => {
    const more = { offset: 10 }
    expect(() => createTable(entriesOf(['a', text, more]), { ...options, locate })).toThrow(fault)
    expect(() => createTable(entriesOf([text, 'A']), options)).toThrow(ParseError)
    const translation = entriesOf(['a', text, more])
    expect(() => pairMonolingual(table, translation, { ...options, locate })).toThrow(fault)
  })

  test.each(bad)('%j is harmless in notes and in entries without a unit', (text) => {
    const translation = entriesOf(['x', text], ['a', text], ['a', 'á', { note: text }])
    expect(targetsOf(pairMonolingual(table, translation, options))).toEqual([['á']])
  })

  test.each(['\t\n\r', '\u007f\u0085\u009f', '\u2028\ufeff', SEP])('%j is allowed', (text) => {
    expect(createTable(entriesOf(['a', text]), options).sources).toEqual([text])
  })

  test('invalid flags are an error with their place', () => {
    const wrong = entriesOf(['a', 'á', { flags: 'a:"b' }])
    const message = 'expected a closing quote at character 3 of the flags at "a"'
    expect(() => createTable(wrong, { ...options, locate })).toThrow(new ParseError(message, 0, 7))
    expect(() => pairMonolingual(table, wrong, options)).toThrow(ParseError)
    expect(() => createTable(entriesOf(['a', 'A', { flagsError: 'no' }]), options)).toThrow(
      'no at "a"',
    )
  })
})

describe('a bilingual component', () => {
  const first = readBilingual(
    entriesOf(
      ['1', 'ano', { source: 'yes', note: 'N', explanation: 'E' }],
      ['', '', { source: 'no', flags: 'priority:9' }],
      ['c', 'x', { source: 'ab' }],
      ['bc', 'y', { source: 'a' }],
      ['', 'z', { source: 'locked', state: 'read-only' }],
    ),
    options,
  )
  const second = readBilingual(
    entriesOf(['1', 'ja', { source: 'yes', note: 'other' }], ['', 'neu', { source: 'new' }]),
    options,
  )

  test('has the units of its file, identified by source and context joined together', () => {
    expect(sourcesOf(first)).toEqual([['yes'], ['no'], ['ab'], ['locked']])
    expect(targetsOf(first)).toEqual([['ano'], [''], ['x'], ['z']])
    expect([...first.states]).toEqual([20, 0, 20, 100])
    expect(rowsOf(first, unitPosition)).toEqual([1, 2, 3, 5])
    expect(rowsOf(first, priorityOf)).toEqual([100, 9, 100, 100])
  })

  test('has the sources of all its files in its source language, in order of position', () => {
    const units = sourceUnitsOfBilingual([first, second], options)
    expect(sourcesOf(units)).toEqual([['yes'], ['no'], ['new'], ['ab'], ['locked']])
    expect(targetsOf(units)).toEqual(sourcesOf(units))
    expect([...units.states]).toEqual([100, 100, 100, 100, 100])
    expect(rowsOf(units, noteOf)).toEqual(['N', '', '', '', ''])
    expect(rowsOf(units, explanationOf)).toEqual(['E', '', '', '', ''])
    expect(rowsOf(units, flagsOf)).toEqual(['', 'priority:9', '', '', ''])
    expect(rowsOf(units, priorityOf)).toEqual([100, 100, 100, 100, 100])
    expect(rowsOf(second, (_, row) => findRow(units.table, second.table, row))).toEqual([0, 2])
  })
})

test('a row is found by its hash', () => {
  const contexts = Array.from({ length: 1000 }, (_, index) => `key.${index}`)
  const table = createTable(entriesOf(...contexts.map((key) => [key, key] as const)), options)
  const rows = contexts.map((_, row) =>
    rowOfHash(table, table.idHashes[2 * row]!, table.idHashes[2 * row + 1]!),
  )
  expect(rows).toEqual(contexts.map((_, row) => row))
  expect(rowOfHash(table, 1, 2)).toBeUndefined()
  expect(rowOfHash(createTable([], options), 1, 2)).toBeUndefined()
})

test('units come from the intermediate file, and their sources from the template', () => {
  const intermediate = entriesOf(['a', 'dev A'], ['new', 'dev new'], ['b', 'dev B'])
  const template = entriesOf(['b', 'B'], ['a', 'A'], ['gone', 'G'])
  const templateUnits = pairMonolingual(createTable(intermediate, options), template, {
    ...options,
    isTemplate: true,
    fillFromSource: true,
  })
  expect(sourcesOf(templateUnits)).toEqual([['dev A'], ['dev new'], ['dev B']])
  expect(targetsOf(templateUnits)).toEqual([['A'], ['dev new'], ['B']])
  expect([...templateUnits.states]).toEqual([20, 0, 20])
  const table = createIntermediateTable({ intermediate, template }, options)
  const units = pairMonolingual(table, entriesOf(['a', 'á'], ['new', 'n']), options)
  expect(sourcesOf(units)).toEqual([['A'], ['dev new'], ['B']])
  expect(targetsOf(units)).toEqual([['á'], ['n'], ['']])
  expect([...units.states]).toEqual([20, 100, 0])
  expect(rowsOf(units, unitPosition)).toEqual([1, 2, 3])
})

test('alternatives that repeat a long source too often are refused', () => {
  const table = createTable(entriesOf(['a', 'A'.repeat(1000)]), options)
  const target = Array(100_000).fill('b').join('\u001e\u001e')
  const format = { checkFlags: '', hasAlternatives: true }
  expect(() => pairMonolingual(table, entriesOf(['a', target]), { ...options, format })).toThrow(
    new ParseError('the alternatives of a text are too long in total', 1, 1),
  )
})
