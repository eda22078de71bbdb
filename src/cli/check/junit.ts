import type { CheckReport, Finding } from '../../facts/records.ts'
import { block, element, writeXml, type XmlTree } from '../../xml/writer.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { screenOf } from '../output/terminal.ts'

import { linesOf } from './text.ts'

/**
 * Returns a test suite for each component and a test case for each translation, in JUnit XML
 * (https://github.com/testmoapp/junitxml). A case fails if one of its findings fails the check; other findings are its
 * output. Findings of a whole component form a case of their own.
 */
export function junitReport(report: CheckReport): string {
  const groups = groupByCase(report)
  const suites = [...groups].map(([component, cases]) => {
    const elements = [...cases].map(([name, suiteCase]) => caseOf(component, name, suiteCase))
    return block('testsuite', { name: component, ...countCases(cases.values()) }, elements)
  })
  const allCases = [...groups.values()].flatMap((cases) => [...cases.values()])
  const root = block('testsuites', { name: 'gitglot', ...countCases(allCases) }, suites)
  return writeXml(root, { selfClosing: true })
}

interface Case {
  readonly file: string | undefined
  readonly findings: Finding[]
}

/** Groups the findings of each component by test case: a language, or the component itself. */
function groupByCase({ findings, languages }: CheckReport): Map<string, Map<string, Case>> {
  const suites = new Map<string, Map<string, Case>>()
  const add = (component: string, name: string, file: string | undefined): Case => {
    const suite = suites.get(component) ?? new Map<string, Case>()
    suites.set(component, suite)
    const testCase = suite.get(name) ?? { file, findings: [] }
    suite.set(name, testCase)
    return testCase
  }
  for (const { component, language, filename } of languages) add(component, language, filename)
  for (const finding of findings) {
    const { component, languages } = finding
    for (const name of languages) {
      const findingInLanguage = inLanguage(finding, name)
      add(component, name, findingInLanguage.places[0].filename).findings.push(findingInLanguage)
    }
    if (languages.length > 0) continue
    add(component, component, finding.places[0].filename).findings.push(finding)
  }
  return suites
}

function inLanguage(finding: Finding, language: string): Finding {
  const place = finding.places.find((at) => at.language === language) ?? finding.places[0]
  return { ...finding, languages: [language], places: [place] }
}

function countCases(cases: Iterable<Case>): { readonly tests: string; readonly failures: string } {
  const list = [...cases]
  const failed = list.filter(({ findings }) => findings.some(({ isFailing }) => isFailing))
  return { tests: String(list.length), failures: String(failed.length) }
}

function caseOf(component: string, name: string, { file, findings }: Case): XmlTree {
  const attributes = {
    name: sanitizeTerminal(name),
    classname: component,
    ...(file && { file: sanitizeTerminal(file) }),
  }
  const failing = findings.filter(({ isFailing }) => isFailing)
  const others = findings.filter(({ isFailing }) => !isFailing)
  const [first] = failing
  const elements = [
    ...(first === undefined ? [] : [element('failure', headOf(first), textOf(failing))]),
    ...(others.length === 0 ? [] : [element('system-out', {}, textOf(others))]),
  ]
  return elements.length === 0
    ? element('testcase', attributes)
    : block('testcase', attributes, elements)
}

function headOf({ rule, places: [{ message }] }: Finding): Readonly<Record<string, string>> {
  return { message: sanitizeTerminal(message), type: rule }
}

function textOf(findings: readonly Finding[]): string {
  return linesOf(findings, screenOf({})).join('\n')
}
