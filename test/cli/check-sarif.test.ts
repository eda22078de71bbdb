import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { sarifReport } from '../../src/cli/check/sarif.ts'
import type { Finding } from '../../src/facts/records.ts'
import { failing, nothing, report } from '../support/check-report.ts'

describe('SARIF', () => {
  // Draft 4 of JSON Schema names its id otherwise; nothing else of it differs from draft 7 here.
  const {
    $schema: _,
    id: $id,
    ...standard
  } = JSON.parse(readFileSync('fixtures/sarif-2.1.0-rtm.5.json', 'utf8'))
  const formats = {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) => URL.canParse(text, 'https://x/') && !/[\s"<>\\]/.test(text),
    'date-time': true,
  } as const
  const validate = new Ajv({ strict: false, unicodeRegExp: false, formats }).compile({
    $id,
    ...standard,
  })

  test.each([
    ['findings', report],
    ['nothing', nothing],
  ])('follows the schema of the standard: %s', (_, report) => {
    validate(JSON.parse(sarifReport(report)))
    expect(validate.errors).toBe(null)
  })

  test('each result has the fields that GitHub requires', () => {
    const { runs } = JSON.parse(sarifReport(report))
    const { driver } = runs[0].tool
    for (const { ruleIndex, ruleId, message, partialFingerprints } of runs[0].results) {
      expect(driver.rules[ruleIndex].id).toBe(ruleId)
      expect(message.text).not.toBe('')
      expect(Object.keys(partialFingerprints)).toStrictEqual(['gitglotUnit/v1'])
    }
  })

  test('a result has rule, location and fingerprint', () => {
    const [, result] = JSON.parse(sarifReport(report)).runs[0].results
    expect(result).toStrictEqual({
      ruleId: 'java_format',
      ruleIndex: 1,
      level: 'error',
      message: { text: 'shop/web/de "say, <b>|\n": 100% "wrong" & @all.' },
      baselineState: 'new',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'l/a%20b.json', uriBaseId: '%SRCROOT%' },
            region: { startLine: 3, startColumn: 5 },
          },
        },
      ],
      partialFingerprints: {
        'gitglotUnit/v1': '05540cd39316787e1ee7f3838e78e0a3b1ff39c31db00ce9eb7d0fec5057776e',
      },
    })
  })

  test('every language has a result of its own', () => {
    const { results } = JSON.parse(sarifReport(report)).runs[0]
    expect(
      results.map(({ level, message }: { level: string; message: { text: string } }) => [
        level,
        message.text,
      ]),
    ).toStrictEqual([
      ['error', 'shop/web: It cannot be read.'],
      ['error', 'shop/web/de "say, <b>|\n": 100% "wrong" & @all.'],
      ['error', 'shop/web/cs "say, <b>|\n": Wrong.'],
      ['warning', 'shop/web/cs "say, <b>|\n": It changed.'],
    ])
  })

  test('the fingerprint stays when the string moves or another language fails', () => {
    const fingerprint = (finding: Finding) =>
      JSON.parse(sarifReport({ ...report, findings: [finding] })).runs[0].results[0]
        .partialFingerprints
    const [german] = failing.places
    const moved = { ...german, line: 9, message: 'Other.' }
    expect(fingerprint({ ...failing, languages: ['de'], places: [moved] })).toStrictEqual(
      fingerprint(failing),
    )
    expect(fingerprint({ ...failing, checksum: '00000000000000fe' })).not.toStrictEqual(
      fingerprint(failing),
    )
  })
})
