import type { BatchCheckId } from '../checks/batch.ts'
import { explainBatchFailure } from '../checks/batch-explain.ts'
import type { CheckDescription, Explanation } from '../checks/check.ts'
import { checksById, descriptionsById } from '../checks/registry.ts'
import type { Translation } from './model.ts'
import { batchComponent, TranslationChecker } from './translation-checker.ts'

/** A check that fails on a unit: why and where. */
export interface ExplainedFailure extends Explanation {
  readonly check: CheckDescription
}

/** The failing checks of a unit in their default order; explained now, as only their ids are kept. */
export function explainFailures(translation: Translation, row: number): ExplainedFailure[] {
  const ids = translation.failing.get(row) ?? []
  if (ids.length === 0) return []
  const { project, config } = translation.component
  const place = { project: project.config, config, components: project.components }
  const unit = new TranslationChecker(translation, place).unit(row)
  return ids.map((id) => ({
    check: describe(id),
    ...(checksById.get(id)?.explain(unit) ??
      explainAmongOthers(translation, row, id as BatchCheckId)),
  }))
}

/** How many units a check fails on. */
export interface FailureCount {
  readonly check: CheckDescription
  readonly units: number
}

/** The checks that fail in these translations, each with its units, in the default order. */
export function countFailures(translations: readonly Translation[]): FailureCount[] {
  const counts = new Map<string, number>()
  for (const { failing } of translations) {
    for (const ids of failing.values()) {
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return [...descriptionsById.values()].flatMap((check) => {
    const units = counts.get(check.id)
    return units === undefined ? [] : [{ check, units }]
  })
}

/** A check of many units looks at the whole project again. */
function explainAmongOthers(
  translation: Translation,
  row: number,
  check: BatchCheckId,
): Explanation {
  const { components, config: projectConfig } = translation.component.project
  const checkers = components.map(({ config, translations }) =>
    translations.map(
      (one) => new TranslationChecker(one, { project: projectConfig, config, components }),
    ),
  )
  const batches = components.map(({ config }, index) =>
    batchComponent(config, checkers[index] ?? []),
  )
  const index = components.indexOf(translation.component)
  const at = translation.component.translations.indexOf(translation)
  const component = batches[index]
  const batch = component?.translations[at]
  if (component === undefined || batch === undefined) throw new RangeError('no such translation')
  return explainBatchFailure(batches, { component, translation: batch, row, check })
}

function describe(id: string): CheckDescription {
  const check = descriptionsById.get(id)
  if (check === undefined) throw new RangeError(`no check ${id}`)
  return check
}
