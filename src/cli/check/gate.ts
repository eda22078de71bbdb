import { explainFailures } from '../../catalog/checking/explain-checks.ts'
import {
  type ComponentDifference,
  compareComponents,
  compareViews,
  type LanguageDifference,
  type UnitDifference,
} from '../../catalog/compare.ts'
import { failingRows } from '../../catalog/failing-checks.ts'
import type { OutdatedUnit } from '../../catalog/history/states/outdated.ts'
import type { Translation, View } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { STATE } from '../../catalog/statistics.ts'
import { checksumText, contextOf, sourceForms } from '../../catalog/unit.ts'
import type { FindPlace } from '../../catalog/unit-places.ts'
import { checksById, descriptionsById } from '../../checks/registry.ts'
import type { Outdated } from '../outdated.ts'
import {
  alertFinding,
  belowThreshold,
  isBroken,
  missingLanguages,
  percentOf,
  removedLanguages,
  type Thresholds,
} from './file-findings.ts'
import type { CheckReport, Finding, LanguageResult } from './finding.ts'

/** What makes `check` fail. */
export interface GateOptions extends Thresholds {
  /** `new`: problems that are not in the base. `any`: all problems. `none`: only thresholds. */
  readonly failOn: 'new' | 'any' | 'none'
  /** Ids of the checks that count; undefined for all. */
  readonly checks: ReadonlySet<string> | undefined
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

const THRESHOLDS: ReadonlySet<string> = new Set(['fail-under', 'require-languages', 'max-outdated'])

/** Checks the files. With `failOn: none` all problems are reported, but only thresholds fail. */
export async function runGate(input: GateInput, options: GateOptions): Promise<CheckReport> {
  const { after, before, base, findPlace, outdated } = input
  const isNewOnly = before !== undefined && options.failOn !== 'any'
  const differences = before === undefined ? againstNothing(after) : compareViews(before, after)
  const languages: LanguageResult[] = []
  const findings: Finding[] = []
  for (const { after: component, languages: translations, newAlerts } of differences) {
    if (component === undefined) continue
    const alerts = isNewOnly ? newAlerts : component.alerts
    findings.push(
      ...alerts.filter(isBroken).map((alert) => alertFinding(component, alert)),
      ...missingLanguages(component, options),
      ...(isNewOnly ? removedLanguages(component, translations) : []),
    )
    for (const difference of translations) {
      const { before: old, after: translation } = difference
      if (translation === undefined) continue
      const problems = [
        ...(isNewOnly ? newProblems(difference, options) : failingChecks(translation, options)),
        ...longOutdated(outdated?.get(translation) ?? [], options),
      ]
      const own: Finding[] = []
      for (const problem of problems) own.push(await unitFinding(translation, problem, findPlace))
      own.push(...belowThreshold(translation, options))
      languages.push({
        component: placeOf(component),
        language: translation.language.code,
        filename: translation.filename,
        percentBefore: old === undefined || old.alert ? undefined : percentOf(old),
        percent: percentOf(translation),
        findings: own,
      })
      findings.push(...own)
    }
  }
  const failing =
    options.failOn === 'none' ? findings.filter(({ rule }) => THRESHOLDS.has(rule)) : findings
  return { isPassed: failing.length === 0, base, findings, languages }
}

function againstNothing({ projects }: View): ComponentDifference[] {
  return projects.flatMap(({ components }) =>
    components.map((component) => compareComponents(undefined, component)),
  )
}

/** A problem of a unit, without its place. */
interface Problem extends Pick<Finding, 'rule' | 'message'> {
  readonly row: number
}

/** Problems of a language that are not in the base. */
function newProblems(
  { before, after, units }: LanguageDifference,
  options: GateOptions,
): Problem[] {
  // The units of a repaired file may have failed all along.
  if (after === undefined || before?.alert !== undefined) return []
  return units.flatMap((unit) =>
    unit.after === undefined
      ? []
      : [
          ...brokenSince(before, after, unit, unit.after),
          ...failures(after, unit.after, unit.newlyFailing, options),
        ],
  )
}

function failingChecks(translation: Translation, options: GateOptions): Problem[] {
  return [...failingRows(translation.failing)].flatMap(([row, ids]) =>
    failures(translation, row, ids, options),
  )
}

const SECONDS_A_DAY = 86_400

function longOutdated(units: readonly OutdatedUnit[], { maxDays }: GateOptions): Problem[] {
  return units.flatMap(({ row, changed }) => {
    const days = Math.floor((Date.now() / 1000 - changed.seconds) / SECONDS_A_DAY)
    const message = `The translation is older than its source, which changed ${days} days ago; the limit is ${maxDays}.`
    return days <= maxDays ? [] : [{ rule: 'max-outdated', message, row }]
  })
}

/** The problem that a change introduced in the translation of a unit, beside failing checks. */
function brokenSince(
  before: Translation | undefined,
  after: Translation,
  unit: UnitDifference,
  row: number,
): Problem[] {
  if (before === undefined || unit.before === undefined) return []
  const [old, now] = [textsOf(before, unit.before), textsOf(after, row)]
  const isUntranslated = unit.kinds.includes('untranslated')
  const state = after.units().states[row] ?? STATE.empty
  // With states from the history, a changed source also makes the unit need editing.
  const wasGood = isUntranslated || (state >= STATE.translated && state !== STATE.readOnly)
  const isStale = old.source !== now.source && old.target === now.target && now.target !== ''
  if (isStale && wasGood && !after.isSource) {
    return [{ rule: 'outdated', message: 'The source changed; the translation did not.', row }]
  }
  if (!isUntranslated) return []
  return [{ rule: 'untranslated', message: 'The string is no longer translated.', row }]
}

function textsOf(translation: Translation, row: number) {
  const { table, targets } = translation.units()
  return { source: table.sources.at(row), target: targets.at(row) }
}

function failures(
  translation: Translation,
  row: number,
  ids: readonly string[],
  { checks }: GateOptions,
): Problem[] {
  const counted = ids.filter((id) => checks?.has(id) ?? true)
  if (counted.length === 0) return []
  // Explaining checks across units would read the whole project for each unit.
  const single = counted.filter((id) => checksById.has(id))
  const explained = new Map(
    explainFailures(translation, row, single).map(({ check, explanation }) => [
      check.id,
      explanation,
    ]),
  )
  return counted.map((rule) => {
    const message = explained.get(rule) ?? descriptionsById.get(rule)?.description ?? rule
    return { rule, message, row }
  })
}

async function unitFinding(
  translation: Translation,
  { rule, message, row }: Problem,
  findPlace: FindPlace,
): Promise<Finding> {
  const { component, language } = translation
  const units = translation.units()
  const place = await findPlace(translation, row)
  // A unit that is missing in the file is shown at its place in the template.
  const isElsewhere = place !== undefined && place.filename !== translation.filename
  return {
    rule,
    component: placeOf(component),
    language: language.code,
    filename: place?.filename,
    line: place?.line ?? 1,
    column: place?.column ?? 1,
    checksum: checksumText(units, row),
    context: contextOf(units, row) || sourceForms(units, row)[0],
    message: isElsewhere ? `${language.name}: ${message}` : message,
  }
}
