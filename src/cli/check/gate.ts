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
  /** `new`: what is wrong and was not at the base. `any`: all that is wrong. `none`: nothing, only thresholds. */
  readonly failOn: 'new' | 'any' | 'none'
  /** Ids of the checks that count; undefined: all. */
  readonly checks: ReadonlySet<string> | undefined
}

interface GateInput {
  readonly after: View
  readonly before: View | undefined
  readonly baseOid: string | undefined
  readonly findPlace: FindPlace
  /** What `--max-outdated` looks at; undefined without it. */
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

/** Decides whether the files pass. With `failOn` none what is found is reported all the same and only thresholds fail. */
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
  // A file that is repaired brings strings that may have been wrong all the time.
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
    const message = `Its source was changed ${days} days ago, expected a new translation within ${input.maxDays}.`
    findings.push(await unitFinding(translation, row, { rule: 'max-outdated', message, findPlace }))
  }
  return findings
}

/** What a change did to the translation of a unit, beside its checks. */
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
  // Where states are those of a history, a changed source is what makes a string need editing.
  const wasGood = isUntranslated || (state >= STATE.translated && state !== STATE.readOnly)
  const isStale = old.source !== now.source && old.target === now.target && now.target !== ''
  if (isStale && wasGood && !after.isSource) {
    return { rule: 'outdated', message: 'Its source was changed, the translation was not.' }
  }
  if (!isUntranslated) return undefined
  return { rule: 'untranslated', message: 'It was translated and is not any more.' }
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
  // Those of many units would look at the whole project again for each unit.
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
  // A string that a file lacks is shown where it stands in the template.
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
