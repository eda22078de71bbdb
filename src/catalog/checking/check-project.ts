import { createHash } from 'node:crypto'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { fetchMissing } from '../reading/fetch-digests.ts'
import type { Library } from '../reading/library.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import { createFindAccepted, splitAccepted } from './accepted.ts'
import {
  type Checked,
  type CheckOptions,
  checkEach,
  type Placed,
  placeTranslations,
  type ReadComponent,
  withStates,
} from './check-each.ts'
import { findTogether } from './check-together.ts'
import type { CheckedTranslation } from './checked-translation.ts'
import { asksForTerms, type CheckedComponent } from './glossary.ts'
import { markedKey } from './needs-edit.ts'

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
  const contents = new Map<ComponentConfig, ComponentContent>()
  for (const [index, component] of components.entries()) {
    contents.set(
      component.config,
      withChecks(project, component, checked[index] ?? [], options.library),
    )
  }
  return contents
}

/** A component with the findings in its translations. */
export function withChecks(
  project: ProjectConfig,
  component: ReadComponent,
  checked: readonly CheckedTranslation[],
  library: Library,
): ComponentContent {
  const { translations } = withStates(component, library)
  const findAccepted = createFindAccepted(project, component.config)
  return {
    ...component.content,
    translations: translations.map((translation, index) => {
      const { failing, verdict, counts } = checked[index]!
      return {
        ...translation,
        failing,
        ...splitAccepted(translation, verdict, findAccepted),
        statistics: { ...translation.statistics, ...counts },
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
  const placed = placeAll(project, components, library)
  const key = keyOfAll(placed)
  const checked: Checked[][] = []
  for (const siblings of placed) checked.push(checkEach(siblings, options))
  const stored = library.checkedTogether.get(key)
  const together = stored ?? findTogether(checked, options)
  if (stored === undefined) library.checkedTogether.set(key, together)
  let place = 0
  return checked.map((siblings) => siblings.map(({ alone }) => together.get(place++) ?? alone))
}

/** Fetches what other nodes found in components, for `checkProject`: all keys follow from what these hold. Never rejects. */
export async function fetchChecks(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  library: Library,
): Promise<void> {
  const marked = components.map(({ config, content, outdated }) => ({
    config,
    translations: content.translations.map((translation) => {
      return { ...translation, contentKey: markedKey(translation, outdated) }
    }),
  }))
  const placed = marked.map((component) => placeTranslations(project, component, marked))
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
  for (const siblings of placeAll(project, [component], options.library)) {
    checkEach(
      siblings.filter(({ translation, place }) => !asksForTerms(translation, place)),
      options,
    )
  }
}

/** The translations of each component. */
function placeAll(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  library: Library,
): Placed[][] {
  const read: CheckedComponent[] = []
  for (const component of components) read.push(withStates(component, library))
  const placed: Placed[][] = []
  for (const component of read) {
    placed.push(placeTranslations(project, component, read))
  }
  return placed
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
