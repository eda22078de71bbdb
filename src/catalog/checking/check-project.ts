import { createHash } from 'node:crypto'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Library } from '../reading/library.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
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
import { asksForTerms, type CheckedComponent } from './glossary.ts'

/**
 * Runs all checks over the units of a project: those of single units once for each content of a translation, those of
 * many units once for each content of a language and of a component. Returns the contents with failing checks and their
 * counts; yields often.
 */
export function* checkProject(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  options: CheckOptions,
): Generator<void, ReadonlyMap<ComponentConfig, ComponentContent>> {
  const { library } = options
  const placed = yield* placeAll(project, components, library)
  const key = yield* keyOfAll(placed)
  const checked: Checked[][] = []
  for (const own of placed) checked.push(yield* checkEach(own, options))
  const all = checked.flat()
  const known = library.checkedTogether.get(key)
  const found = known ?? (yield* findTogether(checked, options))
  if (known === undefined) library.checkedTogether.set(key, found)
  const together = new Map([...found].map(([index, one]) => [all[index]?.translation, one]))
  const contents = new Map<ComponentConfig, ComponentContent>()
  for (const [index, { config, content }] of components.entries()) {
    const translations = (checked[index] ?? []).map(({ translation, alone }) => {
      const { failing, counts } = together.get(translation) ?? alone
      return { ...translation, failing, statistics: { ...translation.statistics, ...counts } }
    })
    contents.set(config, { ...content, translations })
    yield
  }
  return contents
}

/** Runs the checks of single units that need no other component, for `checkProject` to find what failed. */
export function* checkAhead(
  project: ProjectConfig,
  component: ReadComponent,
  options: CheckOptions,
): Generator<void, void> {
  for (const own of yield* placeAll(project, [component], options.library)) {
    yield* checkEach(
      own.filter(({ translation, place }) => !asksForTerms(translation, place)),
      options,
    )
  }
}

/** The translations of each component. */
function* placeAll(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  library: Library,
): Generator<void, Placed[][]> {
  const read: CheckedComponent[] = []
  for (const component of components) read.push(yield* withStates(component, library))
  const placed: Placed[][] = []
  for (const component of read) {
    placed.push(placeTranslations(project, component, read))
    yield
  }
  return placed
}

function* keyOfAll(components: readonly (readonly Placed[])[]): Generator<void, string> {
  const hash = createHash('sha1')
  for (const own of components) {
    for (const { place, key } of own) {
      hash.update(JSON.stringify([place.config.allowTranslationPropagation, key]))
    }
    hash.update('\n')
    yield
  }
  return hash.digest('hex')
}
