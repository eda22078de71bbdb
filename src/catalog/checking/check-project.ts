import { createHash } from 'node:crypto'
import { findBatchFailures } from '../../checks/consistency/batch.ts'
import { failingChecks } from '../../checks/run.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { digestOf } from '../digest.ts'
import { joinFailing, packFailing, rowsOf } from '../failing-checks.ts'
import type { PreviousSources } from '../history/component-history.ts'
import type { Budget } from '../reading/budget.ts'
import type { Library } from '../reading/library.ts'
import type { ComponentContent, ParsedTranslation } from '../reading/translation-file.ts'
import { countFailing } from '../statistics.ts'
import type { CheckedTranslation } from './checked-translation.ts'
import { batchComponent, batchTranslation, createCheckedUnits } from './checked-units.ts'
import { asksForTerms, type CheckedComponent, type GlossaryPlace, glossaryKey } from './glossary.ts'
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

/** A translation, and what its checks depend on. */
interface Placed {
  readonly translation: ParsedTranslation
  readonly place: GlossaryPlace
  /** Names all that. */
  readonly key: string
}

/** One whose units have been checked one by one. */
interface Checked extends Placed {
  readonly alone: CheckedTranslation
}

/**
 * Runs all checks over the units of a project: those of single units once for each content of a translation, those of
 * many units once for each content of the project. Returns the contents with failing checks and their counts; yields often.
 */
export function* checkProject(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  options: CheckOptions,
): Generator<void, ReadonlyMap<ComponentConfig, ComponentContent>> {
  const placed = yield* placeTranslations(project, components, options.library)
  const key = yield* keyOfAll(placed)
  const known = options.library.checkedTogether.get(key)
  // Before any unit is looked at, which would be in vain where that is too much.
  if (known === undefined) spendOnAll(placed, options.budget)
  const checked: Checked[][] = []
  for (const own of placed) checked.push(yield* checkEach(own, options))
  const all = checked.flat()
  const found = known ?? (yield* findTogether(checked))
  if (known === undefined) options.library.checkedTogether.set(key, found)
  const together = new Map([...found].map(([index, one]) => [all[index]?.translation, one]))
  return new Map(
    components.map(({ config, content }, index) => [
      config,
      {
        ...content,
        translations: (checked[index] ?? []).map(({ translation, alone }) => {
          const { failing, counts } = together.get(translation) ?? alone
          const statistics = { ...translation.statistics, ...counts }
          return { ...translation, failing, statistics }
        }),
      },
    ]),
  )
}

/** Runs the checks of single units that need no other component, for `checkProject` to find what failed. */
export function* checkAhead(
  project: ProjectConfig,
  component: ReadComponent,
  options: CheckOptions,
): Generator<void, void> {
  for (const own of yield* placeTranslations(project, [component], options.library)) {
    yield* checkEach(
      own.filter(({ translation, place }) => !asksForTerms(translation, place)),
      options,
    )
  }
}

/** Of each component. */
function* placeTranslations(
  project: ProjectConfig,
  components: readonly ReadComponent[],
  library: Library,
): Generator<void, Placed[][]> {
  const read: CheckedComponent[] = []
  for (const { config, content, outdated } of components) {
    read.push({ config, translations: yield* markNeedsEdit(content, outdated, library) })
  }
  const placed: Placed[][] = []
  for (const { config, translations } of read) {
    const place = { project, config, components: read }
    placed.push(
      translations.map((translation) => {
        return { translation, place, key: checksKey(translation, place) }
      }),
    )
    yield
  }
  return placed
}

function* checkEach(
  placed: readonly Placed[],
  { library, budget }: CheckOptions,
): Generator<void, Checked[]> {
  const checked: Checked[] = []
  for (const { translation, place, key } of placed) {
    let alone = library.checked.get(key)
    if (alone === undefined) {
      alone = yield* checkUnits(translation, place, budget)
      library.checked.set(key, alone)
    }
    checked.push({ translation, place, key, alone })
    yield
  }
  return checked
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
  return { failing, counts: countFailing(units, [...rowsOf(failing)]) }
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

function spendOnAll(components: readonly (readonly Placed[])[], budget: Budget | undefined): void {
  for (const { translation } of components.flat()) {
    budget?.spend(BYTES_OF_UNIT_TOGETHER * translation.statistics.total.units)
  }
}

/** What fails where checks of many units do, with all other checks, by place among all translations. */
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
    result.set(index, { failing, counts: countFailing(translation.units(), [...rowsOf(failing)]) })
    yield
  }
  return result
}
