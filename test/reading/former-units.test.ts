import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formats } from '../../formats/index.ts'
import { readConfig } from '../../src/config/read.ts'
import type { Repository } from '../../src/git/repository.ts'
import { groupBy } from '../../src/group-by.ts'
import { UnitReader } from '../../src/history/timeline/unit-reader.ts'
import { languageForCode } from '../../src/languages/language.ts'
import type { MatchedFile } from '../../src/reading/filemask.ts'
import { toFormerUnits } from '../../src/reading/former-units.ts'
import { Library } from '../../src/reading/library.ts'
import { createVersions } from '../../src/reading/read-entries.ts'
import { formatOf } from '../../src/reading/translation-file.ts'
import { type FormatCase, listCases } from '../formats/cases.ts'

/** Formats with recorded files, except folders, whose histories have tests of their own. */
const recorded = [...formats.values()].flatMap(({ id, folder }) => {
  const cases = folder === undefined ? listCases(id, '2026.10') : []
  return cases.length === 0 ? [] : { id, cases }
})

const inFolder = ({ folder }: FormatCase, name: string): string => join(folder, name)
const pathOf = (each: FormatCase, name: string): string =>
  inFolder(each, `${name}.${formatOf(each.settings).extension}`)
const codeOf = (each: FormatCase, name: string): string =>
  existsSync(inFolder(each, name)) ? readFileSync(inFolder(each, name), 'utf8').trim() : 'en'
/** Identifies the component: cases with the same key are versions of its files. */
const componentOf = (each: FormatCase): string =>
  JSON.stringify([
    each.settings,
    codeOf(each, 'source_language.txt'),
    existsSync(pathOf(each, 'template')),
  ])

test.each(recorded)(
  'versions of $id have the same units read in sequence as alone',
  ({ cases }) => {
    for (const versions of groupBy(cases, componentOf).values()) expectSame(versions)
  },
)

/** Reads cases as versions of the same files, forwards and backwards, so that much is reused from memory. */
function expectSame(cases: readonly FormatCase[]): void {
  const [first] = cases as [FormatCase]
  const isMonolingual = existsSync(pathOf(first, 'template'))
  const { config, project } = configOf(first, isMonolingual)
  const repository = {
    readBlob: (path: string) => readFileSync(path),
    hasEncodings: () => false,
  } as unknown as Repository
  const open = () => {
    const library = new Library({ maxBytes: 1 << 24 })
    return new UnitReader({ config, project, repository, library }, createVersions())
  }
  const fast = open().former()
  for (const each of [...cases, ...cases.toReversed()]) {
    const template = isMonolingual
      ? fileOf(pathOf(each, 'template'), config.sourceLanguage, { isTemplate: true })
      : fileOf(pathOf(each, 'translation'), config.sourceLanguage, { isSource: true })
    const translation = fileOf(pathOf(each, 'translation'), codeOf(each, 'language.txt'))
    const files = { files: [template, translation], intermediate: undefined }
    const alone = open()
    expect([each.name, fast.templateAlert(files)]).toEqual([each.name, alone.templateAlert(files)])
    if (alone.templateAlert(files) !== undefined) continue
    for (const file of files.files) {
      const read = alone.read(files, file)
      const expected =
        'alert' in read ? read : { value: toFormerUnits(read.value.units(), config).list }
      const units = fast.read(files, file)
      const actual = 'alert' in units ? units : { value: units.value.list.map(withoutRow) }
      expect([each.name, actual]).toEqual([each.name, expected])
    }
  }
}

function withoutRow(unit: object): object {
  const { row, ...shown } = unit as { row?: unknown }
  return shown
}

function fileOf(
  path: string,
  code: string,
  role: { isTemplate?: boolean; isSource?: boolean } = {},
): MatchedFile {
  const { isTemplate = false, isSource = isTemplate } = role
  const language = languageForCode(code)
  return { path, real: { path, oid: path }, code, language, isTemplate, isSource }
}

function configOf(each: FormatCase, isMonolingual: boolean) {
  const { fileFormat, fileFormatParams, weblate } = each.settings
  const component = {
    ...{ slug: 'c', name: 'C', repo: '/r', filemask: '*.x', branch: 'main' },
    file_format: fileFormat,
    file_format_params: fileFormatParams,
    ...(isMonolingual && { template: 'template.x' }),
    source_language: codeOf(each, 'source_language.txt'),
  }
  const review = existsSync(inFolder(each, 'review.txt'))
  const projects = [
    {
      slug: 'p',
      name: 'P',
      web: 'https://p.example',
      translation_review: review,
      components: [component],
    },
  ]
  const text = JSON.stringify({ weblate, projects })
  const read = readConfig({ text, file: '/c.yml', environment: {}, readSecretFile: () => '' })
  const [project] = read.projects
  const [config] = project!.components
  return { config: config!, project: project! }
}
