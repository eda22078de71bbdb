import { counted } from '../output/counted.ts'
import type { CheckReport, RuleCount } from './finding.ts'
import { SEVERITIES } from './rule.ts'

/**
 * What was found, and first what makes the check fail: `2 java_format, 1 parse-error; also 1 warning (1 end_space) since
 * 1234567890ab`. `mark` formats rules and commits.
 */
export function foundText(
  {
    counts,
    base,
    accepted,
    isPassed,
  }: Pick<CheckReport, 'counts' | 'base' | 'accepted' | 'isPassed'>,
  mark: (text: string) => string = (text) => text,
): string {
  const failing = rulesText(counts.filter(({ isFailing }) => isFailing))
  const others = SEVERITIES.flatMap((severity) => {
    const own = counts.filter((one) => !one.isFailing && one.severity === severity)
    const sum = own.reduce((total, { found }) => total + found, 0)
    const hint = own.every(({ isListed }) => isListed) ? '' : '; --fail-on note lists them'
    return sum === 0 ? [] : [`${counted(sum, severity)} (${rulesText(own)}${hint})`]
  }).join(', ')
  const parts = [failing, failing === '' || others === '' ? others : `also ${others}`]
  const found = parts.filter((part) => part !== '').join('; ') || 'nothing'
  const more = accepted === 0 ? '' : `; ${accepted} accepted`
  const unread = isPassed || failing !== '' ? '' : 'not everything can be read; '
  return `${unread}found ${found}${more}${base === undefined ? '' : ` since ${mark(base.slice(0, 12))}`}`

  function rulesText(own: readonly RuleCount[]): string {
    return own.map(({ rule, found }) => `${found} ${mark(rule)}`).join(', ')
  }
}
