import { openCatalog } from '../catalog/catalog.ts'
import { findOutdated, type OutdatedUnit } from '../catalog/history/outdated.ts'
import type { Translation, View } from '../catalog/model.ts'
import { placeOf } from '../catalog/place.ts'
import { inSlices } from '../catalog/slices.ts'
import { findRow } from '../catalog/unit.ts'
import type { Environment } from './place.ts'
import type { Subject } from './subject.ts'

/** Outdated strings by `project/component` and language code, joined with a line end. */
export type Outdated = ReadonlyMap<string, readonly OutdatedUnit[]>

interface OutdatedOptions {
  /** What is looked at; undefined: `HEAD`, or the branches of the configuration. */
  readonly ref: string | undefined
  readonly environment: Environment
  /** Told where a shallow clone cuts history off. */
  readonly warn: (message: string) => void
}

/**
 * The strings that are outdated in the commits of a subject: their source was committed after their translation. Walks the
 * history. Rejects with NotFoundError for an unknown ref.
 */
export async function readOutdated(
  { config }: Subject,
  { ref, environment, warn }: OutdatedOptions,
): Promise<Outdated> {
  // The files on disk have no history: what is committed is read beside them.
  const catalog = await openCatalog({ config, environment })
  try {
    await catalog.complete
    const view =
      ref === undefined ? catalog.current() : await catalog.viewAt(ref, { withHistory: true })
    return await findAll(view, warn)
  } finally {
    await catalog.close()
  }
}

async function findAll(view: View, warn: (message: string) => void): Promise<Outdated> {
  const found = new Map<string, OutdatedUnit[]>()
  let isCutOff = false
  for (const { components } of view.projects) {
    for (const component of components) {
      const { translations, past } = component
      isCutOff ||= past?.timeline.history.complete === false
      const units = await inSlices(findOutdated(component, { translations, baseline: -1 }))
      for (const unit of units) {
        const key = keyOf(unit.translation)
        found.set(key, [...(found.get(key) ?? []), unit])
      }
    }
  }
  if (isCutOff) {
    warn(
      'outdated: this clone is shallow, older changes are not known; git fetch --unshallow brings them',
    )
  }
  return found
}

/** A string that is still outdated, by its row in a translation as it is now, and when its source was changed. */
interface StillOutdated {
  readonly row: number
  /** Seconds since 1970. */
  readonly since: number
}

/** The strings of a translation that are outdated and were not translated since, as on disk. */
export function outdatedIn(outdated: Outdated, translation: Translation): StillOutdated[] {
  return (outdated.get(keyOf(translation)) ?? []).flatMap((unit): StillOutdated[] => {
    const committed = unit.translation.units
    const row = findRow(translation.units.table, committed.table, unit.row)
    if (row === undefined || translation.units.targets[row] !== committed.targets[unit.row]) {
      return []
    }
    return [{ row, since: unit.changed.seconds }]
  })
}

function keyOf({ component, language }: Translation): string {
  return `${placeOf(component)}\n${language.code}`
}
