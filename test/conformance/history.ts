import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createCache } from '../../src/cache.ts'
import type { ComponentConfig, ProjectConfig } from '../../src/config/config.ts'
import { readConfig } from '../../src/config/read.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { openRepository } from '../../src/git/open.ts'
import type { StepChange } from '../../src/history/changes/step-change.ts'
import { RepositoryHistory } from '../../src/history/repository-history.ts'
import { Fold } from '../../src/history/states/fold.ts'
import { isFuzzy, OUTDATED_STATE } from '../../src/model/statistics.ts'
import { Library } from '../../src/reading/library.ts'
import { createVersions } from '../../src/reading/read-entries.ts'
import { openStore } from '../../src/store/store.ts'
import type { WeblateVersion } from '../../src/weblate-version.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { differences } from './compare.ts'
import { withErrorLine } from './error-line.ts'
import { Section } from './report.ts'

type Fields = Record<string, unknown>

interface GoldenStep {
  readonly commit: string
  readonly subject: string
  readonly changes: readonly GoldenChange[]
  /** By component and language. */
  readonly after: Readonly<Record<string, Readonly<Record<string, GoldenCounts>>>>
}

interface GoldenChange extends Fields {
  readonly component: string
  readonly language: string | null
  readonly action: number
  readonly details: Fields
}

interface GoldenCounts {
  readonly total: number
  readonly translated: number
  readonly fuzzy: number
  readonly states: Readonly<Record<string, readonly [number, string, string]>> | null
}

/** A project whose commits were pushed one by one. */
export interface HistoryProject {
  readonly name: string
  readonly repo: string
  readonly source?: string
  readonly components: readonly Fields[]
}

/** Weblate's own handling of repositories. */
export const HOUSEKEEPING: ReadonlySet<number> = new Set([14, 15, 20, 21, 23, 47, 60])
const REMOTE_UPDATED = 101
const PARSING_FAILED = 24
/** Read before a clean-up: the states beside them are right. */
const WRONG_COUNTS = new Set(['d6604e7', 'ecf6c3d', '1fcdd02', '2da1d4e', 'c9a8ca4'])

/** The same of source translations alone, by component. */
const WRONG_SOURCE_COUNTS = new Set([
  ...['users e433288', 'users 21e9409', 'users f3fe548'],
  ...['ts 1f3ed73', 'ts c39ca30', 'ts 0cc14fe', 'ts a06d014'],
  ...['xliff 972ab0a', 'xliff 1f3ed73', 'xliff c39ca30', 'xliff 0cc14fe'],
])

/** Compares the changes of every step and what is known after it with a Weblate that followed the repository. */
export async function compareHistory({
  folder,
  weblate,
  projects,
  repositoryOf,
}: {
  folder: string
  /** The version that followed it. */
  weblate: WeblateVersion
  projects: readonly HistoryProject[]
  /** Path of the repository `owner/name`. */
  repositoryOf: (name: string) => string
}): Promise<Section[]> {
  const sections: Section[] = []
  for (const project of projects) {
    const steps = readSteps(join(folder, `${project.name}.json`))
    if (steps === undefined || project.components.length === 0) continue
    const name = weblate === '5.14' ? project.name : `${project.name} in ${weblate}`
    const changes = new Section(`${name}: history, changes`)
    const states = new Section(`${name}: history, states`)
    const path = repositoryOf(project.repo)
    const startingConfig = startingAt(path, steps[0]!.commit)
    for (const [config, fold, commits] of await openFolds(
      project,
      weblate,
      startingConfig,
      steps.at(-1)!.commit,
    )) {
      const failures: Failures = new Map()
      for (const step of steps) {
        compareStep(step, { config, fold, commits, changes, states, failures })
      }
    }
    sections.push(changes, states)
  }
  return sections
}

/** The repository, or a shallow copy of it, in which a history that was recorded from a later commit on begins there. */
function startingAt(path: string, commit: string): string {
  const { parents } = openRepository({ path }).readCommit(commit)
  if (parents.length === 0) return path
  const copy = createTemporaryFolder()
  cpSync(path, copy, { recursive: true })
  writeFileSync(join(copy, 'shallow'), `${commit}\n`)
  return copy
}

function readSteps(path: string): readonly GoldenStep[] | undefined {
  if (existsSync(path))
    return (JSON.parse(readFileSync(path, 'utf8')) as { steps: GoldenStep[] }).steps
  if (!existsSync(`${path}.gz`)) return undefined
  const text = gunzipSync(readFileSync(`${path}.gz`)).toString()
  return (JSON.parse(text) as { steps: GoldenStep[] }).steps
}

/** For each component its log, which stands at the beginning, and the commits of its steps. */
async function openFolds(
  project: HistoryProject,
  weblate: WeblateVersion,
  path: string,
  tip: string,
): Promise<[ComponentConfig, Fold, readonly string[]][]> {
  const config = configOf(project, path, weblate)
  const repository = openRepository({ path })
  const library = new Library({ maxBytes: 64 << 20 })
  const store = openStore({ path: undefined })
  const entries = createCache<readonly StepChange[]>({ maxBytes: 1 << 20 })
  const repositoryHistory = new RepositoryHistory({
    library,
    stores: { entries, versions: createVersions(), store },
    engine: createEngine({ threads: 0, store, maxThreadBytes: 1 << 28 }),
  })
  const [mirrored] = config.projects as [ProjectConfig]
  const commit = repository.readCommit(tip)
  const histories = await repositoryHistory.update(
    repository,
    mirrored.components.map((component) => ({
      path: component.slug,
      project: mirrored,
      config: component,
      commit,
      history: undefined,
    })),
  )
  return mirrored.components.map((component) => {
    const { timeline, reader } = histories.get(component.slug)!
    const fold = new Fold({ timeline, reader, isFollowing: true, weblate: component.weblate })
    return [component, fold, timeline.steps.map((step) => step.commit)]
  })
}

function configOf(
  { name, source, components }: HistoryProject,
  repo: string,
  weblate: WeblateVersion,
) {
  const all = components.map((component) => ({
    repo,
    ...(source === undefined ? {} : { source_language: source }),
    ...component,
  }))
  return readConfig({
    text: JSON.stringify({
      weblate,
      projects: [{ slug: name, name, web: 'https://example.com/', components: all }],
    }),
    file: '/history.yml',
    environment: {},
    readSecretFile: () => '',
  })
}

interface Target {
  readonly config: ComponentConfig
  readonly fold: Fold
  readonly commits: readonly string[]
  readonly changes: Section
  readonly states: Section
  readonly failures: Failures
}

/** The words of the last failure of each language that was logged. */
type Failures = Map<string | null, string>

function compareStep(
  { commit, subject, changes: all, after }: GoldenStep,
  { config, fold, commits, changes, states, failures }: Target,
): void {
  const isStep = commits[fold.index + 1] === commit
  const actual = isStep ? fold.next() : []
  const golden = after[config.slug]
  if (golden === undefined || isConflict(config, commit)) return
  const label = `${config.slug} ${commit.slice(0, 7)} ${subject}`
  const expected = all.filter(
    (change) =>
      change.component === config.slug &&
      !HOUSEKEEPING.has(change.action) &&
      // A commit that leaves the component's files alone is no step of it.
      (isStep || change.action !== REMOTE_UPDATED) &&
      !isRepeated(change, failures),
  )
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const [golden, ours] = [expected[index], actual[index]].map((change) =>
      change === undefined ? undefined : 'component' in change ? plain(change) : plainOwn(change),
    )
    changes.add(`${label} [${index}]`, differences(golden, ours))
  }
  for (const [language, counts] of Object.entries(golden)) {
    // The older version's glossaries were recorded by their ids alone.
    const isById = config.fileFormat === 'tbx' && config.weblate === '5.14'
    const isBilingual = config.template === '' && !isById
    const { weblate, template } = config
    const actualStates = statesOf(fold, language, {
      isBilingual,
      hasTemplate: template !== '',
      weblate,
    })
    const name = `${label} ${language}`
    if (counts.states !== null) {
      states.add(name, differences(sorted(counts.states), sorted(actualStates)))
    }
    const short = commit.slice(0, 7)
    if (WRONG_COUNTS.has(short) && config.template === '') continue
    if (WRONG_SOURCE_COUNTS.has(`${config.slug} ${short}`) && language === 'en') continue
    const { total, translated, fuzzy } = counts
    states.add(`${name} counts`, differences({ total, translated, fuzzy }, countsOf(actualStates)))
  }
}

/** Where the clone that followed 2026.10 had a conflict of its own, from then on. */
function isConflict({ slug, weblate }: ComponentConfig, commit: string): boolean {
  const isThere = /^(?:755a88b|f41f3fd)/.test(commit)
  return weblate === '2026.10' && slug === 'android' && isThere
}

/** Weblate logs a broken file each time that it reads it; gitglot once. */
function isRepeated({ action, language, details }: GoldenChange, failures: Failures): boolean {
  if (action !== PARSING_FAILED) return false
  const message = String(details['error_message'])
  const isKnown = failures.get(language) === message
  failures.set(language, message)
  return isKnown
}

function plain({ language, context, source, action, target, old, details }: GoldenChange): Fields {
  return { language, context, source, action, target, old, details: withErrorLine(details) }
}

function plainOwn({ language, unit, action, target, old, details }: StepChange): Fields {
  const { context = null, source = null } = unit ?? {}
  // Which branch it is the component knows.
  const all: Fields = action === REMOTE_UPDATED ? { branch: 'main', ...details } : details
  const shown = { context, source, action, target, old, details: withErrorLine(all) }
  return { language: language?.code ?? null, ...shown }
}

/** State, target and previous source by what tells units apart; in bilingual files U+0004 divides context and source. */
function statesOf(
  fold: Fold,
  language: string,
  {
    isBilingual,
    hasTemplate,
    weblate,
  }: {
    readonly isBilingual: boolean
    readonly hasTemplate: boolean
    readonly weblate: WeblateVersion
  },
): Record<string, [number, string, string]> {
  const states: Record<string, [number, string, string]> = {}
  const translations = fold.translations()
  const matching = translations.filter((translation) => translation.language.code === language)
  const isSource = !hasTemplate && matching.length === 0
  for (const { units, fuzzy } of isSource ? translations : matching) {
    for (const { context, source, target, state, previousSource } of units.list) {
      const memory = fuzzy.get(context)
      const key = isBilingual && context !== '' ? `${context}\u0004${source}` : context || source
      states[key] = isSource
        ? [100, source, '']
        : [
            memory ? OUTDATED_STATE[weblate] : state,
            target,
            memory?.previousSource ?? previousSource,
          ]
    }
  }
  return states
}

function countsOf(states: Record<string, readonly [number, string, string]>): Fields {
  const all = Object.values(states)
  return {
    total: all.length,
    translated: all.filter(([state]) => state >= 20).length,
    fuzzy: all.filter(([state]) => isFuzzy(state)).length,
  }
}

function sorted(states: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(Object.entries(states).sort(([a], [b]) => (a < b ? -1 : 1)))
}
