import { bytesOf, createCache, once, oncePer } from '../cache.ts'
import type { PreviousSources } from '../checking/needs-edit.ts'
import { libraryOf, readAt } from '../checking/read-work.ts'
import type { ProjectConfig } from '../config/config.ts'
import { type AskOptions, type Engine, runsHere } from '../engine/engine.ts'
import type { Progress, Tools, Work } from '../engine/work.ts'
import { RepositoryError } from '../errors.ts'
import type { Repository, RepositoryLocation } from '../git/repository.ts'
import type { HistoryOf } from '../history/component-history.ts'
import { languageForCode } from '../languages/language.ts'
import type { Component, Project, Translation } from '../model/model.ts'
import { NOTHING } from '../model/statistics.ts'
import { nextTurn } from '../next-turn.ts'
import { CHECKED_LIST } from '../reading/checked-translation.ts'
import { NO_FILE, type ParsedTranslation, withoutComponents } from '../reading/translation-file.ts'
import type { Store } from '../store/store.ts'

/** A plain function about components, which a thread opens from the store. */
export interface ComponentWork<Args, Result> {
  readonly name: string
  /** Arguments and result are copied between threads. */
  readonly run: (
    components: readonly AskedComponent[],
    args: Args,
    progress: Progress,
    repositoryOf: (component: Component) => Repository | undefined,
  ) => Result
}

/** A component, and those of its translations that the work needs. */
export interface AskedComponent {
  readonly component: Component
  readonly translations: readonly Translation[]
}

/** Returns components with all of their translations. */
export function wholeComponents(components: Iterable<Component>): AskedComponent[] {
  return Array.from(components, (component) => {
    return { component, translations: component.translations }
  })
}

interface AskAboutOptions extends Pick<AskOptions, 'client' | 'signal' | 'maxMs' | 'progress'> {
  /** Names a question to the work, whose answer is kept for a while: clients ask for one page after another. */
  readonly key?: string
}

/** Returns the result of work about components of any view. Rejects as the work does, and as `Engine.ask`. */
export type AskAbout = <Args, Result extends object>(
  work: ComponentWork<Args, Result>,
  components: readonly AskedComponent[],
  args: Args,
  options?: AskAboutOptions,
) => Promise<Result>

interface AskAboutTools {
  readonly engine: Engine
  readonly store: Pick<Store, 'path' | 'health' | 'flush'>
  readonly repositoryOf: (component: Component) => Repository | undefined
  readonly historyOf: HistoryOf
}

const MAX_ANSWER_BYTES = 8 << 20

/**
 * Returns the function that asks threads. The work runs in this thread if there are no others, or if they would have to
 * parse everything anew: with files on disk, or a store in memory.
 */
export function createAskAbout({ engine, store, ...tools }: AskAboutTools): AskAbout {
  const answers = createCache<object>({ maxBytes: MAX_ANSWER_BYTES })
  const ask: AskAbout = async (work, selected, args, options = {}) => {
    const commits = selected.flatMap(({ component }) => component.commit?.oid ?? [])
    const isInMemory = store.path === undefined || store.health().error !== undefined
    if (isInMemory || runsHere(engine, commits)) {
      options.signal?.throwIfAborted()
      return work.run(selected, args, options.progress ?? (() => {}), tools.repositoryOf)
    }
    const components = await postComponents(selected, tools)
    // Threads find there what was read last.
    await store.flush()
    return engine.ask(inThread(work), { components, args }, options)
  }
  return async <Args, Result extends object>(
    work: ComponentWork<Args, Result>,
    ...[selected, args, options]: [readonly AskedComponent[], Args, AskAboutOptions | undefined]
  ) => {
    const key = options?.key && `${work.name} ${options.key}`
    // The name of the work determines the type of the answer.
    const cached = key && (answers.get(key) as Result | undefined)
    if (cached) return cached
    const answer = await ask(work, selected, args, options)
    if (key) answers.set(key, answer, bytesOf(answer))
    return answer
  }
}

/** Returns the work in the form that a thread runs. */
export function inThread<Args, Result>({
  name,
  run,
}: ComponentWork<Args, Result>): Work<{ components: PostedComponent[]; args: Args }, Result> {
  return {
    name,
    run({ components, args }, tools) {
      const opened = openComponents(components, tools)
      const places = new Map(opened.map(({ component }, index) => [component, components[index]]))
      return run(opened, args, tools.progress, (component) => {
        const place = places.get(component)?.place
        return place && tools.repositoryAt(place)
      })
    },
  }
}

interface PostedComponent extends Pick<Component, 'id' | 'config' | 'commit'> {
  /** Components of a project share the object. */
  readonly project: ProjectConfig
  readonly translations: readonly ReturnType<typeof postTranslation>[]
  /** Counts and failing checks of the translations as `CHECKED_LIST`; objects would take five times as long. */
  readonly numbers: Uint8Array
  /** The repository for files that the store lost; undefined if there is none. */
  readonly place: RepositoryLocation | undefined
  readonly outdated: PreviousSources | undefined
}

const COMPONENTS_PER_TURN = 50

async function postComponents(
  selected: readonly AskedComponent[],
  { repositoryOf, historyOf }: Omit<AskAboutTools, 'engine' | 'store'>,
): Promise<PostedComponent[]> {
  const posted: PostedComponent[] = []
  for (const { component, translations } of selected) {
    if (posted.length % COMPONENTS_PER_TURN === COMPONENTS_PER_TURN - 1) await nextTurn()
    const { id, config, commit } = component
    const project = withoutComponents(component.project.config)
    posted.push({
      ...{ id, config, commit, project },
      place: repositoryOf(component)?.place,
      outdated: historyOf(component)?.outdated,
      translations: translations.map(postTranslation),
      numbers: Buffer.from(CHECKED_LIST.encode(translations)),
    })
  }
  return posted
}

/** Omits what only pages show about the file. */
function postTranslation(translation: Translation) {
  const { language, languageCode, filename, isTemplate, isSource, contentKey, alert } = translation
  const id = translation.id()
  return { id, language, languageCode, filename, isTemplate, isSource, contentKey, alert }
}

function openComponents(posted: readonly PostedComponent[], tools: Tools): AskedComponent[] {
  const projectOf = oncePer((config: ProjectConfig) => ({
    ...{ id: 0, key: '', config, reading: undefined },
    ...{ categories: [], components: [] as Component[], shared: [], absent: [], alerts: [] },
  }))
  return posted.map((postedComponent) => {
    const project = projectOf(postedComponent.project)
    const component = openComponent(postedComponent, project, tools)
    project.components.push(component)
    return { component, translations: component.translations }
  })
}

function openComponent(
  { id, config, commit, ...posted }: PostedComponent,
  project: Project,
  tools: Tools,
): Component {
  const translations: Translation[] = []
  const component: Component = {
    ...{ id, project, config, commit, times: undefined, translations },
    sourceLanguage: languageForCode(config.sourceLanguage),
    ...{ sourceLanguageId: 0, category: undefined, repo: '', branch: '', alerts: [] },
    ...{ completeness: undefined, recent: undefined, state: 'ready', isHistoryAwaited: false },
  }
  const library = libraryOf(tools.store)
  const numbers = CHECKED_LIST.decode(Buffer.from(posted.numbers))
  const again = once(() => readAgain({ config, commit, ...posted }, tools))
  for (const [index, postedTranslation] of posted.translations.entries()) {
    const { contentKey } = postedTranslation
    const unitsAgain = () => {
      const parsed = again().find((translation) => translation.contentKey === contentKey)
      if (parsed !== undefined) return parsed.units()
      const message = `${config.filemask}: a component cannot be read again`
      throw new RepositoryError('damaged', message)
    }
    const units = () =>
      contentKey === '' ? NO_FILE.units() : library.units(contentKey, unitsAgain)
    const { statistics, failing, verdict } = numbers[index]!
    translations.push({
      // Field by field, since a spread makes a search take twice as long.
      id: () => postedTranslation.id,
      component,
      language: postedTranslation.language,
      languageId: 0,
      languageCode: postedTranslation.languageCode,
      filename: postedTranslation.filename,
      revision: '',
      isTemplate: postedTranslation.isTemplate,
      isSource: postedTranslation.isSource,
      contentKey,
      summary: NO_FILE.summary,
      units,
      statistics,
      absent: NOTHING,
      failing,
      verdict,
      accepted: NONE,
      alert: postedTranslation.alert,
      lastChange: undefined,
    })
  }
  return component
}

const NONE = new Uint32Array()

function readAgain(
  posted: Omit<PostedComponent, 'id' | 'times' | 'translations' | 'numbers'>,
  tools: Tools,
): readonly ParsedTranslation[] {
  const { place, commit } = posted
  if (place === undefined || commit === undefined) return []
  return readAt({ ...posted, ...place, commit: commit.oid }, tools)?.translations ?? []
}
