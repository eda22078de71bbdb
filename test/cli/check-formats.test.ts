import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { reporters } from '../../src/cli/check/check.ts'
import { githubReport } from '../../src/cli/check/github.ts'
import { junitReport } from '../../src/cli/check/junit.ts'
import { markdownReport } from '../../src/cli/check/markdown.ts'
import { textReport } from '../../src/cli/check/text.ts'
import { screenOf } from '../../src/cli/output/terminal.ts'
import type { Finding } from '../../src/facts/records.ts'
import { failing, nothing, report } from '../support/check-report.ts'

const summary = [
  'found 1 java_format, 1 parse-error since 123456789012',
  'also 1 warning (1 outdated), 10 notes (--fail-on note lists them)',
]

test('text has a line for each finding, then a summary that begins with the failing ones', () => {
  expect(textReport(report, screenOf({})).split('\n')).toStrictEqual([
    'shop/web: error parse-error: It cannot be read.',
    'l/a b.json:3:5: error java_format "say, <b>|" (de, cs): 100% "wrong" & @all. (in de; others differ)',
    'l/en.json:3:5: warning outdated "say, <b>|" (cs): It changed.',
    `failed: ${summary[0]}`,
    summary[1],
  ])
})

test('text truncates a source text used as a key', () => {
  const long = { ...failing, context: 'x'.repeat(100) }
  const [line] = textReport({ ...report, findings: [long] }, screenOf({})).split('\n')
  expect(line).toContain(` "${'x'.repeat(80)}…" (de, cs): `)
})

test('commands of GitHub are escaped', () => {
  expect(githubReport(report).split('\n')).toStrictEqual([
    '::error title=gitglot parse-error::It cannot be read. (shop/web)',
    '::error file=l/a b.json,line=3,col=5,title=gitglot java_format::100%25 "wrong" & @all. (in de; others differ) (shop/web de, cs say, <b>|)',
    '::warning file=l/en.json,line=3,col=5,title=gitglot outdated::It changed. (shop/web cs say, <b>|)',
    `failed: ${summary.join('; ')}`,
  ])
})

test('GitHub gets no more annotations than it can show', () => {
  const findings = Array<Finding>(60).fill(failing)
  const lines = githubReport({ ...report, findings }).split('\n')
  expect([lines.length, lines[50]]).toStrictEqual([
    52,
    '::notice title=gitglot::10 more findings are not annotated',
  ])
})

test('the JSON follows its schema', () => {
  const schema: object = JSON.parse(readFileSync('schemas/check.schema.json', 'utf8'))
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema)
  validate(JSON.parse(reporters.json(report)))
  expect(validate.errors).toBe(null)
  validate(JSON.parse(reporters.json(nothing)))
  expect(validate.errors).toBe(null)
  expect(JSON.parse(reporters.json(report)).languages[0]).toStrictEqual({
    component: 'shop/web',
    language: 'de',
    filename: 'l/a b.json',
    percentBefore: 40,
    percent: 50.5,
    found: { error: 1, warning: 0, note: 0 },
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
    'testsuites name=gitglot tests=4 failures=3',
    'testsuite name=shop/web tests=4 failures=3',
    'testcase name=de classname=shop/web file=l/a b.json',
    'failure message=100% "wrong" & @all. type=java_format',
    'testcase name=cs classname=shop/web file=l/cs.json',
    'failure message=Wrong. type=java_format',
    'system-out ',
    'testcase name=fr classname=shop/web file=l/fr.json',
    'testcase name=shop/web classname=shop/web',
    'failure message=It cannot be read. type=parse-error',
  ])
})

describe('Markdown', () => {
  test('has findings first, then what changed, and a folded table', () => {
    expect(markdownReport(report).split('\n')).toStrictEqual([
      '### Translations failed',
      '',
      'Found 1 `java_format`, 1 `parse-error` since `123456789012`; also 1 warning (1 `outdated`), 10 notes (--fail-on note lists them).',
      '',
      '- shop/web: error `parse-error`: It cannot be read.',
      '- l/a b.json:3 **say, &lt;b&gt;\\|** (de, cs): error `java_format`: 100% "wrong" &amp; @\u2060all. \\(in de; others differ\\)',
      '- l/en.json:3 **say, &lt;b&gt;\\|** (cs): warning `outdated`: It changed.',
      '',
      '**Worse:** cs 100.0% → cannot be read  ',
      '**Better:** de 40.0% → 50.5%',
      '',
      '<details>',
      '<summary>Languages with changes or findings (2)</summary>',
      '',
      '| Component | Language | Translated | Errors | Warnings |',
      '| --- | --- | ---: | ---: | ---: |',
      '| shop/web | de | 40.0% → 50.5% | 1 | 0 |',
      '| shop/web | cs | 100.0% → cannot be read | 1 | 1 |',
      '',
      '</details>',
    ])
  })

  test('says that nothing failed', () => {
    expect(markdownReport(nothing)).toBe('### Translations passed\n\nFound nothing.')
  })

  test('folds all findings but the first', () => {
    const many = markdownReport({ ...report, languages: [], findings: Array(23).fill(failing) })
    const lines = many.split('\n')
    expect(lines.slice(lines.indexOf('<details>') - 1)).toStrictEqual([
      '',
      '<details>',
      '<summary>More findings (3)</summary>',
      '',
      ...Array(3).fill(lines[4]),
      '',
      '</details>',
    ])
  })

  test('names the first of many languages that changed', () => {
    const better = { ...report.languages[0]!, percentBefore: 1, percent: 2 }
    const languages = Array.from({ length: 10 }, (_, index) => {
      const translation = { ...better, language: `l${index}`, component: `shop/c${index % 2}` }
      return index === 0 ? { ...translation, percentBefore: undefined } : translation
    })
    const text = markdownReport({ ...nothing, base: report.base, languages })
    expect(text.split('\n').slice(4, 6)).toStrictEqual([
      '**Better:** shop/c1 l1 1.0% → 2.0%, shop/c0 l2 1.0% → 2.0%, shop/c1 l3 1.0% → 2.0%, shop/c0 l4 1.0% → 2.0%, shop/c1 l5 1.0% → 2.0%, shop/c0 l6 1.0% → 2.0%, shop/c1 l7 1.0% → 2.0%, shop/c0 l8 1.0% → 2.0%, 1 more  ',
      '**New:** shop/c0 l0 2.0%',
    ])
  })

  test('is never longer than a comment may be', () => {
    const places = [{ ...failing.places[0], message: '<'.repeat(5000) }] as const
    const long = { ...failing, context: 'x'.repeat(5000), places }
    const language = { ...report.languages[0]!, language: '_'.repeat(200) }
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
