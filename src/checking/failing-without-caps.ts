import { oncePer, oncePerText } from '../cache.ts'
import { findBatchFailures, NO_CAPS } from '../checks/consistency/batch.ts'
import type { BatchTranslation } from '../checks/consistency/translation.ts'
import {
  type FailingChecks,
  joinFailing,
  packFailing,
  type Verdicts,
} from '../model/failing-checks.ts'
import type { Project, Translation } from '../model/model.ts'
import { batchComponent, batchTranslation } from './checked-units.ts'

/** The checks that mark a limited number of units in a project, counting all languages together. */
export const CAPPED_CHECKS: ReadonlySet<string> = new Set(['inconsistent', 'reused'])

const languagesOf = oncePer((project: Project) =>
  oncePerText((code) => findInLanguage(project, code)),
)

/** What the checks find without caps, for each translation in a language, by each verdict. */
type WithoutCaps = ReadonlyMap<Translation, Readonly<Record<keyof Verdicts, FailingChecks>>>

/**
 * Returns the failing checks of a translation by a verdict, with every unit that `CAPPED_CHECKS` fail on. Reads the
 * translations of its language in the whole project.
 */
export function failingWithoutCaps(translation: Translation, by: keyof Verdicts): FailingChecks {
  const { component, language } = translation
  const withoutCaps = languagesOf(component.project)(language.code).get(translation)
  return withoutCaps === undefined ? translation[by] : joinFailing(translation[by], withoutCaps[by])
}

function findInLanguage({ config: project, components }: Project, code: string): WithoutCaps {
  const translations = new Map<BatchTranslation, Translation>()
  const batches = components.map(({ config, translations: allTranslations }) => {
    const siblings = allTranslations.filter(({ language }) => language.code === code)
    const batch = siblings.map((translation) =>
      batchTranslation(translation, { project, config }, translation.failing),
    )
    for (const [index, translation] of siblings.entries())
      translations.set(batch[index]!, translation)
    return batchComponent(config, batch)
  })
  const failures = findBatchFailures(batches, NO_CAPS)
  const packed = (rows: Iterable<readonly [row: number, ids: readonly string[]]> = []) =>
    packFailing(
      Array.from(rows, ([row, ids]) => [row, ids.filter((id) => CAPPED_CHECKS.has(id))] as const),
    )
  return new Map(
    Array.from(failures.failing, ([batch, rows]) => {
      const verdict = packed(failures.verdict.get(batch))
      return [translations.get(batch)!, { failing: packed(rows), verdict }]
    }),
  )
}
