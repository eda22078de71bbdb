import { createHash } from 'node:crypto'
import { findBatchFailures } from '../../checks/consistency/batch.ts'
import { failingChecks } from '../../checks/run.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { digestOf } from '../digest.ts'
import { joinFailing, packFailing, rowsOf } from '../failing-checks.ts'
import type { PreviousSources } from '../history/component-history.ts'
import type { Budget } from '../reading/budget.ts'
import type { CheckedTranslation, Library } from '../reading/library.ts'
import type { ComponentContent, ParsedTranslation } from '../reading/translation-file.ts'
import { countRows } from '../statistics.ts'
import { batchComponent, batchTranslation, createCheckedUnits } from './checked-units.ts'
import { type CheckedComponent, type GlossaryPlace, glossaryKey } from './glossary.ts'
import { markNeedsEdit } from './needs-edit.ts'

/** A component whose files have been read. */
export interface ReadComponent {
  readonly config: ComponentConfig
  readonly content: ComponentContent
  /** What is known of its history that gives units other states than the files. */
  readonly outdated?: PreviousSources | undefined
}

interface CheckOptions {
  readonly library: Library
  /** None where nothing waits for the checks. */
  readonly budget?: Budget | undefined
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
  { library, budget }: CheckOptions,
): Generator<void, ReadonlyMap<ComponentConfig, ComponentContent>> {
  const read: CheckedComponent[] = []
  for (const { config, content, outdated } of components) {
    read.push({ config, translations: yield* markNeedsEdit(content, outdated, library) })
  }
  const checked: Checked[][] = []
  for (const { config, translations } of read) {
    const place = { project, config, components: read }
    const own: Checked[] = []
    for (const translation of translations) {
      const key = checksKey(translation, place)
      let alone = library.checked.get(key)
      if (alone === undefined) {
        alone = yield* checkUnits(translation, place, budget)
        library.checked.set(key, alone)
      }
      own.push({ translation, place, key, alone })
      yield
    }
    checked.push(own)
  }
  const together = yield* checkTogether(checked, { library, budget })
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
  const settings = digestOf([
    ...[config.name, config.checkFlags, config.isGlossary, config.sourceLanguage],
    ...[project.name, project.checkFlags, language.code, isSource, glossaryKey(translation, place)],
  ])
  return `${contentKey}/${settings}`
}

/** How many units are checked between two yields. */
const STRIDE = 256
/** To check a unit takes as long as to parse so much. */
const BYTES_OF_UNIT = 100
const BYTES_OF_UNIT_TOGETHER = 20

function* checkUnits(
  translation: ParsedTranslation,
  place: GlossaryPlace,
  budget: Budget | undefined,
): Generator<void, CheckedTranslation> {
  budget?.spend(BYTES_OF_UNIT * translation.statistics.total.units)
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
  { library, budget }: CheckOptions,
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
    for (const { translation } of all) {
      budget?.spend(BYTES_OF_UNIT_TOGETHER * translation.statistics.total.units)
    }
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
