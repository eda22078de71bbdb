import {
  type BatchFinder,
  createBatchFinder,
  findBatchFailures,
} from '../checks/consistency/batch.ts'
import type { Finding } from '../checks/consistency/finding.ts'
import { type FailingTogether, findMultipleFailures } from '../checks/consistency/multiple.ts'
import type { BatchTranslation } from '../checks/consistency/translation.ts'
import { digestOf } from '../model/digest.ts'
import {
  type FailingChecks,
  joinFailing,
  packFailing,
  rowsOf,
  shareVerdicts,
} from '../model/failing-checks.ts'
import { countFailing } from '../model/statistics.ts'
import type { CheckedTranslation } from '../reading/checked-translation.ts'
import { remember } from '../store/store.ts'
import type { Checked, CheckOptions } from './check-each.ts'
import { batchComponent, batchTranslation } from './checked-units.ts'

/** Adds the failures of checks across units to those of single units. */
export function findTogether(
  components: readonly (readonly Checked[])[],
  options: CheckOptions,
): CheckedTranslation[] {
  const { batches, finder } = openBatches(components, options)
  const findings = findBatchFailures(
    components.flatMap((siblings, index) => {
      const config = siblings[0]?.place.config
      return config === undefined ? [] : [batchComponent(config, batches[index] ?? [])]
    }),
    undefined,
    finder,
  )
  return components.flatMap((siblings, index) => {
    const rows = batches[index]!.map((batch) => findings.failing.get(batch))
    const ownRows = batches[index]!.map((batch) => findings.verdict.get(batch))
    const isSame = findings.failing === findings.verdict
    const multiple = findOwnMultiple(siblings, ownRows.map(withoutMultiple), isSame)
    return siblings.map(({ translation, alone }, at) => {
      const together = packFailing(rows[at] ?? [])
      const ownTogether =
        multiple === undefined ? together : withMultiple(ownRows[at], multiple.get(at))
      if (together.length + ownTogether.length === 0) return alone
      const failing = joinFailing(alone.failing, together)
      const verdict = joinFailing(alone.verdict, ownTogether)
      const statistics = countFailing(translation, translation.units(), rowsOf(failing))
      return { ...shareVerdicts({ failing, verdict }), statistics }
    })
  })
}

const MULTIPLE = 'multiple_failures'

/**
 * Returns the rows on which `multiple_failures` fails by gitglot's own verdict, by the translation's index in its
 * component; undefined if Weblate's verdict is the same, also on what fails `together`.
 */
function findOwnMultiple(
  siblings: readonly Checked[],
  together: readonly FailingRows[],
  isSameTogether: boolean,
): ReadonlyMap<number, readonly number[]> | undefined {
  const isSame = isSameTogether && siblings.every(({ alone }) => alone.failing === alone.verdict)
  if (isSame || siblings[0]?.place.config.isGlossary) return undefined
  const batches = siblings.map(({ translation, place, alone }) =>
    batchTranslation(translation, place, alone.verdict),
  )
  const rows = new Map<number, number[]>()
  const failuresOf = new Map(batches.map((batch, at) => [batch, together[at]!]))
  for (const { units } of findMultipleFailures(batches, failuresOf)) {
    for (let at = 0; at < units.length; at += 2) {
      const failingRows = rows.get(units[at]!)
      if (failingRows === undefined) rows.set(units[at]!, [units[at + 1]!])
      else failingRows.push(units[at + 1]!)
    }
  }
  return rows
}

/** Ids of failing checks, by row. */
type FailingRows = ReadonlyMap<number, readonly string[]>

/** Replaces the rows of `multiple_failures` among the findings of checks across units. */
function withMultiple(
  failingRows: FailingRows | undefined,
  multiple: readonly number[] = [],
): FailingChecks {
  return packFailing([
    ...withoutMultiple(failingRows),
    ...multiple.map((row) => [row, [MULTIPLE]] as const),
  ])
}

/** Returns what counts for `multiple_failures`: all other failing checks. */
export function withoutMultiple(
  rowIds: Iterable<readonly [row: number, ids: readonly string[]]> = [],
): FailingRows {
  const rows = new Map<number, readonly string[]>()
  for (const [row, ids] of rowIds) {
    const others = ids.filter((id) => id !== MULTIPLE)
    if (others.length > 0) rows.set(row, others)
  }
  return rows
}

/** Returns the translations as checks across units see them, and what runs these checks or finds their results. */
function openBatches(
  components: readonly (readonly Checked[])[],
  { library }: CheckOptions,
): { readonly batches: readonly (readonly BatchTranslation[])[]; readonly finder: BatchFinder } {
  const keyOf = new Map<BatchTranslation, string>()
  const batches = components.map((siblings) =>
    siblings.map(({ translation, place, key, alone }) => {
      const batch = batchTranslation(translation, place, alone.failing)
      keyOf.set(batch, key)
      return batch
    }),
  )
  const finder = createBatchFinder()
  function findOnce(
    what: keyof BatchFinder,
    translations: readonly BatchTranslation[],
    together: FailingTogether = new Map(),
  ): readonly Finding[] {
    const parts = translations.map((batch) => [
      keyOf.get(batch),
      batch.language.filePlural.number,
      [...(together.get(batch)?.keys() ?? [])],
    ])
    return remember(library.findings, digestOf([what, parts]), () =>
      finder[what](translations, together),
    )
  }
  return {
    batches,
    finder: {
      inLanguage: (translations) => findOnce('inLanguage', translations),
      inComponent: (translations, together) => findOnce('inComponent', translations, together),
    },
  }
}
