import { findBatchFailures } from '../../checks/consistency/batch.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { ComponentContent, ParsedTranslation } from '../reading/translation-file.ts'
import type { SourceTable } from '../unit.ts'
import type { ComponentState } from '../view/component-state.ts'
import { markNeedsEdit } from './needs-edit.ts'
import { batchComponent, TranslationChecker } from './translation-checker.ts'

/** A component whose files have been read. */
export interface ReadComponent {
  readonly config: ComponentConfig
  readonly content: ComponentContent
}

/** What was read of components, with the states that what is known of their history gives their units. */
export function toCheck(
  components: Iterable<{
    readonly config: ComponentConfig
    readonly state: Pick<ComponentState, 'content' | 'history'>
  }>,
): ReadComponent[] {
  return [...components].flatMap(({ config, state: { content, history } }) =>
    content === undefined ? [] : [{ config, content: markNeedsEdit(content, history?.outdated) }],
  )
}

/**
 * Runs all checks over the units of a project: those of single units once for each translation that changed, those of
 * many units anew. Returns the contents with failing checks and their counts; yields often.
 */
export function* checkProject(
  project: ProjectConfig,
  components: readonly ReadComponent[],
): Generator<void, ReadonlyMap<ComponentConfig, ComponentContent>> {
  const read = components.map(({ config, content: { translations } }) => ({ config, translations }))
  const sourceForms = new Map<SourceTable, string[][]>()
  const checked = components.map(({ config, content }) => {
    const place = { project, config, components: read, sourceForms }
    return {
      config,
      content,
      checkers: content.translations.map((one) => new TranslationChecker(one, place)),
    }
  })
  for (const { checkers } of checked) for (const checker of checkers) yield* checker.run()
  const found = yield* findBatchFailures(
    checked.map(({ config, checkers }) =>
      batchComponent(
        config,
        checkers.map(({ batch }) => batch),
      ),
    ),
  )
  const results = new Map<ComponentConfig, ComponentContent>()
  for (const { config, content, checkers } of checked) {
    const translations: ParsedTranslation[] = []
    for (const checker of checkers) {
      translations.push(checker.finish(found.get(checker.batch)))
      yield
    }
    results.set(config, { ...content, translations })
  }
  return results
}
