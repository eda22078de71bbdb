import type { Severity } from '../../checks/check.ts'
import type { CheckReport, Finding } from '../../facts/records.ts'
import { cut, sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { Color, Screen } from '../output/terminal.ts'

import { foundParts } from './summary.ts'

const COLORS: Readonly<Record<Severity, Color>> = { error: 'red', warning: 'yellow', note: 'dim' }

/** Returns a line for each finding in the style of compilers, followed by a verdict of up to three lines. */
export function textReport(report: CheckReport, screen: Screen): string {
  const { paint } = screen
  const verdict = report.isPassed ? paint('green', 'passed') : paint('red', 'failed')
  return [...linesOf(report.findings, screen), `${verdict}: ${foundParts(report).join('\n')}`].join(
    '\n',
  )
}

/** Formats findings as `l/de.json:3:5: error java_format "key" (de, fr): The translation has no {0}.` */
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

/** Maximum length of a key, since source texts may serve as keys. */
const MAX_CONTEXT = 80

/** Formats a place as `l/de.json:3:5`, or as component and language if there is no file. */
function placeText({ component, places: [{ filename, line, column, language }] }: Finding): string {
  if (filename !== undefined) return `${sanitizeTerminal(filename)}:${line}:${column}`
  return language === undefined ? component : `${component}/${sanitizeTerminal(language)}`
}

/** Formats the languages that the place does not imply: ` (cs, de)`. */
function languagesText({ languages, places: [{ language }] }: Finding): string {
  const isTold = languages.length === (language === undefined ? 0 : 1)
  return isTold ? '' : ` (${languages.map(sanitizeTerminal).join(', ')})`
}
