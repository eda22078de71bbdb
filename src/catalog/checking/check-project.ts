import { createHash } from 'node:crypto'
import { findBatchFailures } from '../../checks/consistency/batch.ts'
import { failingChecks } from '../../checks/run.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { joinFailing, packFailing, rowsOf } from '../failing-checks.ts'
import type { CheckedTranslation, Library } from '../reading/library.ts'
import type { ComponentContent, ParsedTranslation } from '../reading/translation-file.ts'
import { countRows } from '../statistics.ts'
import type { ComponentState } from '../view/component-state.ts'
import { batchComponent, batchTranslation, createCheckedUnits } from './checked-units.ts'
import { type GlossaryPlace, glossaryKey } from './glossary.ts'
import { markNeedsEdit } from './needs-edit.ts'

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
  library: Library,
): ReadComponent[] {
  return [...components].flatMap(({ config, state: { content, history } }) =>
    content === undefined
      ? []
      : [{ config, content: markNeedsEdit(content, history?.outdated, library) }],
  )
}

/** A translation whose units have been checked one by one. */
interface Checked {
  readonly translation: ParsedTranslation
  readonly place: GlossaryPlace
  /** Names what the checks depend on. */
  readonly key: string
  readonly alone: CheckedTranslation
}

/**
 * Runs all checks over the units of a project: those of single units once for each content of a translation, those of
 * many units once for each content of the project. Returns the contents with failing checks and their counts; yields often.
 */
export function* checkProject(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  library: Library,
): Generator<void, ReadonlyMap<ComponentConfig, ComponentContent>> {
  const read = components.map(({ config, content: { translations } }) => ({ config, translations }))
  const checked: Checked[][] = []
  for (const { config, translations } of read) {
    const place = { project, config, components: read }
    const own: Checked[] = []
    for (const translation of translations) {
      const key = checksKey(translation, place)
      let alone = library.checked.get(key)
      if (alone === undefined) {
        alone = yield* checkUnits(translation, place)
        library.checked.set(key, alone)
      }
      own.push({ translation, place, key, alone })
      yield
    }
    checked.push(own)
  }
  const together = yield* checkTogether(checked, library)
  return new Map(
    components.map(({ config, content }, index) => [
      config,
      {
        ...content,
        translations: (checked[index] ?? []).map(({ translation, alone }) => {
          const { failing, count } = together.get(translation) ?? alone
          const statistics = { ...translation.statistics, failing: count }
          return { ...translation, failing, statistics }
        }),
      },
    ]),
  )
}

/** What, beside its content, decides which checks fail on the units of a translation alone. */
function checksKey(translation: ParsedTranslation, place: GlossaryPlace): string {
  const { contentKey, isSource, language } = translation
  const { config, project } = place
  const settings = JSON.stringify([
    ...[config.name, config.checkFlags, config.isGlossary, config.sourceLanguage],
    ...[project.name, project.checkFlags, language.code, isSource, glossaryKey(translation, place)],
  ])
  return `${contentKey}/${sha1(settings)}`
}

/** How many units are checked between two yields. */
const STRIDE = 256

function* checkUnits(
  translation: ParsedTranslation,
  place: GlossaryPlace,
): Generator<void, CheckedTranslation> {
  const units = translation.units()
  const unitAt = createCheckedUnits(translation, place)
  const found: [number, readonly string[]][] = []
  for (let row = 0; row < units.states.length; row++) {
    const ids = failingChecks(unitAt(units, row))
    if (ids.length > 0) found.push([row, ids])
    if (row % STRIDE === 0) yield
  }
  const failing = packFailing(found)
  return { failing, count: countRows(units, rowsOf(failing)) }
}

/** Those that checks of many units fail on, with all that fails on them. */
function* checkTogether(
  components: readonly (readonly Checked[])[],
  library: Library,
): Generator<void, ReadonlyMap<ParsedTranslation, CheckedTranslation>> {
  const all = components.flat()
  const hash = createHash('sha1')
  for (const own of components) {
    for (const { place, key } of own) {
      hash.update(JSON.stringify([place.config.allowTranslationPropagation, key]))
    }
    hash.update('\n')
    yield
  }
  const key = hash.digest('hex')
  let found = library.checkedTogether.get(key)
  if (found === undefined) {
    found = yield* findTogether(components)
    library.checkedTogether.set(key, found)
  }
  return new Map(
    [...found].map(([index, one]) => [(all[index] as Checked).translation, one] as const),
  )
}

/** The same by their place among all translations. */
function* findTogether(
  components: readonly (readonly Checked[])[],
): Generator<void, ReadonlyMap<number, CheckedTranslation>> {
  const batches = components.map((own) =>
    own.map(({ translation, place, alone }) => batchTranslation(translation, place, alone.failing)),
  )
  const found = yield* findBatchFailures(
    components.flatMap((own, index) => {
      const config = own[0]?.place.config
      return config === undefined ? [] : [batchComponent(config, batches[index] ?? [])]
    }),
  )
  const all = components.flat()
  const result = new Map<number, CheckedTranslation>()
  for (const [index, batch] of batches.flat().entries()) {
    const rows = found.get(batch)
    if (rows === undefined) continue
    const { translation, alone } = all[index] as Checked
    const failing = joinFailing(alone.failing, packFailing(rows))
    result.set(index, { failing, count: countRows(translation.units(), rowsOf(failing)) })
    yield
  }
  return result
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
