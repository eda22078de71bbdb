import type { Entry } from '../../../formats/entry.ts'
import type { Units } from '../../model/unit.ts'
import { wordRuleOf } from '../../reading/count-words.ts'
import { type MatchedFile, templateOf } from '../../reading/filemask.ts'
import { pairMonolingual, readBilingual } from '../../reading/pair.ts'
import { createIntermediateTable, createTable } from '../../reading/template-table.ts'
import { attempt, type ConfiguredComponent, pairOptions } from '../../reading/translation-file.ts'
import type { Step, StepFiles } from '../timeline/timeline.ts'
import type { ReadEntries } from './entry-reader.ts'

/** What identifies a unit in its translation; a template's units have no `source`. */
export interface UnitKey {
  readonly context: string
  readonly source: string
}

/** A unit as it is now, in the file of a translation. */
export interface UnitInFile {
  readonly filename: string
  readonly languageCode: string
  readonly key: UnitKey
  /** Whether the unit is a source of bilingual files, which is its own translation. */
  readonly isSource: boolean
}

/** Units of a translation that each have a text changed by a step. */
export interface Written {
  readonly step: Step
  readonly languageCode: string
  readonly keys: readonly UnitKey[]
}

/** The entries of a translation's file, and of the template and the intermediate file if they exist. */
export interface RevisionEntries {
  readonly translation: readonly Entry[]
  readonly template: readonly Entry[] | undefined
  readonly intermediate: readonly Entry[] | undefined
}

interface UnitEntries {
  readonly translation: Entry | undefined
  readonly template: Entry | undefined
  readonly intermediate: Entry | undefined
}

/** A step, and what its files say about a unit. */
export interface Revision {
  readonly step: Step
  readonly key: UnitKey
  /** The translation; undefined where it has no file. */
  readonly file: MatchedFile | undefined
  /** Undefined if the unit does not exist. */
  readonly unit: UnitEntries | undefined
}

/** Reads the files of a revision; for a broken file, returns only its name and what is wrong. */
export function readRevision(
  files: StepFiles,
  translation: MatchedFile,
  read: ReadEntries,
): RevisionEntries | { readonly filename: string; readonly message: string } {
  const template = templateOf(files)
  const sourceCode = template?.code ?? ''
  const entriesOf = new Map<string, readonly Entry[]>()
  for (const [name, file, code] of [
    ['template', template?.real, sourceCode],
    ['intermediate', files.intermediate, sourceCode],
    ['translation', translation.real, translation.code],
  ] as const) {
    if (file === undefined) continue
    const result = attempt(file.path, () => read(file.oid, code))
    if ('alert' in result) {
      const { filename, message } = result.alert
      return { filename, message: message.slice(filename.length + 1).trimStart() }
    }
    entriesOf.set(name, result.value.entries)
  }
  return {
    translation: entriesOf.get('translation') ?? [],
    template: entriesOf.get('template'),
    intermediate: entriesOf.get('intermediate'),
  }
}

/** Returns what entries say about a unit; undefined if they lack it. */
export function findUnit(
  { translation, template, intermediate }: RevisionEntries,
  { context, source }: UnitKey,
): UnitEntries | undefined {
  // As in pairing: of a repeated context the first entry counts in the template, the last in the translation.
  const first = (entries: readonly Entry[] | undefined) =>
    entries?.find((entry) => entry.context === context)
  if (template === undefined) {
    const entry = translation.find(
      (candidate) => candidate.context === context && candidate.source === source,
    )
    return entry && { translation: entry, template: undefined, intermediate: undefined }
  }
  const unitEntries = {
    translation: translation.findLast((entry) => entry.context === context),
    template: first(template),
    intermediate: first(intermediate),
  }
  const isThere =
    (intermediate === undefined ? unitEntries.template : unitEntries.intermediate) !== undefined
  return isThere ? unitEntries : undefined
}

/** Returns the source that a translation is made for. */
export function sourceOf({ translation, template, intermediate }: UnitEntries): string {
  if (template === undefined && intermediate === undefined) return translation?.source ?? ''
  return (template ?? intermediate)?.target ?? ''
}

/**
 * Returns the unit alone, paired as in its translation, under a context that stays the same if its key changes. Throws
 * ParseError as pairing does.
 */
export function unitsOf(
  unit: UnitEntries,
  file: MatchedFile,
  context: string,
  component: ConfiguredComponent,
): Units {
  const { config } = component
  const named = (entry: Entry | undefined) => (entry === undefined ? [] : [{ ...entry, context }])
  const options = pairOptions(component, file.language)
  const wordRule = wordRuleOf(config)
  const { isTemplate } = file
  if (unit.template === undefined && unit.intermediate === undefined) {
    return readBilingual(named(unit.translation), { ...options, wordRule })
  }
  const hasIntermediate = unit.intermediate !== undefined
  const tableOptions = { wordRule }
  const table =
    hasIntermediate && !isTemplate
      ? createIntermediateTable(
          { intermediate: named(unit.intermediate), template: named(unit.template) },
          tableOptions,
        )
      : createTable(named(unit.intermediate ?? unit.template), tableOptions)
  return pairMonolingual(table, named(unit.translation), {
    ...options,
    isReadOnly: isTemplate && !config.editTemplate,
    isTemplate,
    fillFromSource: isTemplate && hasIntermediate,
    wordRule,
  })
}
