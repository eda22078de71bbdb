import {
  type CheckDescription,
  type CheckedUnit,
  type Explanation,
  SEVERITIES,
  type Severity,
} from '../checks/check.ts'
import { explainBatchFailure } from '../checks/consistency/batch.ts'
import { type BatchCheckId, groupOf } from '../checks/consistency/translation.ts'
import { checksById, descriptionsById } from '../checks/registry.ts'
import type { Engine } from '../engine/engine.ts'
import type { Work } from '../engine/work.ts'
import { groupBy } from '../group-by.ts'
import {
  countByCheck,
  failingOn,
  failingRows,
  packFailing,
  type Verdicts,
} from '../model/failing-checks.ts'
import type { Component, Translation } from '../model/model.ts'
import { withoutMultiple } from './check-together.ts'
import { batchComponent, batchTranslation, checkedUnitsOf } from './checked-units.ts'
import { severityOf } from './severity.ts'

/** A failing check of a unit: why it fails and where. */
export interface ExplainedFailure extends Explanation {
  readonly check: CheckDescription
}

/**
 * Explains what fails on a unit by gitglot's own verdict, or part of it, in the default order. The explanation is
 * computed on request, since only ids are stored.
 */
export function explainFailures(
  translation: Translation,
  row: number,
  ids: readonly string[] = failingOn(translation.verdict, row),
): ExplainedFailure[] {
  if (ids.length === 0) return []
  const unit = checkedUnitsOf(translation)(translation.units(), row)
  const explain = (id: string) =>
    checksById.get(id)?.explain(unit) ?? explainAmongOthers(translation, row, id, 'verdict')
  return ids.map((id) => ({ check: describe(id), ...explain(id) }))
}

/** Returns why each check fails, by its id. */
export const explainWork: Work<
  { readonly unit: CheckedUnit; readonly ids: readonly string[] },
  ReadonlyMap<string, Explanation>
> = {
  name: 'explain',
  run: ({ unit, ids }) =>
    new Map(
      ids.flatMap((id) => {
        const check = checksById.get(id)
        return check === undefined ? [] : [[id, check.explain(unit)]]
      }),
    ),
}

/** Explains what fails on one unit by Weblate's verdict, even if its texts are long. */
export async function explainUnit(
  translation: Translation,
  row: number,
  engine: Engine,
): Promise<ExplainedFailure[]> {
  const ids = failingOn(translation.failing, row)
  const unit = checkedUnitsOf(translation)(translation.units(), row)
  const single = ids.filter((id) => checksById.has(id))
  const explained = await engine.ask(explainWork, { unit, ids: single })
  const explain = (id: string) =>
    explained.get(id) ?? explainAmongOthers(translation, row, id, 'failing')
  return ids.map((id) => ({ check: describe(id), ...explain(id) }))
}

/** A failing check, in one sentence. */
export interface FailureMessage {
  readonly id: string
  readonly message: string
}

/**
 * Describes why checks fail, for many units. Findings of checks across units get a general description: an explanation
 * would read the whole project for each.
 */
export function failureMessages(
  translation: Translation,
  row: number,
  ids: readonly string[] = failingOn(translation.verdict, row),
): FailureMessage[] {
  if (ids.length === 0) return []
  const unit = checkedUnitsOf(translation)(translation.units(), row)
  return ids.map((id) => {
    const explained = checksById.get(id)?.explain(unit)
    return { id, message: explained?.explanation ?? describe(id).description }
  })
}

/** The number of units that fail a check. */
export interface FailureCount {
  readonly check: CheckDescription
  readonly units: number
  /** The worst that the check has in a component where it fails. */
  readonly severity: Severity
}

/** Returns the checks that fail in these translations by a verdict, each with its units, in the default order. */
export function countFailures(
  translations: readonly Translation[],
  by: keyof Verdicts = 'verdict',
): FailureCount[] {
  const worst = new Map<string, Severity>()
  for (const [component, ofComponent] of groupBy(translations, ({ component }) => component)) {
    for (const [id] of countByCheck(ofComponent.map((translation) => translation[by]))) {
      const severities = [worst.get(id), severityOf(id, component)]
      worst.set(id, SEVERITIES.find((severity) => severities.includes(severity)) ?? 'note')
    }
  }
  const counts = countByCheck(translations.map((translation) => translation[by]))
  return counts.map(([id, units]) => {
    return { check: describe(id), units, severity: worst.get(id) ?? 'note' }
  })
}

/** A check across units compares again: in its component, or in its language across the project. */
function explainAmongOthers(
  translation: Translation,
  row: number,
  id: string,
  by: keyof Verdicts,
): Explanation {
  const { component, language } = translation
  // Only checks across units are looked for among others.
  const check = id as BatchCheckId
  const isInComponent = check === 'multiple_failures'
  const group = groupOf(language)
  const isCompared = (other: Translation) => isInComponent || groupOf(other.language) === group
  const components = isInComponent ? [component] : component.project.components
  const batchOf = (other: Translation, { project, config }: Component) => {
    const failing = packFailing(withoutMultiple(failingRows(other[by])))
    return batchTranslation(other, { project: project.config, config }, failing)
  }
  const batches = components.map((sibling) =>
    batchComponent(
      sibling.config,
      sibling.translations.filter(isCompared).map((other) => batchOf(other, sibling)),
    ),
  )
  const batch = batches[components.indexOf(component)]!
  const searched = batch.translations.find(({ language: { code } }) => code === language.code)!
  return explainBatchFailure(batches, { component: batch, translation: searched, row, check })
}

function describe(id: string): CheckDescription {
  const check = descriptionsById.get(id)
  if (check === undefined) throw new RangeError(`no check ${id}`)
  return check
}
