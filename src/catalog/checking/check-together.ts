import {
  type BatchFinder,
  createBatchFinder,
  findBatchFailures,
} from '../../checks/consistency/batch.ts'
import type { Finding } from '../../checks/consistency/finding.ts'
import type { BatchTranslation } from '../../checks/consistency/translation.ts'
import { digestOf } from '../digest.ts'
import { joinFailing, packFailing, rowsOf } from '../failing-checks.ts'
import { countFailing } from '../statistics.ts'
import type { Checked, CheckOptions, Placed } from './check-each.ts'
import type { CheckedTranslation } from './checked-translation.ts'
import { batchComponent, batchTranslation } from './checked-units.ts'

const NOTHING: CheckedTranslation['failing'] = new Uint32Array()

/** What fails where checks of many units do, with all other checks, by place among all translations. */
export function findTogether(
  components: readonly (readonly Checked[])[],
  options: CheckOptions,
): ReadonlyMap<number, CheckedTranslation> {
  const { batches, finder } = openBatches(components, options)
  const found = findBatchFailures(
    components.flatMap((own, index) => {
      const config = own[0]?.place.config
      return config === undefined ? [] : [batchComponent(config, batches[index] ?? [])]
    }),
    { finder },
  )
  const all = components.flat()
  const result = new Map<number, CheckedTranslation>()
  for (const [index, batch] of batches.flat().entries()) {
    const rows = found.get(batch)
    if (rows === undefined) continue
    const { translation, alone } = all[index] as Checked
    const failing = joinFailing(alone.failing, packFailing(rows))
    result.set(index, { failing, counts: countFailing(translation.units(), [...rowsOf(failing)]) })
  }
  return result
}

/** Finds what checks of many units fail on in a component, for `findTogether`. */
export function findInComponent(checked: readonly Checked[], options: CheckOptions): void {
  const { batches, finder } = openBatches([checked], options)
  finder.inComponent(batches.flat())
}

/** The same in the translations of a language, of all components that share theirs. */
export function findInLanguage(placed: readonly Placed[], options: CheckOptions): void {
  const { batches, finder } = openBatches([placed], options)
  finder.inLanguage(batches.flat())
}

/** The translations as checks of many units see them, and what finds these or has found them before. */
function openBatches(
  components: readonly (readonly (Placed & Partial<Checked>)[])[],
  { library }: CheckOptions,
): { readonly batches: readonly (readonly BatchTranslation[])[]; readonly finder: BatchFinder } {
  const placedOf = new Map<BatchTranslation, Placed>()
  const batches = components.map((own) =>
    own.map((placed) => {
      const { translation, place, alone } = placed
      const batch = batchTranslation(translation, place, alone?.failing ?? NOTHING)
      placedOf.set(batch, placed)
      return batch
    }),
  )
  const finder = createBatchFinder()
  function findOnce(
    what: keyof BatchFinder,
    translations: readonly BatchTranslation[],
  ): readonly Finding[] {
    const parts = translations.map((one) => [
      placedOf.get(one)?.key,
      one.language.filePlural.number,
    ])
    const key = digestOf([what, parts])
    const known = library.findings.get(key)
    if (known !== undefined) return known
    const found = finder[what](translations)
    library.findings.set(key, found)
    return found
  }
  return {
    batches,
    finder: {
      inLanguage: (translations) => findOnce('inLanguage', translations),
      inComponent: (translations) => findOnce('inComponent', translations),
    },
  }
}
