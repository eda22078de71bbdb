import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { createPaint, type Screen } from '../output/terminal.ts'
import { type CheckReport, countText, type Finding } from './finding.ts'

/** A line for each finding, as compilers print them, and what it comes to. */
export function textReport({ findings, isPassed, base }: CheckReport, screen: Screen): string {
  const paint = createPaint(screen)
  const lines = findings.map((finding) => {
    const { rule, context, message } = finding
    const what = context === undefined ? '' : ` ${JSON.stringify(sanitizeTerminal(context))}`
    return `${paint('bold', placeText(finding))}: ${paint('yellow', rule)}${what}: ${sanitizeTerminal(message)}`
  })
  const since = base === undefined ? '' : ` since ${base.slice(0, 12)}`
  const verdict = isPassed ? paint('green', 'passed') : paint('red', 'failed')
  return [...lines, `${verdict}: found ${countText(findings)}${since}`].join('\n')
}

/** `l/de.json:3:5`, or the component and language where there is no file. */
function placeText({ filename, line, column, component, language }: Finding): string {
  if (filename !== undefined) return `${sanitizeTerminal(filename)}:${line}:${column}`
  return language === undefined ? component : `${component}/${sanitizeTerminal(language)}`
}
