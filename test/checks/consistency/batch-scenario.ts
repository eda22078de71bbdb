import { checkProject } from '../../../src/checking/check-project.ts'
import { formatFlags, mergeFlags } from '../../../src/checks/flags.ts'
import type { ComponentConfig, ProjectConfig } from '../../../src/config/config.ts'
import { readConfig } from '../../../src/config/read.ts'
import type { Commit } from '../../../src/git/commit.ts'
import type { Repository, TreeEntry } from '../../../src/git/repository.ts'
import { failingOn } from '../../../src/model/failing-checks.ts'
import { contextOf, flagsOf, unitChars, unitWords } from '../../../src/model/unit.ts'
import { readComponent } from '../../../src/reading/component.ts'
import { Library } from '../../../src/reading/library.ts'
import { formatOf, type ParsedTranslation } from '../../../src/reading/translation-file.ts'
import type { WeblateVersion } from '../../../src/weblate-version.ts'

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

/** Reads the files of all components at a commit, runs every check and returns the failing checks of each unit. */
export function importScenario(scenario: Scenario, weblate: WeblateVersion): ImportedTranslation[] {
  const files = Object.assign({}, ...scenario.components.map((component) => component.files))
  const repository = repositoryOf(files)
  const commit = repository.readCommit('')
  const library = new Library({ maxBytes: 1 << 20 })
  const project = projectOf(scenario, weblate)
  const read = project.components.map((config) => {
    const options = { project, config, repository, commit, library }
    return { config, ...readComponent(options) }
  })
  return [...checkProject(project, read, { library })].flatMap(([config, { translations }]) =>
    translations.map((translation) => ({
      component: config.slug,
      language: translation.language.code,
      units: unitsOf(translation, { project, config }),
    })),
  )
}

function projectOf(
  { components, project_check_flags }: Scenario,
  weblate: WeblateVersion,
): ProjectConfig {
  const project = {
    slug: 'zqproject',
    name: 'Zqproject',
    web: 'https://example.com/',
    check_flags: project_check_flags,
    repo: '.',
    components: components.map(({ files: _, ...settings }) => settings),
  }
  const text = JSON.stringify({ weblate, projects: [project] })
  const file = '/scenario.yml'
  const config = readConfig({ text, file, environment: {}, readSecretFile: () => '' })
  return config.projects[0] as ProjectConfig
}

function unitsOf(
  translation: ParsedTranslation,
  { project, config }: { readonly project: ProjectConfig; readonly config: ComponentConfig },
): ImportedUnit[] {
  const { failing, isSource } = translation
  const units = translation.units()
  const { checkFlags = '' } = formatOf(config)
  const flags = isSource && config.template === '' ? 'read-only' : ''
  return Array.from(units.states, (state, row) => ({
    key: contextOf(units, row),
    state,
    flags: formatFlags(
      mergeFlags(project.checkFlags, checkFlags, config.checkFlags, flags, flagsOf(units, row)),
    ),
    checks: failingOn(failing, row),
    words: unitWords(units, row),
    chars: unitChars(units, row),
  }))
}

/** One commit with these files; the id of an object is its path, of the root `.`. */
function repositoryOf(files: Readonly<Record<string, string>>): Repository {
  const person = { name: '', email: '', timestamp: 0, utcOffset: 0 }
  const commit = { oid: '', tree: '.', parents: [], author: person, committer: person, message: '' }
  return {
    place: { gitDir: '', maxObjectBytes: 0 },
    resolve: () => undefined,
    listRefs: () => [],
    defaultBranch: () => undefined,
    has: () => true,
    hasEncodings: () => false,
    readCommit: (): Commit => commit,
    readTreeBytes: () => Buffer.alloc(0),
    readTree(oid) {
      const prefix = oid === '.' ? '' : `${oid}/`
      const inside = Object.keys(files).filter((path) => path.startsWith(prefix))
      const names = new Set(inside.map((path) => path.slice(prefix.length).split('/')[0] ?? ''))
      return [...names].sort().map(
        (name): TreeEntry => ({
          mode: prefix + name in files ? '100644' : '40000',
          name,
          oid: prefix + name,
        }),
      )
    },
    readBlob: (oid) => Buffer.from(files[oid] ?? ''),
    isShallow: () => false,
    close: () => {},
  }
}
