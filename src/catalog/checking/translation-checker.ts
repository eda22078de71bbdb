import type { GlossaryTerm } from '../../checks/check.ts'
import type {
  BatchCheckId,
  BatchComponent,
  BatchTranslation,
} from '../../checks/consistency/translation.ts'
import { type Flags, mergeFlags } from '../../checks/flags.ts'
import { ignoreFlag } from '../../checks/form-check.ts'
import { checkOrder } from '../../checks/registry.ts'
import { failingChecks, type RunUnit, sharedIds } from '../../checks/run.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { languageForCode } from '../../languages/language.ts'
import { formatOf, type ParsedTranslation } from '../reading/translation-file.ts'
import { STATE, withFailing } from '../statistics.ts'
import {
  contextOf,
  flagsOf,
  noteOf,
  type SourceTable,
  sourceForms,
  targetForms,
  type Units,
} from '../unit.ts'
import { type CheckedComponent, glossaryFor, isSameGlossary } from './glossary.ts'

type Failing = ParsedTranslation['failing']

/** What is known of a translation's units taken alone, as long as they and the glossary stay. */
interface Alone {
  readonly glossary: readonly GlossaryTerm[] | undefined
  readonly failing: Failing
}

const known = new WeakMap<Units, Alone>()

/** A component as the checks of many units see it. */
export function batchComponent(
  { name, allowTranslationPropagation, isGlossary }: ComponentConfig,
  translations: readonly BatchTranslation[],
): BatchComponent {
  return {
    name,
    allowPropagation: allowTranslationPropagation,
    isGlossary,
    translations,
  }
}

/** How many units are checked between two yields. */
const STRIDE = 256

/** Where a translation is: what flags, glossary and names its checks go by. */
interface CheckPlace {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  /** All of the project. */
  readonly components: readonly CheckedComponent[]
  /** The forms of the sources of each table by row, kept while a project is checked: its translations share most. */
  readonly sourceForms?: Map<SourceTable, string[][]>
}

/** Runs the checks of single units over one translation. */
export class TranslationChecker {
  readonly #place: CheckPlace
  readonly #translation: ParsedTranslation
  /** The columns as the checks of many units read them. */
  readonly batch: BatchTranslation
  readonly #flags = new Map<string, Flags>()
  readonly #sourceForms: string[][]
  #failing: Failing = new Map()

  constructor(translation: ParsedTranslation, place: CheckPlace) {
    this.#translation = translation
    this.#place = place
    this.#sourceForms = formsOf(place.sourceForms ?? new Map(), translation.units.table)
    const { language, isSource, units } = translation
    this.batch = {
      language,
      isSource,
      sources: units.table.sources,
      targets: units.targets,
      states: units.states,
      get idHashes() {
        return units.table.idHashes
      },
      hasFailure: (row) => this.#failing.has(row),
      ignores: (row, check) => this.#ignores(row, check),
    }
  }

  /** Checks the units, or takes what is known of them; yields often. */
  *run(): Generator<void> {
    const { units } = this.#translation
    const glossary = glossaryFor(this.#translation, this.#place)
    const before = known.get(units)
    if (before !== undefined && isSameGlossary(before.glossary, glossary)) {
      this.#failing = before.failing
      return
    }
    const failing = new Map<number, readonly string[]>()
    const unit = this.#createUnit(glossary)
    for (let row = 0; row < units.states.length; row++) {
      const ids = failingChecks(this.#fill(unit, row))
      if (ids.length > 0) failing.set(row, ids)
      if (row % STRIDE === 0) yield
    }
    this.#failing = failing
    known.set(units, { glossary, failing })
  }

  /** The translation with all that fails. */
  finish(batch: ReadonlyMap<number, readonly BatchCheckId[]> | undefined): ParsedTranslation {
    const { units } = this.#translation
    let failing = this.#failing
    if (batch !== undefined && batch.size > 0) {
      const all = new Map(failing)
      for (const [row, ids] of batch) all.set(row, inOrder([...(all.get(row) ?? []), ...ids]))
      failing = all
    }
    const statistics = withFailing(this.#translation.statistics, units, failing.keys())
    return { ...this.#translation, failing, statistics }
  }

  /** A unit as its checks see it. */
  unit(row: number): RunUnit {
    const glossary = glossaryFor(this.#translation, this.#place)
    return this.#fill(this.#createUnit(glossary), row)
  }

  #ignores(row: number, check: BatchCheckId): boolean {
    const flags = this.#flagsOf(row)
    return flags.has(ignoreFlag(check)) || flags.has('ignore-all-checks')
  }

  #createUnit(glossary: readonly GlossaryTerm[] | undefined): Writable<RunUnit> {
    const { language, isSource } = this.#translation
    const { sourceLanguage, name, isGlossary } = this.#place.config
    return {
      sources: [],
      targets: [],
      sourceLanguage: languageForCode(sourceLanguage),
      language,
      flags: new Map(),
      context: '',
      note: '',
      projectName: this.#place.project.name,
      componentName: name,
      hasStrictPlurals: formatOf(this.#place.config).hasStrictPlurals === true,
      ...(glossary === undefined ? {} : { glossary }),
      state: STATE.empty,
      isSource,
      isGlossary,
    }
  }

  #fill(unit: Writable<RunUnit>, row: number): RunUnit {
    const { units } = this.#translation
    unit.sources = this.#sourceForms[row] ??= sourceForms(units, row)
    unit.targets = targetForms(units, row)
    unit.flags = this.#flagsOf(row)
    unit.context = contextOf(units, row)
    unit.note = noteOf(units, row)
    unit.state = units.states[row] ?? STATE.empty
    return unit
  }

  /** Merged, the same object for the same text: what runs is worked out once for each. */
  #flagsOf(row: number): Flags {
    const text = flagsOf(this.#translation.units, row)
    let merged = this.#flags.get(text)
    if (merged === undefined) {
      merged = this.#merge(text)
      this.#flags.set(text, merged)
    }
    return merged
  }

  #merge(text: string): Flags {
    const { checkFlags } = formatOf(this.#place.config)
    return mergeFlags(
      this.#place.project.checkFlags,
      checkFlags,
      this.#place.config.checkFlags,
      text,
    )
  }
}

function formsOf(known: Map<SourceTable, string[][]>, table: SourceTable): string[][] {
  const forms = known.get(table) ?? []
  known.set(table, forms)
  return forms
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function inOrder(ids: readonly string[]): readonly string[] {
  return sharedIds(ids.toSorted((a, b) => checkOrder.indexOf(a) - checkOrder.indexOf(b)))
}
