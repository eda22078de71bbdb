import { createHash } from 'node:crypto'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import type { CheckedTranslation } from '../reading/checked-translation.ts'
import { fetchMissing } from '../reading/fetch-digests.ts'
import type { Library } from '../reading/library.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import { remember } from '../store/store.ts'
import { createFindAccepted, splitAccepted } from './accepted.ts'
import { type CheckOptions, checkEach, type Placed, placeTranslations } from './check-each.ts'
import { findTogether } from './check-together.ts'
import { asksForTerms } from './glossary.ts'
import { markedKey, type PreviousSources, type ReadComponent } from './needs-edit.ts'

/**
 * Runs all checks over the units of a project: those of single units once for each content of a translation, those of
 * many units once for each content of a language and of a component. Returns the contents with failing checks and their
 * counts.
 */
export function checkProject(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  options: CheckOptions,
): ReadonlyMap<ComponentConfig, ComponentContent> {
  const checked = checkTranslations(project, components, options)
  return new Map(
    components.map((component, index) => {
      return [component.config, withChecks(project, component, checked[index]!)]
    }),
  )
}

/** A component with the findings in its translations. */
export function withChecks(
  project: ProjectConfig,
  { config, alerts, translations }: ReadComponent,
  checked: readonly CheckedTranslation[],
): ComponentContent {
  const findAccepted = createFindAccepted(project, config)
  return {
    alerts,
    translations: translations.map((translation, index) => {
      const { failing, verdict, statistics } = checked[index]!
      return {
        ...translation,
        failing,
        ...splitAccepted(translation, verdict, findAccepted),
        // Other counts are in memory with the summary.
        statistics: {
          ...translation.statistics,
          failing: statistics.failing,
          translatedFailing: statistics.translatedFailing,
        },
      }
    }),
  }
}

/** The findings of all checks, by component and translation. */
export function checkTranslations(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  options: CheckOptions,
): readonly (readonly CheckedTranslation[])[] {
  const { library } = options
  const placed = placeAll(project, components)
  const checked = placed.map((siblings) => checkEach(siblings, options))
  const together = remember(library.checkedTogether, keyOfAll(placed), () =>
    findTogether(checked, options),
  )
  let place = 0
  return checked.map((siblings) => siblings.map(({ alone }) => together.get(place++) ?? alone))
}

/** A component whose files are read, and what gives units other states. */
interface UnmarkedComponent {
  readonly config: ComponentConfig
  readonly content: ComponentContent
  readonly outdated: PreviousSources | undefined
}

/** Fetches what other nodes found in components, for `checkProject`: all keys follow from what these hold. Never rejects. */
export async function fetchChecks(
  project: ProjectConfig,
  components: readonly UnmarkedComponent[],
  library: Library,
): Promise<void> {
  const marked = components.map(({ config, content, outdated }) => ({
    ...{ ...content, config },
    translations: content.translations.map((translation) => {
      return { ...translation, contentKey: markedKey(translation, outdated) }
    }),
  }))
  const placed = placeAll(project, marked)
  const all = placed.flat()
  await Promise.all([
    fetchMissing(
      library.files,
      all.flatMap(({ translation: { contentKey } }) => contentKey || []),
    ),
    fetchMissing(
      library.checked,
      all.map(({ key }) => key),
    ),
    fetchMissing(library.checkedTogether, [keyOfAll(placed)]),
  ])
}

/** Runs the checks of single units that need no other component; `checkProject` reuses the results. */
export function checkAhead(
  project: ProjectConfig,
  component: ReadComponent,
  options: CheckOptions,
): void {
  const placed = placeTranslations(project, component, [component])
  checkEach(
    placed.filter(({ translation, place }) => !asksForTerms(translation, place)),
    options,
  )
}

/** The translations of each component. */
function placeAll(project: ProjectConfig, components: readonly ReadComponent[]): Placed[][] {
  return components.map((component) => placeTranslations(project, component, components))
}

function keyOfAll(components: readonly (readonly Placed[])[]): string {
  const hash = createHash('sha1')
  for (const siblings of components) {
    for (const { place, key } of siblings) {
      hash.update(JSON.stringify([place.config.allowTranslationPropagation, key]))
    }
    hash.update('\n')
  }
  return hash.digest('hex')
}
