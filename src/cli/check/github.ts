import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import type { CheckReport, Finding } from './finding.ts'
import { foundText } from './summary.ts'

/** GitHub shows 10 annotations of each kind for a step; the rest only fill the log. */
const MAX_ANNOTATIONS = 50

/**
 * Workflow commands that put findings beside their lines
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
 */
export function githubReport(report: CheckReport): string {
  const { findings, isPassed } = report
  const shown = findings.slice(0, MAX_ANNOTATIONS).map(annotation)
  const rest = findings.length - shown.length
  const more = rest === 0 ? [] : [`::notice title=gitglot::${rest} more are not annotated`]
  // Not a command: a line of the log.
  return [...shown, ...more, `${isPassed ? 'passed' : 'failed'}: ${foundText(report)}`].join('\n')
}

const KINDS = { error: 'error', warning: 'warning', note: 'notice' } as const

function annotation({ rule, severity, component, languages, context, places }: Finding): string {
  const [{ filename, line, column, message }] = places
  const place =
    filename === undefined ? [] : [`file=${property(filename)}`, `line=${line}`, `col=${column}`]
  const about = [component, languages.join(', '), context].filter(Boolean).join(' ')
  const properties = [...place, `title=${property(`gitglot ${rule}`)}`].join(',')
  return `::${KINDS[severity]} ${properties}::${data(`${message} (${sanitizeTerminal(about)})`)}`
}

function data(text: string): string {
  return sanitizeTerminal(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
