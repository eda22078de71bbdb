import { expect, test } from 'vitest'
import { reporters } from '../../src/cli/check/check.ts'
import { diffText } from '../../src/cli/diff/diff.ts'
import type { UnitList } from '../../src/cli/list/list.ts'
import { listPrinters } from '../../src/cli/list/list.ts'
import { screenOf } from '../../src/cli/output/terminal.ts'
import { statusPrinters } from '../../src/cli/status/status.ts'
import type { CheckReport, DiffSummary, Finding, StatusSummary } from '../../src/facts/records.ts'

import { printableJson, sanitizeLines } from '../../src/text.ts'

/** No output of a command has characters that a terminal obeys or that turn the direction of what is around them. */

const hiddenCodes = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...Array.from({ length: 0x21 }, (_, index) => 0x7f + index),
  ...[0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2066, 0x2067, 0x2068, 0x2069],
]
const hidden = hiddenCodes.map((code) => String.fromCharCode(code))
/** Every one of them between letters; a screen paints nothing, so none is ours. */
const NASTY = `a\x1b[31m${hidden.join('x')}b`
const screen = screenOf({})

const counts = {
  ...{
    total: 4,
    translated: 3,
    translatedPercent: 75,
    fuzzy: 0,
    absent: 0,
    readOnly: 0,
    failing: 1,
  },
  ...{ errors: 0, warnings: 0, notes: 1, words: 4, translatedWords: 3, outdated: 1 },
}
const alerts = [{ name: 'ParseError', message: NASTY, filename: NASTY }]
const status: StatusSummary = {
  ...counts,
  repository: NASTY,
  projects: [1, 2].map(() => ({ ...counts, project: NASTY, name: NASTY })),
  components: [
    {
      ...counts,
      ...{ component: 'p/c', name: NASTY, fileFormat: 'json', filemask: NASTY, alerts },
      ...{ sourceLanguage: 'en', isGlossary: false, commit: null },
      translations: [
        {
          ...counts,
          ...{ language: NASTY, languageName: NASTY, isSource: false, isReadable: true },
          ...{ filename: NASTY, failingChecks: { same: 1 } },
        },
      ],
    },
  ],
  languages: [{ ...counts, language: NASTY, languageName: NASTY }],
}
const list: UnitList = {
  repository: NASTY,
  units: [
    {
      ...{ component: 'p/c', language: NASTY, filename: NASTY, line: 1, column: 1, context: NASTY },
      ...{
        checksum: 'ff',
        state: 'translated',
        source: [NASTY],
        target: [`${NASTY}.`],
        note: NASTY,
      },
      ...{ sourceFilename: NASTY, sourceLine: 1 },
      ...{ previousSource: NASTY, checks: [{ id: 'same', message: NASTY }], outdated: null },
    },
  ],
}
const place = { language: NASTY, filename: NASTY, line: 1, column: 1, message: NASTY }
const finding: Finding = {
  ...{ rule: 'end_stop', severity: 'error', isFailing: true, component: 'p/c' },
  ...{ languages: [NASTY, NASTY], checksum: 'ff', context: NASTY, places: [place] },
}
const language = { component: 'p/c', language: NASTY, filename: NASTY }
const report: CheckReport = {
  ...{ isPassed: false, base: undefined, accepted: 0 },
  counts: [],
  findings: [finding, { ...finding, places: [{ ...place, filename: undefined }] }],
  languages: [
    { ...language, percentBefore: 1, percent: 50, found: { error: 2, warning: 0, note: 0 } },
  ],
}
const texts = { source: [NASTY], target: [NASTY] }
const difference: DiffSummary = {
  base: 'b',
  head: null,
  components: [
    {
      component: 'p/c',
      newAlerts: alerts as DiffSummary['components'][number]['newAlerts'],
      languages: [
        {
          ...{ language: NASTY, languageName: NASTY, isSource: true, before: null, after: counts },
          units: [
            {
              ...{ checksum: 'ff', context: NASTY, kinds: ['changed'], newlyFailing: [] },
              ...{ before: { ...texts, target: ['old'] }, after: texts },
            },
          ],
        },
      ],
    },
  ],
}

test.each<[string, () => string]>([
  ...Object.entries(statusPrinters).map(([format, print]): [string, () => string] => [
    `status ${format}`,
    () => print(status, screen, { notes: true, all: false, oneLanguage: false }),
  ]),
  ...Object.entries(listPrinters).map(([format, print]): [string, () => string] => [
    `list ${format}`,
    () => print(list, screen),
  ]),
  ...Object.entries(reporters).map(([format, print]): [string, () => string] => [
    `check ${format}`,
    () => print(report, screen),
  ]),
  ['diff text', () => diffText(difference, screen)],
  ['diff json', () => printableJson(difference)],
  ['a written configuration', () => sanitizeLines(`- name: "${NASTY}"`)],
])('%s', (_name, print) => {
  const text = print().replaceAll('\r\n', '\n').replaceAll('\n', '')
  expect(text).toContain('31m')
  expect(hidden.filter((character) => text.includes(character))).toEqual([])
})

test('JSON escapes them, so programs still read the original text', () => {
  expect(JSON.parse(printableJson({ text: NASTY }))).toEqual({ text: NASTY })
})
