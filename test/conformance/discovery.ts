import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fileTreeOfCommit, isFolder } from '../../src/catalog/reading/file-tree.ts'
import { matchFiles } from '../../src/catalog/reading/filemask.ts'
import { componentFields } from '../../src/config/component-fields.ts'
import { type Discovery, discover } from '../../src/discovery/discover.ts'
import { openRepository } from '../../src/git/open.ts'
import type { Repository } from '../../src/git/repository.ts'
import { compareDiscovery, readDiscoveryCases } from '../discovery/discovery-cases.ts'
import { exceptions } from '../discovery/exceptions.ts'
import { type Difference, Section } from './report.ts'
import type { GoldenProject } from './server.ts'

/** Components that nobody can find, with the reason. */
const unfindable: ReadonlyMap<string, string> = new Map([
  ['calculator/cm', 'the commit has neither its template nor any file of its mask'],
])

/** Cases, but for those whose better rule `exceptions.ts` names, which must give what it says. */
export function compareDiscoveryCases(path: string): Section {
  const section = new Section('discovery: cases')
  for (const row of readDiscoveryCases(path)) {
    const { expected, actual } = compareDiscovery(row)
    const wanted = exceptions[row.id]?.found ?? expected
    const isRight = isDeepStrictEqual(actual, wanted)
    section.add(
      `${row.id} ${row.about}`,
      isRight ? [] : [{ field: 'found', expected: wanted, actual }],
    )
  }
  return section
}

export interface GoldenOptions {
  readonly goldens: string
  readonly repositoryOf: (name: string) => string
}

/**
 * Whether each configured component is found: one with the same files and template. `json` and `json-nested` read the same,
 * people choose either; a mask that holds more of the name is the same when its files are.
 */
export function compareDiscoveryGoldens({ goldens, repositoryOf }: GoldenOptions): Section {
  const section = new Section('discovery: goldens')
  // All of them, also those of which nothing else was recorded.
  const projects = JSON.parse(
    readFileSync(join(goldens, 'components.json'), 'utf8'),
  ) as GoldenProject[]
  for (const { repo, branch, project, components } of projects) {
    const repository = openRepository({ path: repositoryOf(repo) })
    const { tree: root } = repository.readCommit(repository.resolve(branch) ?? '')
    const discovery = discoverIn(repository, root)
    const tree = fileTreeOfCommit(repository, root)
    const filesOf = (fields: Fields) =>
      matchFiles(tree, {
        ...fields,
        isMonolingual: fields.template !== '',
        languageAliases: new Map(),
      })
        .files.map(({ path }) => path)
        .sort()
    const found = discovery.components.map((one) => describe(one, filesOf))
    for (const component of components) {
      const name = `${project[0]}/${component['slug']}`
      if (unfindable.has(name)) continue
      const text = (field: string) => String(component[field] ?? '')
      const wanted = describe(
        {
          fileFormat: text('file_format'),
          filemask: text('filemask'),
          template: text('template'),
          intermediate: text('intermediate'),
          languageRegex: text('language_regex'),
          sourceLanguage: 'en',
        },
        filesOf,
      )
      section.add(
        name,
        found.some((one) => isDeepStrictEqual(one, wanted)) ? [] : [missing(wanted)],
      )
    }
    repository.close()
  }
  return section
}

interface Fields {
  readonly filemask: string
  readonly template: string
  readonly intermediate: string
  readonly languageRegex: string
  readonly sourceLanguage: string
}

function describe(
  { fileFormat, ...fields }: Fields & { readonly fileFormat: string },
  filesOf: (fields: Fields) => string[],
): object {
  const { filemask, template, intermediate, sourceLanguage } = fields
  const languageRegex = fields.languageRegex || (componentFields.languageRegex.default ?? '')
  return {
    format: fileFormat.replace('json-nested', 'json'),
    template,
    intermediate,
    files: filesOf({ filemask, template, intermediate, sourceLanguage, languageRegex }),
  }
}

function missing(wanted: object): Difference {
  return { field: 'component', expected: wanted, actual: undefined }
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
