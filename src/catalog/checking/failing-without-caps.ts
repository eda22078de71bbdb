import { oncePer } from '../../cache.ts'
import { findBatchFailures, NO_CAPS } from '../../checks/consistency/batch.ts'
import type { BatchTranslation } from '../../checks/consistency/translation.ts'
import { type FailingChecks, joinFailing, packFailing } from '../failing-checks.ts'
import type { Project, Translation } from '../model.ts'
import { batchComponent, batchTranslation } from './checked-units.ts'

/** The checks that mark a limited number of units of a project, of all languages together. */
export const CAPPED_CHECKS: ReadonlySet<string> = new Set(['inconsistent', 'reused'])

const languagesOf = oncePer(
  (_: Project) => new Map<string, ReadonlyMap<Translation, FailingChecks>>(),
)

/**
 * The failing checks of a translation, with all units that `CAPPED_CHECKS` fail on. Looks at the translations of its
 * language in the whole project.
 */
export function failingWithoutCaps(translation: Translation): FailingChecks {
  const { component, language } = translation
  const languages = languagesOf(component.project)
  let found = languages.get(language.code)
  if (found === undefined) {
    found = findInLanguage(component.project, language.code)
    languages.set(language.code, found)
  }
  return found.get(translation) ?? translation.failing
}

/** Of the translations with such units. */
function findInLanguage(
  { config: project, components }: Project,
  code: string,
): ReadonlyMap<Translation, FailingChecks> {
  const translations = new Map<BatchTranslation, Translation>()
  const batches = components.map(({ config, translations: all }) => {
    const own = all.filter(({ language }) => language.code === code)
    const batch = own.map((one) => batchTranslation(one, { project, config }, one.failing))
    for (const [index, one] of own.entries()) translations.set(batch[index]!, one)
    return batchComponent(config, batch)
  })
  const failures = findBatchFailures(batches, { caps: NO_CAPS })
  return new Map(
    [...failures].map(([batch, rows]) => {
      const translation = translations.get(batch)!
      return [translation, joinFailing(translation.failing, packFailing(rows))]
    }),
  )
}
