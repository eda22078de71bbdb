import type { CheckDescription, CheckedUnit, Explanation } from '../../checks/check.ts'
import { groupOf } from '../../checks/consistency/batch.ts'
import { explainBatchFailure } from '../../checks/consistency/explain.ts'
import type { BatchCheckId, BatchComponent } from '../../checks/consistency/translation.ts'
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

/** A check that fails on a unit: why and where. */
export interface ExplainedFailure extends Explanation {
  readonly check: CheckDescription
}

/**
 * What fails on a unit by gitglot's own verdict (or some of it) in the default order; explained now, as only ids are kept.
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
    ...(checkOf(id, unit)?.explain(unit) ??
      explainAmongOthers(translation, row, { check: id as BatchCheckId, by: 'verdict' })),
  }))
}

/** A unit, and checks of single units that fail on it. */
interface ExplainArgs {
  readonly unit: CheckedUnit
  readonly ids: readonly string[]
}

/** Why each check fails, by its id. */
export const explainWork: Work<ExplainArgs, ReadonlyMap<string, Explanation>> = {
  name: 'explain',
  run: ({ unit, ids }) =>
    new Map(
      ids.flatMap((id) => {
        const check = checkOf(id, unit)
        return check === undefined ? [] : [[id, check.explain(unit)]]
      }),
    ),
}

/** What fails on one unit, whose texts may be long, by Weblate's verdict. */
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

/** A check that fails, in one sentence. */
export interface FailureMessage {
  readonly id: string
  readonly message: string
}

/**
 * Why checks fail on a unit, for many units: what a check of many units found is described, not explained, as that would
 * read the whole project for each.
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

/** How many units a check fails on. */
export interface FailureCount {
  readonly check: CheckDescription
  readonly units: number
}

/** The checks that fail in these translations by a verdict, each with its units, in the default order. */
export function countFailures(
  translations: readonly Translation[],
  by: keyof Verdicts = 'verdict',
): FailureCount[] {
  const counts = countByCheck(translations.map((translation) => translation[by]))
  return counts.map(([id, units]) => ({ check: describe(id), units }))
}

/** A check of many units looks again at what it compared: its component, or its language in the whole project. */
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
