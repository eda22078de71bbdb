import { escapeAttribute, escapeText as escapeXml } from '../../xml/escape.ts'
import type { CheckReport, Finding, LanguageResult } from './finding.ts'
import { textReport } from './text.ts'

/**
 * A suite for each component, a test case for each translation, in the XML that continuous integration reads
 * (https://github.com/testmoapp/junitxml). What concerns a whole component is a case of its own.
 */
export function junitReport({ findings, languages }: CheckReport): string {
  const components = new Set([...languages, ...findings].map(({ component }) => component))
  const suites = [...components].map((component) => {
    const own = languages.filter((one) => one.component === component)
    const known = new Set(own.flatMap((one) => one.findings))
    const others = findings.filter((one) => one.component === component && !known.has(one))
    return suiteOf(component, own, others)
  })
  const total = suites.reduce((sum, { tests }) => sum + tests, 0)
  const failures = suites.reduce((sum, { failed }) => sum + failed, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gitglot" tests="${total}" failures="${failures}">`,
    ...suites.map(({ xml }) => xml),
    '</testsuites>',
  ].join('\n')
}

interface Suite {
  readonly tests: number
  readonly failed: number
  readonly xml: string
}

function suiteOf(
  component: string,
  languages: readonly LanguageResult[],
  others: readonly Finding[],
): Suite {
  const broken = new Map<string, Finding[]>()
  for (const finding of others) {
    const name = finding.language ?? component
    broken.set(name, [...(broken.get(name) ?? []), finding])
  }
  const cases = languages.map(({ language, filename, findings }) => {
    const own = [...(broken.get(language) ?? []), ...findings]
    broken.delete(language)
    return caseOf({ component, name: language, file: filename, findings: own })
  })
  for (const [name, findings] of broken) {
    cases.push(caseOf({ component, name, file: findings[0]?.filename ?? '', findings }))
  }
  const failed = cases.filter(({ isFailed }) => isFailed).length
  const attributes = `name="${escapeAttribute(component)}" tests="${cases.length}" failures="${failed}"`
  const lines = cases.map(({ xml }) => xml)
  const xml = [`  <testsuite ${attributes}>`, ...lines, '  </testsuite>'].join('\n')
  return { tests: cases.length, failed, xml }
}

function caseOf({
  component,
  name,
  file,
  findings,
}: {
  readonly component: string
  readonly name: string
  readonly file: string
  readonly findings: readonly Finding[]
}): { readonly isFailed: boolean; readonly xml: string } {
  const fileAttribute = file === '' ? '' : ` file="${escapeAttribute(file)}"`
  const names = `name="${escapeAttribute(name)}" classname="${escapeAttribute(component)}"`
  const [first] = findings
  if (first === undefined) {
    return { isFailed: false, xml: `    <testcase ${names}${fileAttribute}/>` }
  }
  const report = { findings, isPassed: false, base: undefined, languages: [] }
  const text = textReport(report, { columns: undefined, isColored: false })
  const failure = `<failure message="${escapeAttribute(first.message)}" type="${escapeAttribute(first.rule)}">`
  return {
    isFailed: true,
    xml: [
      `    <testcase ${names}${fileAttribute}>`,
      `      ${failure}${escapeXml(text)}</failure>`,
      '    </testcase>',
    ].join('\n'),
  }
}
