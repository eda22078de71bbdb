import type { CheckReport, Finding } from '../../facts/records.ts'
import { sanitizeTerminal } from '../../text.ts'
import { foundParts, mistakeOf } from './text.ts'

/** GitHub shows 10 annotations of each kind for a step; more would only fill the log. */
const MAX_ANNOTATIONS = 50

/**
 * Formats findings as workflow commands that annotate their lines
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
 */
export function githubReport(report: CheckReport): string {
  const { findings, isPassed } = report
  const shown = findings.slice(0, MAX_ANNOTATIONS).map(annotation)
  const rest = findings.length - shown.length
  const more = rest === 0 ? [] : [`::notice title=gitglot::${rest} more findings are not annotated`]
  // A plain line of the log rather than a workflow command.
  return [
    ...shown,
    ...more,
    `${isPassed ? 'passed' : 'failed'}: ${foundParts(report).join('; ')}`,
  ].join('\n')
}

const KINDS = { error: 'error', warning: 'warning', note: 'notice' } as const

function annotation(finding: Finding): string {
  const { rule, severity, component, languages, context, places } = finding
  const [{ filename, line, column }] = places
  const place =
    filename === undefined ? [] : [`file=${property(filename)}`, `line=${line}`, `col=${column}`]
  const about = [component, languages.join(', '), context].filter(Boolean).join(' ')
  const properties = [...place, `title=${property(`gitglot ${rule}`)}`].join(',')
  return `::${KINDS[severity]} ${properties}::${data(`${mistakeOf(finding)} (${sanitizeTerminal(about)})`)}`
}

function data(text: string): string {
  return sanitizeTerminal(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
