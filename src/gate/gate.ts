import { compareBoth, componentsLeft, renamedLanguages } from '../catalog/base/match-base.ts'
import type { ComponentDifference } from '../catalog/compare.ts'
import type { AskAbout } from '../catalog/component-work.ts'
import type { CheckReport } from '../facts/records.ts'
import {
  createTranslationTest,
  type Selected,
  type Selection,
  select,
  selectPairs,
} from '../facts/selection.ts'
import type { OutdatedRows } from '../history/states/outdated.ts'
import type { Component, Translation, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { isBroken } from '../model/readiness.ts'
import type { FindUnitLocation } from '../reading/unit-places.ts'
import { componentsOf, sourceOf, translationsOf } from '../view/view.ts'
import { Collector, countFindings, countRules, fileFinding, sortByString } from './collect.ts'
import {
  alertProblem,
  belowThreshold,
  lostEntries,
  lostPlurals,
  missingLanguages,
  percentOf,
  refusedTexts,
  removedLanguages,
  unreadableBases,
} from './file-problems.ts'
import { keyProblems, readUsages, renamedKeys, type Usages, usageProblems } from './key-problems.ts'
import { type GateRequest, gateOptions } from './options.ts'
import { type GateBase, settingProblems, unusedEntries } from './setting-problems.ts'
import {
  failingChecks,
  findOldFailures,
  longOutdated,
  newProblems,
  type OldFailures,
} from './unit-problems.ts'

/** What the gate reads: views, and functions that find places and outdated strings. */
export interface GateInput {
  readonly view: View
  /** The base to report only new problems; undefined to report all. */
  readonly base: GateBase | undefined
  /** Path of the configuration in the repository; `''` if it is elsewhere. */
  readonly configPath: string
  readonly findPlace: FindUnitLocation
  readonly askAbout: AskAbout
  readonly readOutdated: (translations: readonly Translation[]) => Promise<OutdatedRows>
}

/**
 * Finds the problems of components, or only those that are new since a base. Also returns why files are missing. Rejects
 * with UsageError if there is no selected component or language, with RepositoryError if something cannot be read.
 */
export async function checkViews(
  { view, base, configPath, findPlace, askAbout, readOutdated }: GateInput,
  request: GateRequest,
): Promise<{ readonly report: CheckReport; readonly missing: readonly string[] }> {
  const components = componentsOf(view)
  // A component or language may have been removed.
  const selected = select([...components, ...(base ? componentsOf(base.view) : [])], request)
  const differences =
    base === undefined
      ? againstNothing(view)
      : compareBoth(base.match, base.view, view, renamedLanguages)
  const facts = {
    findPlace,
    oldFailures: base && findOldFailures(differences),
    outdated:
      request.maxDays === undefined ? undefined : await readOutdated(translationsOf(components)),
    usages: request.unused ? await readUsages(askAbout, view, base?.view) : undefined,
  }
  const collectors: Collector[] = []
  for (const { after, ...difference } of selectDifferences(differences, selected, request)) {
    if (after === undefined) continue
    const options = gateOptions(request, after.project.config.check)
    const collector = new Collector(after, options, findPlace)
    await checkComponent(collector, { ...difference, after }, facts)
    collectors.push(collector)
  }
  const ofSettings =
    base === undefined
      ? unusedEntries(view, configPath, collectors, request)
      : settingProblems(base, configPath, request.component)
  const findings = [
    ...collectors.flatMap((collector) => collector.findings()),
    ...ofSettings.flatMap(({ check, problem, ...about }) => {
      const options = gateOptions(request, check)
      return options.ignored.has(problem.rule) ? [] : [fileFinding(problem, about, options)]
    }),
  ]
  const unlisted = collectors.flatMap((collector) => collector.unlisted())
  const languages = collectors.flatMap((collector) => collector.languages)
  const present = base === undefined ? components : componentsLeft(base.match, view)
  const missing = selected.flatMap((part) => missingContent(part, present))
  const report = {
    isPassed: missing.length === 0 && !findings.some(({ isFailing }) => isFailing),
    base: base?.commit,
    accepted: collectors.reduce((sum, { accepted }) => sum + accepted.size, 0),
    counts: countRules(findings, unlisted),
    findings: sortByString(findings),
    languages: countFindings(languages, findings),
  }
  return { report, missing }
}

/** Returns why configured files do not exist, or which content the clone lacks at the head or the base. */
function missingContent({ component }: Selected, present: readonly Component[]): string[] {
  return component.alerts
    .filter(
      ({ name, code }) =>
        code === 'incomplete' || (name === 'MissingFile' && present.includes(component)),
    )
    .map(({ message }) => message)
}

/** What the problems of all components are judged by. */
interface Facts {
  readonly findPlace: FindUnitLocation
  /** Undefined without `--base`. */
  readonly oldFailures: OldFailures | undefined
  /** Outdated units; undefined without `--max-outdated`. */
  readonly outdated: OutdatedRows | undefined
  /** Usages of keys in the code; undefined without `--unused`. */
  readonly usages: Usages | undefined
}

/** Collects the problems and languages of a component that still exists. */
async function checkComponent(
  collector: Collector,
  difference: ComponentDifference & { readonly after: Component },
  { findPlace, oldFailures, outdated, usages }: Facts,
): Promise<void> {
  const { options } = collector
  const { after: component, languages, newAlerts } = difference
  const files = new Set(languages.map((language) => language.after?.filename))
  const alerts = newAlerts.filter(
    // Only the selected languages' files are checked.
    ({ filename }) =>
      files.has(filename) ||
      !component.translations.some((translation) => translation.filename === filename),
  )
  collector.addFiles([
    ...alerts.filter(isBroken).map((alert) => alertProblem(component, alert)),
    ...missingLanguages(component, options),
    ...unreadableBases(difference),
    ...(oldFailures === undefined ? [] : removedLanguages(component, languages)),
    ...(usages === undefined ? [] : await usageProblems(component, usages, findPlace)),
  ])
  const renamedProblems = renamedKeys(difference)
  const renamed = new Set(renamedProblems.map(([former]) => former))
  const ownFiles = new Set<string>()
  for (const language of languages) {
    const { before, after } = language
    if (after === undefined) continue
    await collector.addUnits(after, [
      ...(oldFailures === undefined ? failingChecks(after) : newProblems(language, oldFailures)),
      ...longOutdated([...(outdated?.(after).values() ?? [])], options),
    ])
    collector.addFiles([
      ...belowThreshold(after, options),
      ...lostPlurals(before, after),
      ...lostEntries(language),
      // One file may hold all languages.
      ...refusedTexts(before, after).filter(
        ({ filename }) => filename !== after.filename || !ownFiles.has(filename),
      ),
      ...(await keyProblems(language, findPlace, (rule, key) => {
        return renamed.has(key) || collector.acceptsKey(rule, after.language.code, key)
      })),
    ])
    ownFiles.add(after.filename)
    collector.languages.push({
      component: placeOf(component),
      language: after.language.code,
      filename: after.filename,
      percentBefore: before && percentOf(before),
      percent: percentOf(after),
    })
  }
  const source = sourceOf(component)
  const problems = renamedProblems.map(([, problem]) => problem)
  if (source !== undefined) await collector.addUnits(source, problems)
}

function selectDifferences(
  differences: readonly ComponentDifference[],
  selected: readonly Selected[],
  { language }: Selection,
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
