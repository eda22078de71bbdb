import { type ComponentDifference, compareComponents, compareViews } from '../../catalog/compare.ts'
import type { View } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import type { FindPlace } from '../../catalog/unit-places.ts'
import type { Outdated } from '../outdated.ts'
import { type CollectOptions, createCollector } from './collect.ts'
import {
  alertProblem,
  belowThreshold,
  isBroken,
  missingLanguages,
  percentOf,
  removedLanguages,
  type Thresholds,
} from './file-problems.ts'
import type { CheckReport, Finding, LanguageResult, RuleCount } from './finding.ts'
import { countFindings, countRules, sortByString } from './order.ts'
import { failingChecks, longOutdated, newProblems } from './problems.ts'

/** What counts, and what makes `check` fail. */
export interface GateOptions extends Thresholds, CollectOptions {
  /** Limit for outdated translations. */
  readonly maxDays: number
}

interface GateInput {
  readonly after: View
  /** The view and id of the base; undefined without `--base`. */
  readonly before: View | undefined
  readonly base: string | undefined
  readonly findPlace: FindPlace
  /** Undefined without `--max-outdated`. */
  readonly outdated: Outdated | undefined
}

/** Checks the files: all problems, or with a base those that are not in it. */
export async function runGate(input: GateInput, options: GateOptions): Promise<CheckReport> {
  const { after, before, base, findPlace, outdated } = input
  const differences = before === undefined ? againstNothing(after) : compareViews(before, after)
  const languages: Omit<LanguageResult, 'found'>[] = []
  const findings: Finding[] = []
  const unlisted: RuleCount[] = []
  for (const { after: component, languages: translations, newAlerts } of differences) {
    if (component === undefined) continue
    const collector = createCollector(component, options, findPlace)
    const alerts = before === undefined ? component.alerts : newAlerts
    for (const problem of [
      ...alerts.filter(isBroken).map((alert) => alertProblem(component, alert)),
      ...missingLanguages(component, options),
      ...(before === undefined ? [] : removedLanguages(component, translations)),
    ]) {
      collector.addFile(problem)
    }
    for (const difference of translations) {
      const { before: old, after: translation } = difference
      if (translation === undefined) continue
      await collector.addUnits(translation, [
        ...(before === undefined
          ? failingChecks(translation, options)
          : newProblems(difference, options)),
        ...longOutdated(outdated?.get(translation) ?? [], options),
      ])
      for (const problem of belowThreshold(translation, options)) collector.addFile(problem)
      languages.push({
        component: placeOf(component),
        language: translation.language.code,
        filename: translation.filename,
        percentBefore: old && percentOf(old),
        percent: percentOf(translation),
      })
    }
    findings.push(...collector.findings())
    unlisted.push(...collector.unlisted())
  }
  return {
    isPassed: !findings.some(({ isFailing }) => isFailing),
    base,
    counts: countRules(findings, unlisted),
    findings: sortByString(findings),
    languages: countFindings(languages, findings),
  }
}

function againstNothing({ projects }: View): ComponentDifference[] {
  return projects.flatMap(({ components }) =>
    components.map((component) => compareComponents(undefined, component)),
  )
}
