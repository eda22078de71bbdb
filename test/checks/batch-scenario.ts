import type { Entry, Format } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { fileTreeOfPaths } from '../../src/catalog/file-tree.ts'
import { type MatchedFile, matchFiles } from '../../src/catalog/filemask.ts'
import {
  createTable,
  pairMonolingual,
  readBilingual,
  sourceUnitsOfBilingual,
} from '../../src/catalog/pair.ts'
import type { PairOptions } from '../../src/catalog/rule.ts'
import {
  contextOf,
  flagsOf,
  noteOf,
  sourceForms,
  targetForms,
  type Units,
  unitChars,
  unitWords,
} from '../../src/catalog/unit.ts'
import { isCjk } from '../../src/catalog/words.ts'
import { findBatchFailures } from '../../src/checks/batch/batch.ts'
import type { BatchComponent, BatchTranslation } from '../../src/checks/batch/translation.ts'
import { type Flags, formatFlags, parseFlags } from '../../src/checks/flags.ts'
import { failingChecks } from '../../src/checks/run.ts'
import { type Language, languageForCode, pluralFor } from '../../src/languages/language.ts'
import { runToEnd } from './support.ts'

interface ScenarioComponent {
  readonly slug: string
  readonly name: string
  readonly file_format: string
  readonly filemask: string
  readonly template: string
  readonly source_language: string
  readonly files: Readonly<Record<string, string>>
  readonly check_flags?: string
  readonly allow_translation_propagation?: boolean
  readonly is_glossary?: boolean
}

interface ExpectedUnit {
  readonly state: number
  readonly flags: string
  readonly checks: readonly string[]
  /** Checks that depend on chance. */
  readonly sometimes?: readonly string[]
}

export interface Scenario {
  readonly name: string
  readonly project_check_flags: string
  readonly components: readonly ScenarioComponent[]
  readonly expected: Readonly<
    Record<
      string,
      Readonly<Record<string, { units: Readonly<Record<string, ExpectedUnit>>; all?: number }>>
    >
  >
}

export interface ImportedUnit {
  readonly key: string
  readonly state: number
  readonly flags: string
  readonly checks: readonly string[]
  readonly words: number
  readonly chars: number
}

export interface ImportedTranslation {
  readonly component: string
  readonly language: string
  readonly units: readonly ImportedUnit[]
}

interface ReadTranslation {
  readonly language: Language
  readonly isSource: boolean
  readonly units: Units
}

/** Reads the files of all components, runs every check and gives what each unit has. */
export function importScenario(scenario: Scenario): ImportedTranslation[] {
  const checked = scenario.components.map((component) =>
    checkComponent(component, scenario.project_check_flags),
  )
  const batch = runToEnd(findBatchFailures(checked.map(({ input }) => input)))
  return checked.flatMap(({ component, translations }) =>
    translations.map(({ read, input, flags, failing }) => ({
      component: component.slug,
      language: read.language.code,
      units: failing.map((checks, row) => ({
        key: contextOf(read.units, row),
        state: read.units.states[row] ?? -1,
        flags: formatFlags(flags[row] ?? new Map()),
        checks: [...checks, ...(batch.get(input)?.get(row) ?? [])],
        words: unitWords(read.units, row),
        chars: unitChars(read.units, row),
      })),
    })),
  )
}

interface CheckedTranslation {
  readonly read: ReadTranslation
  readonly flags: readonly Flags[]
  readonly failing: readonly (readonly string[])[]
  readonly input: BatchTranslation
}

function checkComponent(
  component: ScenarioComponent,
  projectFlags: string,
): {
  readonly component: ScenarioComponent
  readonly translations: readonly CheckedTranslation[]
  readonly input: BatchComponent
} {
  const translations = readComponent(component, projectFlags).map((read) =>
    checkTranslation(read, component, projectFlags),
  )
  const input = {
    name: component.name,
    allowPropagation: component.allow_translation_propagation ?? true,
    isGlossary: component.is_glossary ?? false,
    translations: translations.map(({ input }) => input),
  }
  return { component, translations, input }
}

function checkTranslation(
  read: ReadTranslation,
  component: ScenarioComponent,
  projectFlags: string,
): CheckedTranslation {
  const { units, language, isSource } = read
  const base = [projectFlags, formatOf(component).checkFlags, component.check_flags ?? '']
  if (isSource && component.template === '') base.push('read-only')
  const rows = Array.from(units.states.keys())
  const flags = rows.map((row) => parseFlags(...base, flagsOf(units, row)))
  const failing = rows.map((row) =>
    failingChecks({
      sources: sourceForms(units, row),
      targets: targetForms(units, row),
      sourceLanguage: languageForCode(component.source_language),
      language,
      flags: flags[row] ?? new Map(),
      context: contextOf(units, row),
      note: noteOf(units, row),
      projectName: 'Zqproject',
      componentName: component.name,
      format: component.file_format,
      state: units.states[row] ?? 0,
      isSource,
      isGlossary: component.is_glossary ?? false,
    }),
  )
  const input: BatchTranslation = {
    language,
    isSource,
    sources: units.table.sources,
    targets: units.targets,
    states: units.states,
    idHashes: units.table.idHashes,
    hasFailure: (row) => (failing[row] ?? []).length > 0,
    ignores: (row, check) => {
      const own = flags[row]
      const flag = `ignore-${check.replaceAll('_', '-')}`
      return own !== undefined && (own.has(flag) || own.has('ignore-all-checks'))
    },
  }
  return { read, flags, failing, input }
}

function formatOf({ file_format: id }: ScenarioComponent): Format {
  const format = formats.get(id)
  if (format === undefined) throw new RangeError(`no format ${id}`)
  return format
}

function readComponent(component: ScenarioComponent, projectFlags: string): ReadTranslation[] {
  const { filemask, template, source_language: sourceLanguage } = component
  const isMonolingual = template !== ''
  const tree = fileTreeOfPaths(Object.keys(component.files).map((path) => ({ path, oid: path })))
  const { files } = matchFiles(tree, {
    filemask,
    template,
    intermediate: '',
    isMonolingual,
    languageRegex: '^[^.]+$',
    languageAliases: new Map(),
    sourceLanguage,
  })
  const isSourceCjk = isCjk(sourceLanguage)
  const format = formatOf(component)
  const parse = ({ path, code }: MatchedFile): Entry[] =>
    format.parse(Buffer.from(component.files[path] ?? ''), { languageCode: code, isMonolingual })
  const optionsOf = ({ language }: MatchedFile): PairOptions => ({
    format,
    pluralNumber: pluralFor(language, component.file_format).number,
    projectFlags,
    componentFlags: component.check_flags ?? '',
  })
  if (isMonolingual) {
    const source = files.find(({ isTemplate }) => isTemplate)
    const table = createTable(source ? parse(source) : [], { isSourceCjk })
    return files.map((file) => {
      const options = { ...optionsOf(file), isTemplate: file.isTemplate }
      const units = pairMonolingual(table, parse(file), options)
      return { language: file.language, isSource: file.isSource, units }
    })
  }
  const translations = files
    .filter(({ isSource }) => !isSource)
    .map((file) => {
      const units = readBilingual(parse(file), { ...optionsOf(file), isSourceCjk })
      return { language: file.language, isSource: false, units }
    })
  const language = languageForCode(sourceLanguage)
  const { units } = sourceUnitsOfBilingual(
    translations.map((translation) => translation.units),
    { isSourceCjk, pluralNumber: pluralFor(language, component.file_format).number },
  )
  return [{ language, isSource: true, units }, ...translations]
}
