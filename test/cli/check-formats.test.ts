import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import type { CheckReport, Finding } from '../../src/cli/check/finding.ts'
import { reporters } from '../../src/cli/check/formats.ts'
import { githubReport } from '../../src/cli/check/github.ts'
import { junitReport } from '../../src/cli/check/junit.ts'
import { markdownReport } from '../../src/cli/check/markdown.ts'
import { sarifReport } from '../../src/cli/check/sarif.ts'
import { textReport } from '../../src/cli/check/text.ts'
import { screenOf } from '../../src/cli/output/terminal.ts'

const failing: Finding = {
  rule: 'end_stop',
  component: 'shop/web',
  language: 'de',
  filename: 'l/a b.json',
  line: 3,
  column: 5,
  checksum: '00000000000000ff',
  context: 'say, <b>|\n',
  message: '100% "wrong" & @all.',
}
const broken: Finding = {
  rule: 'parse-error',
  component: 'shop/web',
  language: undefined,
  filename: undefined,
  line: 1,
  column: 1,
  checksum: undefined,
  context: undefined,
  message: 'It cannot be read.',
}
const report: CheckReport = {
  isPassed: false,
  base: '1234567890123456789012345678901234567890',
  findings: [broken, failing],
  languages: [
    {
      component: 'shop/web',
      language: 'de',
      filename: 'l/a b.json',
      percentBefore: 40,
      percent: 50.5,
      findings: [failing],
    },
    {
      component: 'shop/web',
      language: 'cs',
      filename: 'l/cs.json',
      percentBefore: 100,
      percent: 100,
      findings: [],
    },
  ],
}
const nothing: CheckReport = { isPassed: true, base: undefined, findings: [], languages: [] }

test('text has a line for each finding', () => {
  expect(textReport(report, screenOf({})).split('\n')).toStrictEqual([
    'shop/web: parse-error: It cannot be read.',
    'l/a b.json:3:5: end_stop "say, <b>|": 100% "wrong" & @all.',
    'failed: found 1 end_stop, 1 parse-error since 123456789012',
  ])
})

test('commands of GitHub are escaped', () => {
  expect(githubReport(report).split('\n')).toStrictEqual([
    '::error title=gitglot parse-error::It cannot be read. (shop/web)',
    '::error file=l/a b.json,line=3,col=5,title=gitglot end_stop::100%25 "wrong" & @all. (shop/web de say, <b>|)',
    'failed: found 1 end_stop, 1 parse-error',
  ])
})

test('GitHub gets no more annotations than it can show', () => {
  const findings = Array<Finding>(60).fill(failing)
  const lines = githubReport({ ...report, findings }).split('\n')
  expect([lines.length, lines[50]]).toStrictEqual([
    52,
    '::notice title=gitglot::10 more are not annotated',
  ])
})

test('the JSON follows its schema', () => {
  const schema: object = JSON.parse(readFileSync('schemas/check.schema.json', 'utf8'))
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema)
  validate(JSON.parse(reporters.json(report, screenOf({}))))
  expect(validate.errors).toBe(null)
  validate(JSON.parse(reporters.json(nothing, screenOf({}))))
  expect(validate.errors).toBe(null)
  expect(JSON.parse(reporters.json(report, screenOf({}))).languages[0]).toStrictEqual({
    component: 'shop/web',
    language: 'de',
    filename: 'l/a b.json',
    percentBefore: 40,
    percent: 50.5,
    found: 1,
  })
})

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
  ])('follows the schema of the standard: %s', (_, given) => {
    validate(JSON.parse(sarifReport(given)))
    expect(validate.errors).toBe(null)
  })

  test('GitHub finds what it asks for in each result', () => {
    const { runs } = JSON.parse(sarifReport(report))
    const { driver } = runs[0].tool
    for (const { ruleIndex, ruleId, message, partialFingerprints } of runs[0].results) {
      expect(driver.rules[ruleIndex].id).toBe(ruleId)
      expect(message.text).not.toBe('')
      expect(Object.keys(partialFingerprints)).toStrictEqual(['gitglotUnit/v1'])
    }
  })

  test('a result says rule, place and fingerprint', () => {
    const [, found] = JSON.parse(sarifReport(report)).runs[0].results
    expect(found).toStrictEqual({
      ruleId: 'end_stop',
      ruleIndex: 1,
      level: 'warning',
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
        'gitglotUnit/v1': '7f9628539b6c96a6e4f45632e7544d32ea3f03641d4d97644d5353b694560a53',
      },
    })
  })

  test('the fingerprint stays when the string moves', () => {
    const fingerprint = (finding: Finding) =>
      JSON.parse(sarifReport({ ...report, findings: [finding] })).runs[0].results[0]
        .partialFingerprints
    expect(fingerprint({ ...failing, line: 9, message: 'Other.' })).toStrictEqual(
      fingerprint(failing),
    )
    expect(fingerprint({ ...failing, checksum: '00000000000000fe' })).not.toStrictEqual(
      fingerprint(failing),
    )
  })
})

test('JUnit is well-formed, a case for each translation', () => {
  const xml = junitReport(report)
  const tags: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    tags.push(
      `${name} ${Object.entries(attributes)
        .map(([key, value]) => `${key}=${value}`)
        .join(' ')}`,
    )
  })
  parser.write(xml).close()
  expect(tags).toStrictEqual([
    'testsuites name=gitglot tests=3 failures=2',
    'testsuite name=shop/web tests=3 failures=2',
    'testcase name=de classname=shop/web file=l/a b.json',
    'failure message=100% "wrong" & @all. type=end_stop',
    'testcase name=cs classname=shop/web file=l/cs.json',
    'testcase name=shop/web classname=shop/web',
    'failure message=It cannot be read. type=parse-error',
  ])
})

describe('Markdown', () => {
  test('has one table of what is news, and collapsed details', () => {
    expect(markdownReport(report).split('\n')).toStrictEqual([
      '### Translations failed',
      '',
      'Found 1 `end_stop`, 1 `parse-error` since `123456789012`.',
      '',
      '| Component | Language | Translated | Found |',
      '| --- | --- | ---: | ---: |',
      '| shop/web | de | 40.0% → 50.5% | 1 |',
      '',
      '<details>',
      '<summary>What was found (2)</summary>',
      '',
      '- shop/web: `parse-error`: It cannot be read.',
      '- l/a b.json:3 **say, &lt;b&gt;\\|**: `end_stop`: 100% "wrong" &amp; @\u2060all.',
      '',
      '</details>',
    ])
  })

  test('says when all is well', () => {
    expect(markdownReport(nothing)).toBe('### Translations passed\n\nFound nothing.')
  })

  test('is never longer than a comment may be', () => {
    const long = { ...failing, context: 'x'.repeat(5000), message: '<'.repeat(5000) }
    const language = { ...report.languages[0]!, language: '_'.repeat(200), findings: [long] }
    const huge = markdownReport({
      ...report,
      findings: Array<Finding>(1000).fill(long),
      languages: Array(1000).fill(language),
    })
    expect(huge.length).toBeLessThanOrEqual(60_000)
    expect(huge.length).toBeGreaterThan(50_000)
    expect(huge.split('\n').at(-1)).toBe('</details>')
  })
})
