import { findOutdated, type OutdatedUnit } from '../catalog/history/outdated.ts'
import type { Translation, View } from '../catalog/model.ts'
import { inSlices } from '../slices.ts'

/** The outdated strings of each translation that has any. */
export type Outdated = ReadonlyMap<Translation, readonly OutdatedUnit[]>

/** The strings of a view, read with its past, whose source was changed after their translation. */
export async function readOutdated({ projects }: View): Promise<Outdated> {
  const found = new Map<Translation, OutdatedUnit[]>()
  for (const { components } of projects) {
    for (const component of components) {
      const { translations } = component
      for (const unit of await inSlices(findOutdated(component, { translations, baseline: -1 }))) {
        found.set(unit.translation, [...(found.get(unit.translation) ?? []), unit])
      }
    }
  }
  return found
}
