import { type ComponentDifference, compareViews } from '../../catalog/compare.ts'
import type { View } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import type { FindPlace } from '../../catalog/unit-places.ts'
import type { Outdated } from '../outdated.ts'
import { createTranslationTest, type Selection, select } from '../selection.ts'
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
import { keyProblems, renamedKeys } from './key-problems.ts'
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
  readonly selection: Selection
}

/** Checks the files: all problems, or with a base those that are not in it. */
export async function runGate(input: GateInput, options: GateOptions): Promise<CheckReport> {
  const { after, before, base, findPlace, outdated } = input
  const all = before === undefined ? againstNothing(after) : compareViews(before, after)
  const differences = selectDifferences(all, [after, before], input.selection)
  const languages: Omit<LanguageResult, 'found'>[] = []
  const findings: Finding[] = []
  const unlisted: RuleCount[] = []
  for (const difference of differences) {
    const { after: component, languages: translations, newAlerts } = difference
    if (component === undefined) continue
    const collector = createCollector(component, options, findPlace)
    const files = new Set(translations.map((one) => one.after?.filename))
    const alerts = newAlerts.filter(
      // Of the file of another language nothing was asked.
      ({ filename }) =>
        files.has(filename) || !component.translations.some((one) => one.filename === filename),
    )
    for (const problem of [
      ...alerts.filter(isBroken).map((alert) => alertProblem(component, alert)),
      ...missingLanguages(component, options),
      ...(before === undefined ? [] : removedLanguages(component, translations)),
    ]) {
      collector.addFile(problem)
    }
    for (const one of translations) {
      const { before: old, after: translation } = one
      if (translation === undefined) continue
      await collector.addUnits(translation, [
        ...(before === undefined ? failingChecks(translation, options) : newProblems(one, options)),
        ...longOutdated(outdated?.get(translation) ?? [], options),
      ])
      for (const problem of [
        ...belowThreshold(translation, options),
        ...(await keyProblems(one, findPlace)),
      ]) {
        collector.addFile(problem)
      }
      languages.push({
        component: placeOf(component),
        language: translation.language.code,
        filename: translation.filename,
        percentBefore: old && percentOf(old),
        percent: percentOf(translation),
      })
    }
    const source = component.translations.find(({ isSource }) => isSource)
    if (source !== undefined) await collector.addUnits(source, renamedKeys(difference))
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

/** The selected ones. Throws UsageError if there is no such component or language. */
function selectDifferences(
  differences: readonly ComponentDifference[],
  views: readonly [View, View | undefined],
  selection: Selection,
): readonly ComponentDifference[] {
  const { language } = selection
  // A language may have been removed.
  const projects = views.flatMap((view) => view?.projects ?? [])
  const chosen = new Set(
    select({ ...views[0], projects }, selection).map(({ component }) => component),
  )
  const own = differences.filter(
    (one) => (one.after && chosen.has(one.after)) || (one.before && chosen.has(one.before)),
  )
  if (language === undefined) return own
  const isWanted = createTranslationTest(language)
  return own.map((one) => ({
    ...one,
    languages: one.languages.filter(({ before, after }) =>
      [before, after].some((side) => side && isWanted(side)),
    ),
  }))
}

/** All components; which of their units differ is asked only where there is a base. */
function againstNothing({ projects }: View): ComponentDifference[] {
  const components = projects.flatMap((project) => project.components)
  return components.map((component) => ({
    before: undefined,
    after: component,
    languages: component.translations.map((after) => ({
      language: after.language,
      before: undefined,
      after,
      units: [],
    })),
    newAlerts: component.alerts,
  }))
}
