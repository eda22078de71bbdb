import type { ComponentDifference } from '../../catalog/compare.ts'
import type { CheckConfig, IgnoreConfig } from '../../config/check.ts'
import type { CheckReport, LanguageResult } from '../../facts/records.ts'
import {
  createTranslationTest,
  type Selected,
  type Selection,
  selectPairs,
} from '../../facts/selection.ts'
import type { OutdatedRows } from '../../history/states/outdated.ts'
import type { Component, Translation, View } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { isBroken } from '../../model/readiness.ts'
import { findRow } from '../../model/unit.ts'
import type { FindUnitLocation } from '../../reading/unit-places.ts'
import { componentsOf, sourceOf } from '../../view/view.ts'
import { type Compared, compareBoth } from '../former/former.ts'
import { type CollectOptions, Collector, subjectOf } from './collect.ts'
import {
  alertProblem,
  belowThreshold,
  lostPlurals,
  missingLanguages,
  percentOf,
  refusedTexts,
  removedLanguages,
  type Thresholds,
  unreadableBases,
} from './file-problems.ts'
import { keyProblems, renamedKeys, type Usages, usageProblems } from './key-problems.ts'
import { countFindings, countRules, sortByString } from './order.ts'
import {
  failingChecks,
  findOldFailures,
  longOutdated,
  newProblems,
  type OldFailures,
} from './problems.ts'
import { settingProblems, unusedEntries } from './settings.ts'

/** Which problems count, and which of them fail the check. */
export interface GateOptions extends Thresholds, CollectOptions {
  /** Maximum age of outdated translations in days. */
  readonly maxDays: number
}

interface GateInput {
  readonly after: View
  /** The base, with its view; undefined without `--base`. */
  readonly base: Base | undefined
  readonly findPlace: FindUnitLocation
  /** Outdated units; undefined without `--max-outdated`. */
  readonly outdated: OutdatedRows | undefined
  /** Usages of keys in the code; undefined without `--unused`. */
  readonly usages: Usages | undefined
  readonly selection: Selection
  /** The selected components of both views. */
  readonly selected: readonly Selected[]
  /** Path of the configuration in the repository; `''` if it is outside. */
  readonly configFile: string
  /** Whether all problems are collected, so that unused entries of `check.ignore` can be reported. */
  readonly isWhole: boolean
}

interface Base extends Compared {
  readonly oid: string
  readonly view: View
}

/** Checks the files and reports all problems, or with a base only new ones. */
export async function runGate(
  input: GateInput,
  optionsFor: (check: CheckConfig) => GateOptions,
): Promise<CheckReport> {
  const { after, base, findPlace, selection } = input
  const differences =
    base === undefined
      ? againstNothing(after)
      : compareBoth(base, base.view, after, renamedLanguages)
  const oldFailures = findOldFailures(base === undefined ? [] : differences)
  const used = new Set<IgnoreConfig>()
  const collectors: Collector[] = []
  const languages: Omit<LanguageResult, 'found'>[] = []
  for (const difference of selectDifferences(differences, input)) {
    const { after: component } = difference
    if (component === undefined) continue
    const options = optionsFor(component.project.config.check)
    const collector = new Collector(subjectOf(component, used), options, findPlace)
    collectors.push(collector)
    const stillThere = { ...difference, after: component }
    languages.push(...(await collect(collector, stillThere, input, { ...options, oldFailures })))
  }
  const unused = input.isWhole ? unusedEntries(after, input.configFile, used) : []
  const others = base === undefined ? unused : settingProblems(base, selection)
  for (const { subject, check, problem } of others) {
    const collector = new Collector(subject, optionsFor(check), findPlace)
    collectors.push(collector)
    collector.addFile(problem)
  }
  const findings = collectors.flatMap((collector) => collector.findings())
  const unlisted = collectors.flatMap((collector) => collector.unlisted())
  return {
    isPassed: !findings.some(({ isFailing }) => isFailing),
    base: base?.oid,
    accepted: collectors.reduce((sum, collector) => sum + collector.accepted(), 0),
    counts: countRules(findings, unlisted),
    findings: sortByString(findings),
    languages: countFindings(languages, findings),
  }
}

/** Collects the problems of a component that still exists. Resolves with its languages. */
async function collect(
  collector: Collector,
  difference: ComponentDifference & { readonly after: Component },
  { base, findPlace, outdated, usages }: GateInput,
  options: GateOptions & { readonly oldFailures: OldFailures },
): Promise<Omit<LanguageResult, 'found'>[]> {
  const { after: component, languages, newAlerts } = difference
  const files = new Set(languages.map((language) => language.after?.filename))
  const alerts = newAlerts.filter(
    // Only the selected languages' files are checked.
    ({ filename }) =>
      files.has(filename) ||
      !component.translations.some((translation) => translation.filename === filename),
  )
  for (const problem of [
    ...alerts.filter(isBroken).map((alert) => alertProblem(component, alert)),
    ...missingLanguages(component, options),
    ...unreadableBases(languages),
    ...(base === undefined ? [] : removedLanguages(component, languages)),
    ...(usages === undefined ? [] : await usageProblems(component, usages, findPlace)),
  ]) {
    collector.addFile(problem)
  }
  const results: Omit<LanguageResult, 'found'>[] = []
  const renamedProblems = renamedKeys(difference)
  const renamed = new Set(renamedProblems.map((renamedKey) => renamedKey.before))
  const ownFiles = new Set<string>()
  for (const language of languages) {
    const { before, after } = language
    if (after === undefined) continue
    await collector.addUnits(after, [
      ...(base === undefined ? failingChecks(after, options) : newProblems(language, options)),
      ...longOutdated([...(outdated?.(after).values() ?? [])], options),
    ])
    for (const problem of [
      ...belowThreshold(after, options),
      ...lostPlurals(before, after),
      // One file may hold all languages.
      ...(ownFiles.has(after.filename) ? [] : refusedTexts(before, after)),
      ...(await keyProblems(language, { findPlace, renamed })),
    ]) {
      collector.addFile(problem)
    }
    ownFiles.add(after.filename)
    results.push({
      component: placeOf(component),
      language: after.language.code,
      filename: after.filename,
      percentBefore: before && percentOf(before),
      percent: percentOf(after),
    })
  }
  const source = sourceOf(component)
  if (source !== undefined) {
    await collector.addUnits(
      source,
      renamedProblems.map(({ problem }) => problem),
    )
  }
  return results
}

/** Returns the differences in the selected components and languages. */
function selectDifferences(
  differences: readonly ComponentDifference[],
  { selected, selection: { language } }: GateInput,
): readonly ComponentDifference[] {
  const chosen = selectPairs(differences, selected)
  if (language === undefined) return chosen
  const isWanted = createTranslationTest(language)
  return chosen.map((difference) => ({
    ...difference,
    languages: difference.languages.filter(({ before, after }) =>
      [before, after].some((side) => side && isWanted(side)),
    ),
  }))
}

/** Returns all components for a check without a base, which compares no units. */
function againstNothing(view: View): ComponentDifference[] {
  return componentsOf(view).map((component) => ({
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

/** The minimum share of common texts for a language to count as renamed, as in Git's rename detection. */
const LEAST_SHARED = 0.5

/**
 * Finds languages whose code changed because their file was renamed, such as `pt.json` to `pt-PT.json`. Returns the old
 * code by the new code.
 */
function renamedLanguages(before: Component, after: Component): ReadonlyMap<string, string> {
  const gone = withoutTwin(before, after)
  const renamed = new Map<string, string>()
  for (const translation of withoutTwin(after, before)) {
    const [best] = gone
      .map((former) => ({ former, share: sharedTexts(former, translation) }))
      .filter(({ share }) => share >= LEAST_SHARED)
      .sort((a, b) => b.share - a.share)
    if (best === undefined) continue
    renamed.set(translation.language.code, best.former.language.code)
    gone.splice(gone.indexOf(best.former), 1)
  }
  return renamed
}

function withoutTwin({ translations }: Component, other: Component): Translation[] {
  const codes = new Set(other.translations.map(({ language }) => language.code))
  return translations.filter(({ language, isSource }) => !isSource && !codes.has(language.code))
}

/** Returns the share of the smaller translation's translated strings that the other has with the same text. */
function sharedTexts(before: Translation, after: Translation): number {
  const [old, now] = [before.units(), after.units()]
  let shared = 0
  for (let row = 0; row < now.table.count; row++) {
    const target = now.targets.at(row)
    const oldRow = target ? findRow(old.table, now.table, row) : undefined
    if (oldRow !== undefined && old.targets.at(oldRow) === target) shared++
  }
  return shared / Math.min(filled(before), filled(after))
}

function filled({ statistics: { total, translated, fuzzy } }: Translation): number {
  return Math.min(total.units, translated.units + fuzzy.units)
}
