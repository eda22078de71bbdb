import type { ComponentDifference } from '../../catalog/compare.ts'
import type { CheckReport } from '../../facts/records.ts'
import { createTranslationTest, type Selected, select, selectPairs } from '../../facts/selection.ts'
import { findMergeBase } from '../../git/revision.ts'
import type { OutdatedRows } from '../../history/states/outdated.ts'
import type { Component, View } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { isBroken } from '../../model/readiness.ts'
import { createUnitPlaces, type FindUnitLocation } from '../../reading/unit-places.ts'
import { componentsOf, sourceOf, translationsOf } from '../../view/view.ts'
import { compareBoth, compareWithBase, renamedLanguages } from '../base/compare-with-base.ts'
import type { Arguments } from '../command.ts'
import { withTarget } from '../open-target.ts'
import { resolveIn, withRepository } from '../repository.ts'
import { findTarget } from '../target.ts'
import { Collector, countFindings, countRules, fileFinding, sortByString } from './collect.ts'
import {
  alertProblem,
  belowThreshold,
  lostPlurals,
  missingLanguages,
  percentOf,
  refusedTexts,
  removedLanguages,
  unreadableBases,
} from './file-problems.ts'
import { keyProblems, readUsages, renamedKeys, type Usages, usageProblems } from './key-problems.ts'
import { gateOptions } from './options.ts'
import { settingProblems, unusedEntries } from './setting-problems.ts'
import {
  failingChecks,
  findOldFailures,
  longOutdated,
  newProblems,
  type OldFailures,
} from './unit-problems.ts'

/** Checks a repository, with `--base` for new problems. Also returns why files are missing. Throws like `check`. */
export async function checkTarget({
  operands: [operand],
  values,
  switches,
}: Arguments): Promise<{ readonly report: CheckReport; readonly missing: readonly string[] }> {
  const { config: configFile, component, language, base: ref } = values
  const target = await findTarget({ operand, configFile })
  // Fetches more history, since the merge base may be far back.
  if (ref !== undefined) await target.place?.deepen?.()
  const oid = ref === undefined ? undefined : await findBase(target.place?.path ?? '.', ref)
  const base = oid === undefined ? undefined : await compareWithBase(target, oid)
  const wantsOutdated = values['max-outdated'] !== undefined
  const needs = { fromWorkTree: true, wantsOutdated, needsAllHistory: wantsOutdated }
  return withTarget(base?.target ?? target, needs, async ({ catalog, view, readOutdated }) => {
    const after = await view()
    const before = base && (await view(oid, base.formerly))
    const components = componentsOf(after)
    // A component or language may have been removed.
    const all = [...components, ...(before ? componentsOf(before) : [])]
    const selected = select(all, { component, language })
    const differences =
      base && before ? compareBoth(base, before, after, renamedLanguages) : againstNothing(after)
    const findPlace = createUnitPlaces(catalog.readFile)
    const facts = {
      findPlace,
      oldFailures: base && findOldFailures(differences),
      outdated: wantsOutdated ? await readOutdated(translationsOf(components)) : undefined,
      usages: switches.has('unused')
        ? await readUsages(catalog.askAbout, after, before)
        : undefined,
    }
    const optionsFor = gateOptions(values)
    const collectors: Collector[] = []
    for (const { after, ...difference } of selectDifferences(differences, selected, language)) {
      if (after === undefined) continue
      const collector = new Collector(after, optionsFor(after.project.config.check), findPlace)
      await checkComponent(collector, { ...difference, after }, facts)
      collectors.push(collector)
    }
    // Only if all problems are collected, an entry that accepts none is known to be unused.
    const { checks, ignore } = values
    const isWhole = [component, language, checks, ignore].every((option) => option === undefined)
    const configPath = typeof target.origin === 'object' ? target.origin.path : ''
    const used = new Set(collectors.flatMap((collector) => [...collector.used]))
    const unused = isWhole ? unusedEntries(after, configPath, used) : []
    const ofSettings = base === undefined ? unused : settingProblems(base, component)
    const findings = [
      ...collectors.flatMap((collector) => collector.findings()),
      ...ofSettings.flatMap(({ check, problem, ...about }) => {
        const options = optionsFor(check)
        return options.ignored.has(problem.rule) ? [] : [fileFinding(problem, about, options)]
      }),
    ]
    const unlisted = collectors.flatMap((collector) => collector.unlisted())
    const missing = selected.flatMap((part) => missingContent(part, components))
    const report = {
      isPassed: missing.length === 0 && !findings.some(({ isFailing }) => isFailing),
      base: oid,
      accepted: collectors.reduce((sum, { accepted }) => sum + accepted.size, 0),
      counts: countRules(findings, unlisted),
      findings: sortByString(findings),
      languages: countFindings(
        collectors.flatMap((collector) => collector.languages),
        findings,
      ),
    }
    return { report, missing }
  })
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

/** Returns the merge base of a ref and `HEAD`. */
async function findBase(path: string, ref: string): Promise<string> {
  const tips = [await resolveIn(path, ref), await resolveIn(path, 'HEAD')] as const
  const base = withRepository(path, (repository) => findMergeBase(repository, ...tips))
  return resolveIn(path, base)
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
    ...unreadableBases(languages),
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
      // One file may hold all languages.
      ...(ownFiles.has(after.filename) ? [] : refusedTexts(before, after)),
      ...(await keyProblems(language, findPlace, renamed)),
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
  if (source !== undefined) {
    await collector.addUnits(
      source,
      renamedProblems.map(([, problem]) => problem),
    )
  }
}

function selectDifferences(
  differences: readonly ComponentDifference[],
  selected: readonly Selected[],
  language: string | undefined,
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
