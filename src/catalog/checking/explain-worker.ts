import type { CheckedUnit, Explanation } from '../../checks/check.ts'
import { checksById } from '../../checks/registry.ts'

/** A unit, and checks that fail on it. */
export interface ExplainWork {
  readonly unit: CheckedUnit
  readonly ids: readonly string[]
}

/** Why each check fails, by its id. */
export default function explainInThread({
  unit,
  ids,
}: ExplainWork): ReadonlyMap<string, Explanation> {
  return new Map(
    ids.flatMap((id) => {
      const check = checksById.get(id)
      return check === undefined ? [] : [[id, check.explain(unit)]]
    }),
  )
}
