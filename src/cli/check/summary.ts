import { SEVERITIES } from '../../checks/check.ts'
import type { CheckReport, RuleCount } from '../../facts/records.ts'
import { counted } from '../../facts/words.ts'

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
    const shown = ruleCounts.slice(0, MAX_RULES).map(({ rule, found }) => `${found} ${mark(rule)}`)
    const rest = ruleCounts.slice(MAX_RULES).reduce((sum, { found }) => sum + found, 0)
    return [...shown, ...(rest === 0 ? [] : [`${rest} of other checks`])].join(', ')
  }
}
