import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { type CheckReport, type Finding, foundText } from './finding.ts'

/** GitHub shows 10 annotations of each kind for a step; the rest only fill the log. */
const MAX_ANNOTATIONS = 50

/**
 * Workflow commands that put findings beside their lines
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
 */
export function githubReport({ findings, isPassed }: CheckReport): string {
  const kind = isPassed ? 'warning' : 'error'
  const shown = findings.slice(0, MAX_ANNOTATIONS).map((finding) => annotation(kind, finding))
  const rest = findings.length - shown.length
  const more = rest === 0 ? [] : [`::notice title=gitglot::${rest} more are not annotated`]
  // Not a command: a line of the log.
  return [
    ...shown,
    ...more,
    `${isPassed ? 'passed' : 'failed'}: found ${foundText(findings)}`,
  ].join('\n')
}

function annotation(kind: string, finding: Finding): string {
  const { rule, component, language, filename, line, column, context, message } = finding
  const place =
    filename === undefined ? [] : [`file=${property(filename)}`, `line=${line}`, `col=${column}`]
  const about = [component, language, context].filter((one) => one !== undefined).join(' ')
  const properties = [...place, `title=${property(`gitglot ${rule}`)}`].join(',')
  return `::${kind} ${properties}::${data(`${message} (${sanitizeTerminal(about)})`)}`
}

function data(text: string): string {
  return sanitizeTerminal(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
