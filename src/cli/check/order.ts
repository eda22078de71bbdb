import { SEVERITIES } from '../../checks/check.ts'
import type { Finding, LanguageResult, RuleCount } from '../../facts/records.ts'
import { groupBy } from '../../group-by.ts'

/** Sorts findings by string: strings that fail the check first, then those with the most severe findings. */
export function sortByString(findings: readonly Finding[]): readonly Finding[] {
  const strings = groupBy(findings, (finding) =>
    finding.checksum === undefined ? finding : `${finding.component} ${finding.checksum}`,
  )
  return [...strings.values()]
    .map((ofString) => ofString.sort(bySeverity))
    .sort(([a], [b]) => bySeverity(a, b))
    .flat()
}

/** Counts the findings of each rule, including unlisted ones, in the order of `CheckReport.counts`. */
export function countRules(
  findings: readonly Finding[],
  unlisted: readonly RuleCount[],
): readonly RuleCount[] {
  const counts = new Map<string, RuleCount>()
  const listed = findings.map(({ rule, severity, isFailing }) => {
    return { rule, severity, isFailing, isListed: true, found: 1 }
  })
  for (const ruleCount of [...listed, ...unlisted]) {
    const key = `${ruleCount.rule} ${ruleCount.severity} ${ruleCount.isListed}`
    counts.set(key, { ...ruleCount, found: ruleCount.found + (counts.get(key)?.found ?? 0) })
  }
  return [...counts.values()].sort(
    (ruleCount, other) =>
      bySeverity(ruleCount, other) ||
      other.found - ruleCount.found ||
      (ruleCount.rule < other.rule ? -1 : 1),
  )
}

/** Returns the results of languages with their findings counted. */
export function countFindings(
  languages: readonly Omit<LanguageResult, 'found'>[],
  findings: readonly Finding[],
): readonly LanguageResult[] {
  const found = findings.flatMap(({ component, languages: codes, severity }) =>
    codes.map((code) => ({ key: `${component} ${code}`, severity })),
  )
  const byLanguage = groupBy(found, ({ key }) => key)
  return languages.map((language) => {
    const counts = { error: 0, warning: 0, note: 0 }
    const ofLanguage = byLanguage.get(`${language.component} ${language.language}`)
    for (const { severity } of ofLanguage ?? []) counts[severity]++
    return { ...language, found: counts }
  })
}

type Rank = Pick<Finding, 'severity' | 'isFailing'>

function bySeverity(rank: Rank, other: Rank): number {
  return rankOf(rank) - rankOf(other)
}

function rankOf({ severity, isFailing }: Rank): number {
  return SEVERITIES.indexOf(severity) + (isFailing ? 0 : SEVERITIES.length)
}
