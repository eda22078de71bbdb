import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../formats/entry.ts'
import type { Format } from '../../formats/format.ts'
import { sourceUnitsOfBilingual } from '../../src/catalog/reading/bilingual-source.ts'
import { pairMonolingual, readBilingual } from '../../src/catalog/reading/pair.ts'
import { createTable } from '../../src/catalog/reading/template-table.ts'
import { languageInFile } from '../../src/catalog/reading/translation-file.ts'
import { isCjk } from '../../src/catalog/reading/words.ts'
import {
  checksumText,
  contentHashText,
  explanationOf,
  flagsOf,
  idHashText,
  locationOf,
  noteOf,
  previousSourceOf,
  priorityOf,
  sourceForms,
  targetForms,
  type Units,
} from '../../src/catalog/unit.ts'
import { ParseError } from '../../src/errors.ts'
import { languageForCode } from '../../src/languages/resolve.ts'
import type { Plural } from '../../src/languages/table.ts'

export interface Expected {
  /** Code of the translation's. */
  readonly language: string
  readonly plural_number: number | null
  /** Of the translation, for formats whose files or format decide it. */
  readonly plural?: { readonly number: number; readonly formula: string } | null
  /** Of the source translation, where the file declares it. */
  readonly source_plural?: { readonly number: number } | null
  readonly template_units: readonly unknown[]
  readonly units: readonly unknown[]
  readonly error: 'template' | 'translation' | null
}

export interface FormatCase {
  readonly name: string
  readonly folder: string
  readonly expected: Expected
}

/** The cases of a format, found by listing. */
export function listCases(formatId: string, parent = 'fixtures/format-cases'): FormatCase[] {
  const root = join(parent, formatId)
  return readdirSync(root)
    .sort()
    .map((name) => {
      const folder = join(root, name)
      const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
      return { name, folder, expected }
    })
}

/** Reads a case's files as gitglot would; the shape is that of `expected.json`. */
export function readCase(
  format: Format,
  { folder, expected }: FormatCase,
): Pick<Expected, 'template_units' | 'units' | 'error'> {
  const path = (name: string): string => join(folder, name)
  const code = (name: string): string =>
    existsSync(path(name)) ? readFileSync(path(name), 'utf8').trim() : 'en'
  const sourceLanguage = code('source_language.txt')
  const templatePath = path(`template.${format.extension}`)
  const isMonolingual = existsSync(templatePath)
  const read = (file: string, languageCode: string, isTemplate = false): readonly Entry[] =>
    format.parse(readFileSync(file), { languageCode, isMonolingual, isTemplate }).entries
  const options = {
    format,
    hasReviews: existsSync(path('review.txt')),
    isSourceCjk: isCjk(sourceLanguage),
    pluralNumber: expected.plural_number ?? pluralIn(format, expected.language).number,
  }
  const sourceOptions = {
    ...options,
    pluralNumber: expected.source_plural?.number ?? pluralIn(format, sourceLanguage).number,
  }
  const translationPath = path(`translation.${format.extension}`)
  const language = code('language.txt')
  if (!isMonolingual) {
    const units = attempt(() => readBilingual(read(translationPath, language), options))
    const basePath = path('base.pot')
    const base = existsSync(basePath)
      ? attempt(() => readBilingual(read(basePath, sourceLanguage), sourceOptions))
      : undefined
    const source = sourceUnitsOfBilingual(units === undefined ? [] : [units], {
      ...sourceOptions,
      base,
    })
    return {
      template_units: rowsOf(source),
      units: rowsOf(units),
      error: units === undefined ? 'translation' : null,
    }
  }
  const template = attempt(() => {
    const entries = read(templatePath, sourceLanguage, true)
    const table = createTable(entries, options)
    return { table, units: pairMonolingual(table, entries, { ...sourceOptions, isTemplate: true }) }
  })
  if (template === undefined) return { template_units: [], units: [], error: 'template' }
  const units = attempt(() =>
    pairMonolingual(template.table, read(translationPath, language), options),
  )
  return {
    template_units: rowsOf(template.units),
    units: rowsOf(units),
    error: units === undefined ? 'translation' : null,
  }
}

/** The plural forms of a language in files that declare none. */
export function pluralIn(format: Format, languageCode: string): Plural {
  return languageInFile(languageForCode(languageCode), format).filePlural
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return undefined
  }
}

function rowsOf(units: Units | undefined): unknown[] {
  if (units === undefined) return []
  const { table } = units
  return Array.from({ length: table.count }, (_, row) => ({
    context: table.contexts.at(row),
    source: sourceForms(units, row),
    target: targetForms(units, row),
    note: noteOf(units, row),
    location: locationOf(units, row),
    flags: flagsOf(units, row),
    explanation: explanationOf(units, row),
    previous_source: previousSourceOf(units, row),
    state: units.states[row],
    position: table.positions[row],
    priority: priorityOf(units, row),
    num_words: table.words[row],
    id_hash: idHashText(units, row),
    content_hash: contentHashText(units, row),
    checksum: checksumText(units, row),
  }))
}
