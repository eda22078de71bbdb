import type { CheckDescription, CheckedUnit, Explanation } from '../../checks/check.ts'
import { explainBatchFailure } from '../../checks/consistency/batch.ts'
import {
  type BatchCheckId,
  type BatchComponent,
  groupOf,
} from '../../checks/consistency/translation.ts'
import { checkOf, checksById, descriptionsById } from '../../checks/registry.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Work } from '../../engine/work.ts'
import {
  countByCheck,
  failingOn,
  failingRows,
  packFailing,
  type Verdicts,
} from '../failing-checks.ts'
import type { Component, Translation } from '../model.ts'
import { withoutMultiple } from './check-together.ts'
import { batchComponent, batchTranslation, checkedUnitsOf } from './checked-units.ts'

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
  return ids.map((id) => ({
    check: describe(id),
    ...(checkOf(id, unit.weblate)?.explain(unit) ??
      explainAmongOthers(translation, row, { check: id as BatchCheckId, by: 'verdict' })),
  }))
}

/** A unit, and the checks of single units that it fails. */
interface ExplainArgs {
  readonly unit: CheckedUnit
  readonly ids: readonly string[]
}

/** Returns why each check fails, by its id. */
export const explainWork: Work<ExplainArgs, ReadonlyMap<string, Explanation>> = {
  name: 'explain',
  run: ({ unit, ids }) =>
    new Map(
      ids.flatMap((id) => {
        const check = checkOf(id, unit.weblate)
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
  return ids.map((id) => ({
    check: describe(id),
    ...(explained.get(id) ??
      explainAmongOthers(translation, row, { check: id as BatchCheckId, by: 'failing' })),
  }))
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
  const single = ids.filter((id) => checksById.has(id))
  const explained = new Map(
    explainFailures(translation, row, single).map((failure) => [
      failure.check.id,
      failure.explanation,
    ]),
  )
  return ids.map((id) => ({ id, message: explained.get(id) ?? describe(id).description }))
}

/** The number of units that fail a check. */
export interface FailureCount {
  readonly check: CheckDescription
  readonly units: number
}

/** Returns the checks that fail in these translations by a verdict, each with its units, in the default order. */
export function countFailures(
  translations: readonly Translation[],
  by: keyof Verdicts = 'verdict',
): FailureCount[] {
  const counts = countByCheck(translations.map((translation) => translation[by]))
  return counts.map(([id, units]) => ({ check: describe(id), units }))
}

/** A check across units compares again: in its component, or in its language across the project. */
function explainAmongOthers(
  translation: Translation,
  row: number,
  { check, by }: { readonly check: BatchCheckId; readonly by: keyof Verdicts },
): Explanation {
  const { component, language } = translation
  const isInComponent = check === 'multiple_failures'
  const group = groupOf(language)
  const isCompared = (other: Translation) => isInComponent || groupOf(other.language) === group
  const components = isInComponent ? [component] : component.project.components
  const batches = components.map((sibling) =>
    batchOf(sibling, sibling.translations.filter(isCompared), by),
  )
  const batch = batches[components.indexOf(component)]
  const searched = batch?.translations.find(
    (candidate) => candidate.language.code === language.code,
  )
  if (batch === undefined || searched === undefined) throw new RangeError('no such translation')
  return explainBatchFailure(batches, { component: batch, translation: searched, row, check })
}

function batchOf(
  { project, config }: Component,
  translations: readonly Translation[],
  by: keyof Verdicts,
): BatchComponent {
  const place = { project: project.config, config }
  return batchComponent(
    config,
    translations.map((translation) => {
      return batchTranslation(
        translation,
        place,
        packFailing(withoutMultiple(failingRows(translation[by]))),
      )
    }),
  )
}

function describe(id: string): CheckDescription {
  const check = descriptionsById.get(id)
  if (check === undefined) throw new RangeError(`no check ${id}`)
  return check
}
