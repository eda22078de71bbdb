import { block, element, writeXml, type XmlTree } from '../../xml/writer.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { screenOf } from '../output/terminal.ts'
import type { CheckReport, Finding } from './finding.ts'
import { textReport } from './text.ts'

/**
 * A suite for each component and a test case for each translation, in the XML that continuous integration reads
 * (https://github.com/testmoapp/junitxml). Findings of a whole component are a case of their own.
 */
export function junitReport(report: CheckReport): string {
  const groups = groupByCase(report)
  const suites = [...groups].map(([component, cases]) => {
    const elements = [...cases].map(([name, found]) => caseOf(component, name, found))
    return block('testsuite', { name: component, ...countCases(cases.values()) }, elements)
  })
  const all = [...groups.values()].flatMap((cases) => [...cases.values()])
  const root = block('testsuites', { name: 'gitglot', ...countCases(all) }, suites)
  return writeXml(root, { selfClosing: true })
}

interface Case {
  readonly file: string | undefined
  readonly findings: Finding[]
}

/** The cases of each component by their name: a language, or the component itself. */
function groupByCase({ findings, languages }: CheckReport): Map<string, Map<string, Case>> {
  const suites = new Map<string, Map<string, Case>>()
  const add = (component: string, name: string, file: string | undefined): Case => {
    const suite = suites.get(component) ?? new Map<string, Case>()
    suites.set(component, suite)
    const found = suite.get(name) ?? { file, findings: [] }
    suite.set(name, found)
    return found
  }
  for (const { component, language, filename } of languages) add(component, language, filename)
  for (const finding of findings) {
    const { component, language = component, filename } = finding
    add(component, language, filename).findings.push(finding)
  }
  return suites
}

function countCases(cases: Iterable<Case>): { readonly tests: string; readonly failures: string } {
  const all = [...cases]
  const failed = all.filter(({ findings }) => findings.length > 0)
  return { tests: String(all.length), failures: String(failed.length) }
}

function caseOf(component: string, name: string, { file, findings }: Case): XmlTree {
  const attributes = {
    name: sanitizeTerminal(name),
    classname: component,
    ...(file && { file: sanitizeTerminal(file) }),
  }
  const [first] = findings
  if (first === undefined) return element('testcase', attributes)
  const text = textReport({ findings, isPassed: false, base: undefined }, screenOf({}))
  const { rule } = first
  const message = sanitizeTerminal(first.message)
  return block('testcase', attributes, [element('failure', { message, type: rule }, text)])
}
