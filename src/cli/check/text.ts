import { SEVERITIES, type Severity } from '../../checks/check.ts'
import { counted, formatNumber } from '../../facts/format-numbers.ts'
import type { CheckReport, Finding, RuleCount } from '../../facts/records.ts'
import { sanitizeTerminal } from '../../text.ts'
import { type Color, cut, type Screen } from '../output/terminal.ts'

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
    const { rule, severity, context } = finding
    const what =
      context === undefined ? '' : ` ${JSON.stringify(cut(sanitizeTerminal(context), MAX_CONTEXT))}`
    const about = `${paint(COLORS[severity], severity)} ${rule}${what}${languagesText(finding)}`
    return `${paint('bold', placeText(finding))}: ${about}: ${sanitizeTerminal(mistakeOf(finding))}`
  })
}

/** Returns the mistake at the first place, with its language if others make different ones. */
export function mistakeOf({ places }: Finding): string {
  const [{ language, message }] = places
  const isShared = places.every((place) => place.message === message)
  return isShared || language === undefined ? message : `${message} (in ${language}; others differ)`
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

/** Maximum number of rules named; the others are only counted. */
const MAX_RULES = 6

/**
 * Summarizes the findings in up to three short parts: those that fail the check (`found 2 java_format, 1 parse-error
 * since 1234567890ab`), the others, and the accepted ones. `mark` formats rules and commits.
 */
export function foundParts(
  { counts, base, accepted, isPassed }: CheckReport,
  mark: (text: string) => string = (text) => text,
): string[] {
  const failing = rulesText(counts.filter(({ isFailing }) => isFailing))
  const others = SEVERITIES.flatMap((severity) => {
    const ruleCounts = counts.filter(
      (ruleCount) => !ruleCount.isFailing && ruleCount.severity === severity,
    )
    const sum = ruleCounts.reduce((total, { found }) => total + found, 0)
    const isListed = ruleCounts.every((ruleCount) => ruleCount.isListed)
    const details = isListed ? rulesText(ruleCounts) : '--fail-on note lists them'
    return sum === 0 ? [] : [`${counted(sum, severity)} (${details})`]
  }).join(', ')
  const since = base === undefined ? '' : ` since ${mark(base.slice(0, 12))}`
  const unread = isPassed || failing !== '' ? '' : 'not everything can be read; '
  return [
    `${unread}found ${failing || others || 'nothing'}${since}`,
    ...(failing === '' || others === '' ? [] : [`also ${others}`]),
    ...(accepted === 0 ? [] : [`${accepted} accepted`]),
  ]

  function rulesText(ruleCounts: readonly RuleCount[]): string {
    const shown = ruleCounts
      .slice(0, MAX_RULES)
      .map(({ rule, found }) => `${formatNumber(found)} ${mark(rule)}`)
    const rest = ruleCounts.slice(MAX_RULES).reduce((sum, { found }) => sum + found, 0)
    return [...shown, ...(rest === 0 ? [] : [`${formatNumber(rest)} of other checks`])].join(', ')
  }
}
