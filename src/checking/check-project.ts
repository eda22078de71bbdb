import { oncePer } from '../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { digestOf } from '../model/digest.ts'
import type { CheckedTranslation } from '../reading/checked-translation.ts'
import type { Library } from '../reading/library.ts'
import { type ComponentContent, withoutComponents } from '../reading/translation-file.ts'
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
  return withAllChecks(project, components, checkTranslations(project, components, options))
}

/** Returns the contents of a project's components with the findings in their translations, in the order of these. */
export function withAllChecks(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  checked: readonly CheckedTranslation[],
): ReadonlyMap<ComponentConfig, ComponentContent> {
  let index = 0
  return new Map(
    components.map(({ config, alerts, translations }) => {
      const findAccepted = createFindAccepted(project, config)
      const withFindings = translations.map((translation) => {
        const { failing, verdict: wholeVerdict, statistics } = checked[index++]!
        const { verdict, accepted } = splitAccepted(translation, wholeVerdict, findAccepted)
        // Field by field, since a second spread takes ten times as long.
        return {
          ...translation,
          failing,
          verdict,
          accepted,
          // Other counts are in memory with the summary.
          statistics: {
            ...translation.statistics,
            failing: statistics.failing,
            translatedFailing: statistics.translatedFailing,
          },
        }
      })
      return [config, { alerts, translations: withFindings }]
    }),
  )
}

/** Returns the findings of all checks in each translation; once for the same project, so that a restart reads one value. */
export function checkTranslations(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  options: CheckOptions,
): readonly CheckedTranslation[] {
  const unmarked = components.map((content) => ({ config: content.config, content }))
  return remember(options.library.checkedProjects, checksKeyOf(project, unmarked), () => {
    const checked = placeAll(project, components).map((siblings) => checkEach(siblings, options))
    return findTogether(checked, options)
  })
}

/** A component whose files are read, and what gives units other states. */
interface UnmarkedComponent {
  readonly config: ComponentConfig
  readonly content: ComponentContent
  readonly outdated?: PreviousSources | undefined
}

/** Returns the key for everything that decides what the checks of a project find: its settings and contents. */
export function checksKeyOf(
  project: ProjectConfig,
  components: readonly UnmarkedComponent[],
): string {
  return digestOf([
    withoutComponents(project),
    components.map(({ config, content, outdated }) => [
      config,
      outdated === undefined ? keyOfContent(content) : keyOfUnits(content, outdated),
    ]),
  ])
}

/** Digests what checks read of a component's files. */
export const keyOfContent: (content: ComponentContent) => string = oncePer((content) =>
  keyOfUnits(content, undefined),
)

function keyOfUnits(
  { translations }: ComponentContent,
  outdated: PreviousSources | undefined,
): string {
  return digestOf(
    translations.map((translation) => {
      const { code, filePlural } = translation.language
      return [markedKey(translation, outdated), code, filePlural.number, translation.isSource]
    }),
  )
}

/** Fetches what other nodes found in components, for `checkProject`. Contents determine all keys. Never rejects. */
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
  const contentKeys = all.flatMap(({ translation: { contentKey } }) => contentKey || [])
  const keys = all.map(({ key }) => key)
  await Promise.all([
    library.files.fetch(contentKeys),
    library.checked.fetch(keys),
    library.checkedProjects.fetch([checksKeyOf(project, components)]),
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

function placeAll(project: ProjectConfig, components: readonly ReadComponent[]): Placed[][] {
  return components.map((component) => placeTranslations(project, component, components))
}
