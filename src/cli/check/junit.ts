import type { CheckReport, Finding } from '../../facts/records.ts'
import { groupBy } from '../../group-by.ts'
import { sanitizeTerminal } from '../../text.ts'
import { block, element, writeXml, type XmlTree } from '../../xml/writer.ts'
import { screenOf } from '../output/terminal.ts'
import { linesOf } from './text.ts'

/**
 * Returns a test suite for each component and a test case for each translation, in JUnit XML
 * (https://github.com/testmoapp/junitxml). A case fails if one of its findings fails the check; other findings are its
 * output. Findings of a whole component form a case of their own.
 */
export function junitReport({ findings, languages }: CheckReport): string {
  const parts: readonly CasePart[] = [
    ...languages.map(({ component, language, filename }) => ({
      ...{ component, name: language, file: filename },
    })),
    ...findings.flatMap(partsOf),
  ]
  const cases = groupBy(parts, ({ component, name }) => JSON.stringify([component, name]))
  const suites = groupBy([...cases.values()], ([{ component }]) => component)
  const elements = [...suites].map(([component, ofSuite]) =>
    block('testsuite', { name: component, ...countCases(ofSuite) }, ofSuite.map(caseOf)),
  )
  const root = block(
    'testsuites',
    { name: 'gitglot', ...countCases([...cases.values()]) },
    elements,
  )
  return writeXml(root, { selfClosing: true })
}

/** A language of a component, or a finding there. A case consists of those with the same name. */
interface CasePart {
  readonly component: string
  readonly name: string
  readonly file: string | undefined
  readonly finding?: Finding
}

function partsOf(finding: Finding): CasePart[] {
  const { component, languages, places } = finding
  const file = places[0].filename
  if (languages.length === 0) return [{ component, name: component, file, finding }]
  return languages.map((name) => {
    const place = places.find(({ language }) => language === name) ?? places[0]
    const inLanguage = { ...finding, languages: [name], places: [place] as const }
    return { component, name, file: place.filename, finding: inLanguage }
  })
}

function countCases(cases: readonly (readonly CasePart[])[]) {
  const failed = cases.filter((parts) => parts.some(({ finding }) => finding?.isFailing))
  return { tests: String(cases.length), failures: String(failed.length) }
}

function caseOf(parts: readonly [CasePart, ...CasePart[]]): XmlTree {
  const [{ component, name, file }] = parts
  const attributes = {
    name: sanitizeTerminal(name),
    classname: component,
    ...(file && { file: sanitizeTerminal(file) }),
  }
  const findings = parts.flatMap(({ finding }) => finding ?? [])
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
