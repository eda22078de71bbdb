import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { Screen } from '../output/terminal.ts'
import { type CheckReport, type Finding, foundText } from './finding.ts'

/** A line for each finding, as compilers print them, then the verdict. */
export function textReport(
  { findings, isPassed, base }: Omit<CheckReport, 'languages'>,
  { paint }: Screen,
): string {
  const lines = findings.map((finding) => {
    const { rule, context, message } = finding
    const what = context === undefined ? '' : ` ${JSON.stringify(sanitizeTerminal(context))}`
    return `${paint('bold', placeText(finding))}: ${paint('yellow', rule)}${what}: ${sanitizeTerminal(message)}`
  })
  const verdict = isPassed ? paint('green', 'passed') : paint('red', 'failed')
  return [...lines, `${verdict}: found ${foundText(findings, base)}`].join('\n')
}

/** `l/de.json:3:5`, or the component and language where there is no file. */
function placeText({ filename, line, column, component, language }: Finding): string {
  if (filename !== undefined) return `${sanitizeTerminal(filename)}:${line}:${column}`
  return language === undefined ? component : `${component}/${sanitizeTerminal(language)}`
}
