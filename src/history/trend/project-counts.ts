import { checkProject } from '../../checking/check-project.ts'
import { type ReadComponent, withStates } from '../../checking/needs-edit.ts'
import { libraryOf } from '../../checking/read-work.ts'
import { RepositoryError, unless } from '../../errors.ts'
import { digestOf } from '../../model/digest.ts'
import type { Alert, Project } from '../../model/model.ts'
import { pathInProject, placeOf } from '../../model/paths.ts'
import { fillSource } from '../../reading/bilingual.ts'
import { isFilled, type MatchedFile } from '../../reading/filemask.ts'
import type { Library } from '../../reading/library.ts'
import { toTranslation } from '../../reading/translation-file.ts'
import { remember, type Store } from '../../store/store.ts'
import { projectKey } from '../../view/view.ts'
import { historyWork } from '../ask.ts'
import type { LoggedComponent, LoggedStep } from '../component-history.ts'
import { type FileVersion, readLast, walkBack } from '../states/last-read.ts'
import { stepAt } from '../timeline/timeline.ts'

/** Numbers of units of one translation: all, translated, needing editing, with failing checks. */
export type Counts = readonly [total: number, translated: number, fuzzy: number, failing: number]

interface ProjectCounts {
  /** Counts by the component's path in the project, then by language code. */
  readonly components: Readonly<Record<string, Readonly<Record<string, Counts>>>>
  readonly unreadable: readonly BrokenFile[]
}

/** The part of a project that is counted, and when. */
export interface CountsAsked {
  /** Seconds since 1970; at least one. */
  readonly times: readonly number[]
  /** Selected components, `project/component`. */
  readonly places: readonly string[]
  readonly languageCode: string | undefined
}

/** Counts of a part of a project. */
export interface PartCounts {
  /** Undefined if a shallow clone does not say what preceded its oldest commit. */
  readonly counts: Counts | undefined
  /** Broken files of the part, each of which counts as its last good version. */
  readonly unreadable: readonly BrokenFile[]
}

/** The time in milliseconds after which a question begins no further point, so that others get their turn. */
const COUNTING_MS = 250

/**
 * Counts a part of a project at the first of some times, as many as a question has time for; undefined where objects are
 * missing or damaged. Stores the counts of the whole project.
 */
export const countsWork = historyWork(
  'counts',
  (logged, { times, ...part }: CountsAsked, { store }): readonly (PartCounts | undefined)[] => {
    const end = performance.now() + COUNTING_MS
    const counts: (PartCounts | undefined)[] = []
    for (const seconds of times) {
      if (counts.length > 0 && performance.now() > end) break
      counts.push(unless(() => countAt(seconds, logged, part, store), RepositoryError))
    }
    return counts
  },
)

/** Counts a part of a project at a time, each component as its branch was then. */
function countAt(
  seconds: number,
  logged: readonly LoggedComponent[],
  { places, languageCode }: Omit<CountsAsked, 'times'>,
  store: Store,
): PartCounts {
  const { project } = logged[0]!.component
  // In the order in which the project's components are checked, so that the results for its head are found.
  const histories = new Map(logged.map(({ component, history }) => [component, history]))
  const positions = project.components.flatMap((component) => {
    const history = histories.get(component)
    if (history === undefined) return []
    return [{ component, history, step: stepAt(history.timeline.steps, seconds) }]
  })
  const selected = positions.filter(({ component }) => places.includes(placeOf(component)))
  const areKnown = selected.every(
    ({ history, step }) => history.timeline.completeness.complete || step >= 0,
  )
  if (!areKnown) return { counts: undefined, unreadable: [] }
  const stored = store.bucket<ProjectCounts>({ name: 'trends' })
  const { components, unreadable } = remember(stored, keyOf(project, positions), () =>
    countProject(project, positions, libraryOf(store)),
  )
  const paths = selected.map(({ component }) => pathInProject(component.config))
  return {
    counts: paths.map((path) => countsIn(components[path], languageCode)).reduce(add, NOTHING),
    unreadable: unreadable.filter(
      // A broken template concerns all languages.
      ({ component, languageCode: code = languageCode }) =>
        paths.includes(component) && (languageCode === undefined || code === languageCode),
    ),
  }
}

/** Equal settings and commits have equal keys. */
function keyOf({ config }: Project, positions: readonly LoggedStep[]): string {
  const commits = positions.map(({ component, history, step }) => [
    pathInProject(component.config),
    history.timeline.steps[step]?.key,
    history.timeline.completeness,
    // A mirror's states are known only after the last step, which may be an earlier one tomorrow.
    component.config.stateFrom === 'mirror' && step === history.timeline.steps.length - 1,
  ])
  return digestOf([projectKey(config), commits])
}

function countsIn(
  byLanguage: ProjectCounts['components'][string] = {},
  languageCode?: string,
): Counts {
  if (languageCode !== undefined) return byLanguage[languageCode] ?? NOTHING
  return Object.values(byLanguage).reduce(add, NOTHING)
}

export const NOTHING: Counts = [0, 0, 0, 0]

export function add(counts: Counts, other: Counts): Counts {
  return [counts[0] + other[0], counts[1] + other[1], counts[2] + other[2], counts[3] + other[3]]
}

function countProject(
  project: Project,
  positions: readonly LoggedStep[],
  library: Library,
): ProjectCounts {
  const unreadable: BrokenFile[] = []
  const read = positions.map((position) => contentAt(position, unreadable, library))
  const checked = checkProject(project.config, read, { library })
  const components: [string, Readonly<Record<string, Counts>>][] = []
  for (const [config, { translations }] of checked) {
    const counts = translations.map(({ language, statistics }): [string, Counts] => {
      const { total, translated, fuzzy, failing } = statistics
      return [language.code, [total.units, translated.units, fuzzy.units, failing.units]]
    })
    components.push([pathInProject(config), Object.fromEntries(counts)])
  }
  return { components: Object.fromEntries(components), unreadable }
}

/** A file that a commit broke, so that its previous version counts. */
export interface Unreadable {
  readonly commit: string
  /** Seconds since 1970. */
  readonly seconds: number
  readonly filename: string
  readonly message: string
}

/** A broken file of a component. */
export interface BrokenFile extends Unreadable {
  /** The component's path in its project. */
  readonly component: string
  /** Undefined for the template. */
  readonly languageCode: string | undefined
}

/**
 * Reads the translations of a component after a step, each in its last good version, skipping those that never parsed.
 * States are those of the component's `stateFrom`. Adds broken files to `unreadable`. Throws RepositoryError if a tree
 * cannot be read.
 */
function contentAt(
  { component: { config }, history, step }: LoggedStep,
  unreadable: BrokenFile[],
  library: Library,
): ReadComponent {
  const { timeline, reader } = history
  const component = pathInProject(config)
  const report = (
    version: FileVersion,
    filename: string,
    { message }: Alert,
    languageCode?: string,
  ) => {
    if (version.step === undefined) return
    const { commit, seconds } = version.step
    unreadable.push({ commit, seconds, filename, message, component, languageCode })
  }
  /** The newest step whose template parses. */
  let base = -1
  for (const version of walkBack(timeline, step, ({ isTemplate }) => isTemplate)) {
    const alert = reader.templateAlert(version.files)
    if (alert === undefined) {
      base = version.index
      break
    }
    // A template that does not exist yet is not a broken file.
    if (version.file?.real !== undefined) report(version, config.template, alert)
  }
  const stepFiles = timeline.files(base)
  const translations = stepFiles.files.flatMap((matched) => {
    if (isFilled(matched)) return []
    const { path, language } = matched
    const isSame = (file: MatchedFile) => file.path === path && file.language.code === language.code
    const last = readLast(timeline, reader, base, isSame, (version, alert) =>
      report(version, path, alert, language.code),
    )
    return last === undefined ? [] : [toTranslation(last.file, last.value)]
  })
  const sources = stepFiles.files.filter(isFilled).map((source) => {
    const read = source.real && reader.read(stepFiles, source)
    const parsed = read && 'value' in read ? read.value : undefined
    return toTranslation(source, fillSource(source, translations, { config, library }, parsed))
  })
  const content = { translations: [...sources, ...translations], alerts: [] }
  return withStates(config, content, history.outdatedAt(base), library)
}
