import type { Severity } from '../../checks/check.ts'
import { cut, sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { Color, Screen } from '../output/terminal.ts'
import type { CheckReport, Finding } from './finding.ts'
import { foundParts } from './summary.ts'

const COLORS: Readonly<Record<Severity, Color>> = { error: 'red', warning: 'yellow', note: 'dim' }

/** A line for each finding, as compilers print them, then the verdict in up to three lines. */
export function textReport(report: CheckReport, screen: Screen): string {
  const { paint } = screen
  const verdict = report.isPassed ? paint('green', 'passed') : paint('red', 'failed')
  return [...linesOf(report.findings, screen), `${verdict}: ${foundParts(report).join('\n')}`].join(
    '\n',
  )
}

/** `l/de.json:3:5: error java_format "key" (de, fr): The translation has no {0}.` */
export function linesOf(findings: readonly Finding[], { paint }: Screen): string[] {
  return findings.map((finding) => {
    const { rule, severity, context, places } = finding
    const [{ message }] = places
    const what =
      context === undefined ? '' : ` ${JSON.stringify(cut(sanitizeTerminal(context), MAX_CONTEXT))}`
    const about = `${paint(COLORS[severity], severity)} ${rule}${what}${languagesText(finding)}`
    return `${paint('bold', placeText(finding))}: ${about}: ${sanitizeTerminal(message)}`
  })
}

/** Source texts may stand for keys. */
const MAX_CONTEXT = 80

/** `l/de.json:3:5`, or the component and language where there is no file. */
function placeText({ component, places: [{ filename, line, column, language }] }: Finding): string {
  if (filename !== undefined) return `${sanitizeTerminal(filename)}:${line}:${column}`
  return language === undefined ? component : `${component}/${sanitizeTerminal(language)}`
}

/** Languages that the place does not tell: ` (cs, de)`. */
function languagesText({ languages, places: [{ language }] }: Finding): string {
  const isTold = languages.length === (language === undefined ? 0 : 1)
  return isTold ? '' : ` (${languages.map(sanitizeTerminal).join(', ')})`
}
