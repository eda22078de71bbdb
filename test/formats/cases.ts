import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../formats/entry.ts'
import type { Format } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { ParseError } from '../../src/errors.ts'
import { languageForCode } from '../../src/languages/language.ts'
import type { Plural } from '../../src/languages/table.ts'
import {
  checksumText,
  contentHashText,
  explanationOf,
  factsOf,
  flagsOf,
  idHashText,
  locationOf,
  noteOf,
  previousSourceOf,
  priorityOf,
  sourceForms,
  targetForms,
  type Units,
} from '../../src/model/unit.ts'
import { sourceUnitsOfBilingual } from '../../src/reading/bilingual-source.ts'
import { wordRuleOf } from '../../src/reading/count-words.ts'
import { pairMonolingual, readBilingual } from '../../src/reading/pair.ts'
import { createTable } from '../../src/reading/template-table.ts'
import {
  type FormatSettings,
  formatOf,
  languageInFile,
} from '../../src/reading/translation-file.ts'
import type { WeblateVersion } from '../../src/weblate-version.ts'

export interface Expected {
  /** Code of the translation's language. */
  readonly language: string
  readonly plural_number: number | null
  /** Plural of the translation, if the file or format sets it. */
  readonly plural?: { readonly number: number; readonly formula: string } | null
  /** Plural of the source translation, if the file declares it. */
  readonly source_plural?: { readonly number: number } | null
  readonly template_units: readonly unknown[]
  readonly units: readonly unknown[]
  readonly error: 'template' | 'translation' | null
}

export interface FormatCase {
  readonly name: string
  readonly folder: string
  readonly settings: FormatSettings
  /** Id of the format that reads the case. */
  readonly formatId: string
  readonly expected: Expected
}

/** The folders of the cases of each version; a case in the first one replaces one of the same name in the second. */
const FOLDERS: Readonly<Record<WeblateVersion, readonly string[]>> = {
  '5.14': ['format-cases'],
  '2026.10': ['format-cases-2026', 'format-cases'],
}

/** The cases of a format as a version of Weblate read them, found by listing. */
export function listCases(
  formatId: string,
  weblate: WeblateVersion,
  parents: readonly string[] = FOLDERS[weblate].map((name) => join('fixtures', name)),
): FormatCase[] {
  const cases = new Map<string, FormatCase>()
  for (const parent of parents) {
    const root = join(parent, formatId)
    for (const name of existsSync(root) ? readdirSync(root) : []) {
      const folder = join(root, name)
      if (cases.has(name)) continue
      const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'))
      const settings = settingsOf(folder, formatId, weblate)
      cases.set(name, { name, folder, settings, formatId: formatOf(settings).id, expected })
    }
  }
  return [...cases.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The settings of a case, by default with the parameters that read like 5.14. */
function settingsOf(folder: string, formatId: string, weblate: WeblateVersion): FormatSettings {
  const path = join(folder, 'format.json')
  if (existsSync(path)) {
    const { file_format: fileFormat, file_format_params: fileFormatParams } = JSON.parse(
      readFileSync(path, 'utf8'),
    )
    return { fileFormat, fileFormatParams, weblate }
  }
  const fileFormatParams = formats.get(formatId)?.formerParams ?? {}
  return { fileFormat: formatId, fileFormatParams, weblate }
}

/** Reads the files of a case; the result has the shape of `expected.json`. */
export function readCase({
  folder,
  settings,
  expected,
}: FormatCase): Pick<Expected, 'template_units' | 'units' | 'error'> {
  const { weblate } = settings
  const format = formatOf(settings)
  const path = (name: string): string => join(folder, name)
  const code = (name: string): string =>
    existsSync(path(name)) ? readFileSync(path(name), 'utf8').trim() : 'en'
  const sourceLanguage = code('source_language.txt')
  const templatePath = path(`template.${format.extension}`)
  const isMonolingual = existsSync(templatePath)
  const read = (file: string, languageCode: string, isTemplate = false): readonly Entry[] =>
    format.parse(readFileSync(file), { languageCode, sourceLanguage, isMonolingual, isTemplate })
      .entries
  const options = {
    format,
    hasReviews: existsSync(path('review.txt')),
    wordRule: wordRuleOf({ sourceLanguage, weblate }),
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
    const showsTerms = expected.units.some((row) => Object.hasOwn(row as object, 'tbx_terms'))
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
      units: showsTerms ? withTerms(rowsOf(units), units) : rowsOf(units),
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

/** The rows with the terms of glossaries. */
function withTerms(rows: readonly object[], units: Units | undefined): object[] {
  return rows.map((unit, row) => {
    const { source = [], target = [] } = (units && factsOf(units.table, row)) ?? {}
    return { ...unit, tbx_terms: { source, target } }
  })
}

function rowsOf(units: Units | undefined): object[] {
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
