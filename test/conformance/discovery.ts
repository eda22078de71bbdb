import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { formats } from '../../formats/index.ts'
import { componentFields } from '../../src/config/component-fields.ts'
import { type DiscoveredComponent, type Discovery, discover } from '../../src/discovery/discover.ts'
import { openRepository } from '../../src/git/open.ts'
import type { Repository } from '../../src/git/repository.ts'
import { type FileTree, fileTreeOfCommit, isFolder } from '../../src/reading/file-tree.ts'
import { matchFiles } from '../../src/reading/filemask.ts'
import { compareDiscovery, readDiscoveryCases } from '../discovery/discovery-cases.ts'
import { exceptions } from '../discovery/exceptions.ts'
import { type Difference, Section } from './report.ts'
import type { GoldenProject } from './server.ts'

/** Why a component is not found as people configured it: what is found instead, or nothing. */
interface Exception {
  readonly reason: string
  /** What differs in what is found; undefined: nobody can find it. */
  readonly fields?: Partial<Settings>
}

const BY_NAME = 'the files have plural forms by name, which i18next reads as one unit'

const LEAVES_OUT: Exception = {
  reason: 'nothing tells that a language is left out',
  fields: { languageRegex: '' },
}

const WITHOUT_MARKUP: Exception = {
  reason: 'no text has markup, so both formats read the same texts',
  fields: { fileFormat: 'plainxliff' },
}

const IN_UTF8: Exception = {
  reason: 'the files are UTF-8, which the configured format reads wrongly as Latin-1',
  fields: { fileFormat: 'properties-utf8' },
}

const goldenExceptions: ReadonlyMap<string, Exception> = new Map<string, Exception>([
  ['calculator/cm', { reason: 'the commit has neither its template nor any file of its mask' }],
  ['tidewatch/web', { reason: BY_NAME, fields: { fileFormat: 'i18nextv4' } }],
  ['pokerogue/battle', { reason: BY_NAME, fields: { fileFormat: 'i18nextv4' } }],
  ['actual/translations', { reason: BY_NAME, fields: { fileFormat: 'i18nextv4' } }],
  ['ente/web', { reason: BY_NAME, fields: { fileFormat: 'i18nextv4' } }],
  [
    'test/json-complex',
    {
      reason: 'all values are messages with a description',
      fields: { fileFormat: 'webextension' },
    },
  ],
  [
    'etherpad/core',
    {
      reason: 'qqq tells translators about the messages, and is not a language',
      fields: { languageRegex: '^(?!(?:qqq)$)[^.]+$' },
    },
  ],
  ['invoke/web', LEAVES_OUT],
  ['files/app', LEAVES_OUT],
  [
    'formats/po',
    {
      reason: 'of two .pot files the one that shares more texts with the translations',
      fields: { newBase: 'po/project.pot' },
    },
  ],
  [
    'formats/xliff-complex',
    { reason: 'its only file is in the folder of Czech and says that it is Japanese' },
  ],
  [
    'formats/poxliff',
    { reason: 'its only file is in the folder of Czech and says that it is Japanese' },
  ],
  ['formats/xliff-resname', WITHOUT_MARKUP],
  ['formats/xliff-auto', WITHOUT_MARKUP],
  ['formats/xliff-mono', WITHOUT_MARKUP],
  ['formats/csv', { reason: 'its files have an extension of their own' }],
  ['formats/tsv', { reason: 'its files have an extension of their own' }],
  ['jmeter/csv', IN_UTF8],
  ['jmeter/timer', IN_UTF8],
  [
    'bookstack/validation',
    {
      reason:
        'nothing tells that bars in its texts divide no plural forms, as in the files beside it',
      fields: { fileFormat: 'laravel' },
    },
  ],
  ['formats/po-duplicates', { reason: 'its files have an extension of their own' }],
  ['formats/po-empty', { reason: 'a .pot alone does not tell where translations will be' }],
  [
    'wagtail/users',
    {
      reason: 'the file of the source language as new_base changes no unit',
      fields: { newBase: '' },
    },
  ],
])

/** Compares all cases; those with a better rule in `exceptions.ts` must have the result named there. */
export function compareDiscoveryCases(path: string): Section {
  const section = new Section('discovery: cases')
  for (const row of readDiscoveryCases(path)) {
    const { expected, actual } = compareDiscovery(row)
    const required = exceptions[row.id]?.found ?? expected
    const isRight = isDeepStrictEqual(actual, required)
    section.add(
      `${row.id} ${row.about}`,
      isRight ? [] : [{ field: 'found', expected: required, actual }],
    )
  }
  return section
}

export interface GoldenOptions {
  /** Name of the section. */
  readonly what: string
  readonly goldens: string
  readonly repositoryOf: (name: string) => string
}

/**
 * Whether each configured component of a format that is read is found: one with the same files and template or `new_base`.
 * `json` and `json-nested` read the same, people choose either; a mask that holds more of the name is the same when its
 * files are. Prints what is found otherwise or missed, and why.
 */
export function compareDiscoveryGoldens({ what, goldens, repositoryOf }: GoldenOptions): Section {
  const section = new Section(what)
  // All projects, also those without other recordings.
  const projects = JSON.parse(
    readFileSync(join(goldens, 'components.json'), 'utf8'),
  ) as GoldenProject[]
  for (const { repo, branch, project, components } of projects) {
    const readable = components.filter(({ file_format: id }) => formats.has(String(id)))
    if (readable.length === 0) continue
    const discovered = findIn(repositoryOf(repo), branch)
    for (const component of readable) {
      const name = `${project[0]}/${component['slug']}`
      const exception = goldenExceptions.get(name)
      if (exception !== undefined) {
        const { fields, reason } = exception
        console.log(`${name}: ${fields === undefined ? 'missed' : 'found otherwise'}: ${reason}`)
        if (fields === undefined) continue
      }
      const expected = discovered.describe({ ...settingsOf(component), ...exception?.fields })
      const isFound = discovered.components.some((component) =>
        isDeepStrictEqual(component, expected),
      )
      section.add(name, isFound ? [] : [missing(expected)])
    }
    discovered.close()
  }
  return section
}

function findIn(path: string, branch: string) {
  const repository = openRepository({ path })
  const { tree: root } = repository.readCommit(repository.resolve(branch) ?? '')
  const tree = fileTreeOfCommit(repository, root)
  const describe = (fields: Settings) => describeIn(tree, fields)
  return {
    components: discoverIn(repository, root).components.map(describe),
    describe,
    close: () => repository.close(),
  }
}

function settingsOf(component: GoldenProject['components'][number]): Settings {
  const text = (field: string) => String(component[field] ?? '')
  return {
    fileFormat: text('file_format'),
    filemask: text('filemask'),
    template: text('template'),
    intermediate: text('intermediate'),
    newBase: text('new_base'),
    languageRegex: text('language_regex'),
    sourceLanguage: text('source') || 'en',
  }
}

interface Settings
  extends Pick<
    DiscoveredComponent,
    | 'fileFormat'
    | 'filemask'
    | 'template'
    | 'intermediate'
    | 'newBase'
    | 'languageRegex'
    | 'sourceLanguage'
  > {}

/** What two components have in common that are the same. */
interface Wanted {
  readonly format: string
  readonly template: string
  readonly intermediate: string
  readonly newBase: string
  readonly files: readonly string[]
}

function describeIn(tree: FileTree, { fileFormat, newBase, ...fields }: Settings): Wanted {
  const { template, intermediate } = fields
  const { files } = matchFiles(tree, {
    ...fields,
    languageRegex: fields.languageRegex || (componentFields.languageRegex.default ?? ''),
    isMonolingual: template !== '',
    languageAliases: new Map(),
    kind: formats.get(fileFormat)?.folder === undefined ? 'file' : 'folder',
  })
  return {
    format: fileFormat.replace('json-nested', 'json'),
    template,
    intermediate,
    newBase,
    files: files.map(({ path }) => path).sort(),
  }
}

function missing(component: object): Difference {
  return { field: 'component', expected: component, actual: undefined }
}

function discoverIn(repository: Repository, root: string): Discovery {
  const oids = new Map<string, string>()
  const collect = (oid: string, folder: string): void => {
    for (const entry of repository.readTree(oid)) {
      const path = `${folder}${entry.name}`
      if (isFolder(entry)) collect(entry.oid, `${path}/`)
      else if (entry.mode.startsWith('100')) oids.set(path, entry.oid)
    }
  }
  collect(root, '')
  return discover({
    paths: [...oids.keys()],
    read: (path) => repository.readBlob(oids.get(path) ?? ''),
  })
}
