import { explainFailures } from '../../catalog/checking/explain-checks.ts'
import {
  type ComponentDifference,
  compareComponents,
  compareViews,
  type LanguageDifference,
  type UnitDifference,
} from '../../catalog/compare.ts'
import type { Component, Translation, View } from '../../catalog/model.ts'
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
}

interface GateInput {
  readonly after: View
  readonly before: View | undefined
  readonly baseOid: string | undefined
  readonly findPlace: FindPlace
  /** For `--max-outdated`; undefined without it. */
  readonly outdated: OutdatedInput | undefined
  readonly options: GateOptions
}

interface OutdatedInput {
  readonly strings: Outdated
  readonly maxDays: number
  /** Seconds since 1970. */
  readonly now: number
}

const THRESHOLDS: ReadonlySet<string> = new Set(['fail-under', 'require-languages', 'max-outdated'])

/** Checks the files. With `failOn: none` all problems are reported, but only thresholds fail. */
export async function runGate(input: GateInput): Promise<CheckReport> {
  const { after, before, options } = input
  const isNewOnly = before !== undefined && options.failOn !== 'any'
  const differences = before === undefined ? againstNothing(after) : compareViews(before, after)
  const languages: LanguageResult[] = []
  const findings: Finding[] = []
  for (const difference of differences) {
    const { after: component } = difference
    if (component === undefined) continue
    const alerts = isNewOnly ? difference.newAlerts : component.alerts
    const own = alerts.filter(isBroken).map((alert) => alertFinding(component, alert))
    findings.push(...own, ...missingLanguages(component, options))
    findings.push(...(isNewOnly ? removedLanguages(component, difference.languages) : []))
    for (const language of difference.languages) {
      const result = await checkLanguage({ component, language, isNewOnly, input })
      if (result === undefined) continue
      languages.push(result)
      findings.push(...result.findings)
    }
  }
  const failing =
    options.failOn === 'none' ? findings.filter(({ rule }) => THRESHOLDS.has(rule)) : findings
  return { isPassed: failing.length === 0, base: input.baseOid, findings, languages }
}

function againstNothing({ projects }: View): ComponentDifference[] {
  return projects.flatMap(({ components }) =>
    components.map((component) => compareComponents(undefined, component)),
  )
}

async function checkLanguage({
  component,
  language: { before, after, units },
  isNewOnly,
  input: { findPlace, options, before: base, outdated },
}: {
  readonly component: Component
  readonly language: LanguageDifference
  readonly isNewOnly: boolean
  readonly input: GateInput
}): Promise<LanguageResult | undefined> {
  if (after === undefined) return undefined
  const findings: Finding[] = []
  // The units of a repaired file may have failed all along.
  for (const unit of isNewOnly && before?.alert === undefined ? units : []) {
    if (unit.after === undefined) continue
    const broken = brokenSince(before, after, unit)
    if (broken !== undefined) {
      findings.push(await unitFinding(after, unit.after, { ...broken, findPlace }))
    }
    findings.push(...(await failures(after, unit.after, unit.newlyFailing, { findPlace, options })))
  }
  for (const [row, ids] of isNewOnly ? [] : after.failing) {
    findings.push(...(await failures(after, row, ids, { findPlace, options })))
  }
  findings.push(
    ...(await longOutdated(after, outdated, findPlace)),
    ...belowThreshold(after, options),
  )
  const isKnown = base !== undefined && before !== undefined && before.alert === undefined
  return {
    component: placeOf(component),
    language: after.language.code,
    filename: after.filename,
    percentBefore: isKnown ? percentOf(before) : undefined,
    percent: percentOf(after),
    findings,
  }
}

const SECONDS_A_DAY = 86_400

async function longOutdated(
  translation: Translation,
  input: OutdatedInput | undefined,
  findPlace: FindPlace,
): Promise<Finding[]> {
  if (input === undefined) return []
  const findings: Finding[] = []
  for (const { row, changed } of input.strings.get(translation) ?? []) {
    const days = Math.floor((input.now - changed.seconds) / SECONDS_A_DAY)
    if (days <= input.maxDays) continue
    const message = `The translation is older than its source, which changed ${days} days ago; the limit is ${input.maxDays}.`
    findings.push(await unitFinding(translation, row, { rule: 'max-outdated', message, findPlace }))
  }
  return findings
}

/** The problem that a change introduced in the translation of a unit, beside failing checks. */
function brokenSince(
  before: Translation | undefined,
  after: Translation,
  unit: UnitDifference,
): { rule: 'untranslated' | 'outdated'; message: string } | undefined {
  if (before === undefined || unit.before === undefined || unit.after === undefined)
    return undefined
  const [old, now] = [textsOf(before, unit.before), textsOf(after, unit.after)]
  const isUntranslated = unit.kinds.includes('untranslated')
  const state = after.units.states[unit.after] ?? STATE.empty
  // With states from the history, a changed source also makes the unit need editing.
  const wasGood = isUntranslated || (state >= STATE.translated && state !== STATE.readOnly)
  const isStale = old.source !== now.source && old.target === now.target && now.target !== ''
  if (isStale && wasGood && !after.isSource) {
    return { rule: 'outdated', message: 'The source changed; the translation did not.' }
  }
  if (!isUntranslated) return undefined
  return { rule: 'untranslated', message: 'The string is no longer translated.' }
}

function textsOf({ units }: Translation, row: number) {
  return { source: units.table.sources[row], target: units.targets[row] }
}

async function failures(
  translation: Translation,
  row: number,
  ids: readonly string[],
  { findPlace, options }: { readonly findPlace: FindPlace; readonly options: GateOptions },
): Promise<Finding[]> {
  const counted = ids.filter((id) => options.checks?.has(id) ?? true)
  if (counted.length === 0) return []
  // Explaining checks across units would read the whole project for each unit.
  const single = counted.filter((id) => checksById.has(id))
  const explained = new Map(
    explainFailures(translation, row, single).map(({ check, explanation }) => [
      check.id,
      explanation,
    ]),
  )
  return Promise.all(
    counted.map((rule) => {
      const message = explained.get(rule) ?? descriptionsById.get(rule)?.description ?? rule
      return unitFinding(translation, row, { rule, message, findPlace })
    }),
  )
}

async function unitFinding(
  translation: Translation,
  row: number,
  { rule, message, findPlace }: { rule: string; message: string; findPlace: FindPlace },
): Promise<Finding> {
  const { component, language, units } = translation
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
