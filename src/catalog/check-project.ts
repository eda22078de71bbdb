import { SEP } from '../../formats/format.ts'
import { type BatchCheckId, type BatchTranslation, findBatchFailures } from '../checks/batch.ts'
import type { GlossaryTerm } from '../checks/check.ts'
import { type Flags, parseFlags } from '../checks/flags.ts'
import { checkOrder } from '../checks/registry.ts'
import { failingChecks, type RunUnit } from '../checks/run.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { languageForCode } from '../languages/language.ts'
import { STATE, withFailing } from './statistics.ts'
import { type ComponentContent, formatOf, type LooseTranslation } from './translation-file.ts'
import { contextOf, flagsOf, noteOf, sourceForms, targetForms, type Units } from './unit.ts'

type Failing = LooseTranslation['failing']

/** A component whose files have been read. */
export interface ReadComponent {
  readonly config: ComponentConfig
  readonly content: ComponentContent
}

/** What is known of a translation's units taken alone, as long as they and the glossary stay. */
interface Alone {
  readonly glossary: readonly GlossaryTerm[] | undefined
  readonly failing: Failing
}

const known = new WeakMap<Units, Alone>()

/**
 * Runs all checks over the units of a project: those of single units once for each translation that changed, those of
 * many units anew. Returns the contents with failing checks and their counts; yields often.
 */
export function* checkProject(
  project: ProjectConfig,
  components: readonly ReadComponent[],
): Generator<void, ReadonlyMap<ComponentConfig, ComponentContent>> {
  const checkers = components.map(({ config, content }) => ({
    config,
    content,
    checkers: content.translations.map(
      (translation) => new TranslationChecker(project, config, translation, components),
    ),
  }))
  for (const { checkers: own } of checkers) for (const checker of own) yield* checker.run()
  const batches = new Map<TranslationChecker, BatchTranslation>()
  for (const { checkers: own } of checkers) {
    for (const checker of own) batches.set(checker, checker.batch())
  }
  const found = findBatchFailures(
    checkers.map(({ config, checkers: own }) => ({
      name: config.name,
      allowPropagation: config.allowTranslationPropagation,
      isGlossary: config.isGlossary,
      translations: own.map((checker) => batches.get(checker) as BatchTranslation),
    })),
  )
  yield
  return new Map(
    checkers.map(({ config, content, checkers: own }) => [
      config,
      {
        ...content,
        translations: own.map((checker) =>
          checker.finish(found.get(batches.get(checker) as BatchTranslation)),
        ),
      },
    ]),
  )
}

/** How many units are checked between two yields. */
const STRIDE = 256
const GLOSSARY_FLAG = 'check-glossary'

class TranslationChecker {
  readonly #project: ProjectConfig
  readonly #config: ComponentConfig
  readonly #translation: LooseTranslation
  readonly #components: readonly ReadComponent[]
  readonly #flags = new Map<string, Flags>()
  #failing: Failing = new Map()

  constructor(
    project: ProjectConfig,
    config: ComponentConfig,
    translation: LooseTranslation,
    components: readonly ReadComponent[],
  ) {
    this.#project = project
    this.#config = config
    this.#translation = translation
    this.#components = components
  }

  *run(): Generator<void> {
    const { units } = this.#translation
    const glossary = this.#usesGlossary() ? this.#glossary() : undefined
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

  /** The columns as the checks over many units read them. */
  batch(): BatchTranslation {
    const { language, isSource, units } = this.#translation
    return {
      language,
      isSource,
      sources: units.table.sources,
      targets: units.targets,
      states: units.states,
      idHashes: units.table.idHashes,
      hasFailure: (row) => this.#failing.has(row),
      ignores: (row, check) => this.#ignores(row, check),
    }
  }

  /** The translation with all that fails. */
  finish(batch: ReadonlyMap<number, readonly BatchCheckId[]> | undefined): LooseTranslation {
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

  #ignores(row: number, check: BatchCheckId): boolean {
    const flags = this.#flagsOf(row)
    return flags.has(`ignore-${check.replaceAll('_', '-')}`) || flags.has('ignore-all-checks')
  }

  #createUnit(glossary: readonly GlossaryTerm[] | undefined): Writable<RunUnit> {
    const { language, isSource } = this.#translation
    const { sourceLanguage, name, isGlossary, fileFormat } = this.#config
    return {
      sources: [],
      targets: [],
      sourceLanguage: languageForCode(sourceLanguage),
      language,
      flags: new Map(),
      context: '',
      note: '',
      projectName: this.#project.name,
      componentName: name,
      format: fileFormat,
      ...(glossary === undefined ? {} : { glossary }),
      state: STATE.empty,
      isSource,
      isGlossary,
    }
  }

  #fill(unit: Writable<RunUnit>, row: number): RunUnit {
    const { units } = this.#translation
    unit.sources = sourceForms(units, row)
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
    const merged = this.#flags.get(text) ?? this.#merge(text)
    this.#flags.set(text, merged)
    return merged
  }

  #merge(text: string): Flags {
    const { checkFlags } = formatOf(this.#config)
    return parseFlags(this.#project.checkFlags, checkFlags, this.#config.checkFlags, text)
  }

  #usesGlossary(): boolean {
    const { flags, table } = this.#translation.units
    const texts = [this.#project.checkFlags, this.#config.checkFlags]
    return [...texts, ...flags.values(), ...table.flags.values()].some((text) =>
      text.includes(GLOSSARY_FLAG),
    )
  }

  /** Terms of the project's glossaries in this language. */
  #glossary(): GlossaryTerm[] {
    const { code } = this.#translation.language
    const terms: GlossaryTerm[] = []
    for (const { config, content } of this.#components) {
      if (!config.isGlossary) continue
      for (const { language, units } of content.translations) {
        if (language.code !== code) continue
        for (let row = 0; row < units.states.length; row++) {
          const readOnly = units.states[row] === STATE.readOnly ? 'read-only' : ''
          terms.push({
            source: units.table.sources[row]?.split(SEP)[0] ?? '',
            target: units.targets[row]?.split(SEP)[0] ?? '',
            flags: parseFlags(flagsOf(units, row), readOnly),
          })
        }
      }
    }
    return terms
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function isSameGlossary(
  one: readonly GlossaryTerm[] | undefined,
  other: readonly GlossaryTerm[] | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other
  return (
    one.length === other.length &&
    one.every(({ source, target }, index) => {
      const term = other[index]
      return term?.source === source && term.target === target
    })
  )
}

function inOrder(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].sort((a, b) => checkOrder.indexOf(a) - checkOrder.indexOf(b))
}
