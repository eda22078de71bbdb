import { crc32 } from 'node:zlib'
import { groupOf } from '../checks/consistency/translation.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { groupBy } from '../group-by.ts'
import { type CheckOptions, checkEach, type Placed, placeTranslations } from './check-each.ts'
import { findInComponent, findInLanguage } from './check-together.ts'
import type { ReadComponent } from './needs-edit.ts'

/** A part of a project: every `of`th component, and about one in `of` languages. */
export interface Part {
  readonly index: number
  readonly of: number
}

/**
 * Runs the checks of a part of a project; `checkProject` combines the results. Of components already checked, only
 * translations in languages of the part stay in memory.
 */
export function checkPart(
  project: ProjectConfig,
  components: readonly {
    readonly config: ComponentConfig
    read(): ReadComponent | undefined
  }[],
  { index, of }: Part,
  options: CheckOptions,
): void {
  const glossaries = components.flatMap(({ config, read }) =>
    config.isGlossary ? (read() ?? []) : [],
  )
  const shared: Placed[] = []
  for (const [at, { config, read }] of components.entries()) {
    const component = read()
    if (component === undefined) continue
    const placed = placeTranslations(project, component, glossaries)
    if (at % of === index) findInComponent(checkEach(placed, options), options)
    if (!config.allowTranslationPropagation) continue
    const isOfPart = ({ translation: { language } }: Placed) => crc32(language.code) % of === index
    shared.push(...placed.filter(isOfPart))
  }
  const groups = groupBy(shared, ({ translation }) => groupOf(translation.language))
  for (const siblings of groups.values()) findInLanguage(siblings, options)
}
