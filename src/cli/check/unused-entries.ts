import type { View } from '../../catalog/model.ts'
import type { IgnoreConfig } from '../../config/check.ts'
import { wholeFile } from './file-problems.ts'
import { BASE_RULES, describeRule } from './rule.ts'
import type { SettingProblem } from './settings.ts'

interface EntriesInput {
  readonly after: View
  readonly configFile: string
  readonly isWhole: boolean
}

/** The entries of `check.ignore` that accept nothing, where all that they may accept was looked for. */
export function unusedEntries(
  { after, configFile, isWhole }: EntriesInput,
  used: ReadonlySet<IgnoreConfig>,
): SettingProblem[] {
  if (!isWhole) return []
  const seen = new Set<IgnoreConfig>(used)
  return after.projects.flatMap(({ config: { slug, check, severity } }) =>
    check.ignore.flatMap((entry): SettingProblem[] => {
      // Those of the site are in all projects.
      if (seen.has(entry) || BASE_RULES.has(entry.check)) return []
      seen.add(entry)
      const severityOf = (rule: string) => severity[rule] ?? describeRule(rule).severity
      const { line, ...fields } = entry
      const named = Object.entries(fields).filter(([, text]) => text !== '')
      const shown = named.map(([name, text]) => `${name}: ${text}`).join(', ')
      const message = `Nothing fails that check.ignore accepts here: ${shown}.`
      const place = { ...wholeFile(configFile), line }
      const problem = { ...place, rule: 'unused-ignore', language: undefined, message }
      return [{ subject: { component: slug, severityOf }, check, problem }]
    }),
  )
}
