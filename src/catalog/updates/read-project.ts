import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { ParseError, RepositoryError } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { latestWork } from '../../history/changes/last-changes.ts'
import type { ComponentHistory, HistoryScope } from '../../history/component-history.ts'
import { unlessDamaged } from '../../history/unless-damaged.ts'
import type { LoggedState } from '../../history/view-histories.ts'
import type { Alert } from '../../model/model.ts'
import { NO_HISTORY } from '../../view/component-state.ts'
import type { Heads } from './heads.ts'
import { type ProjectState, stateOf, withComponents, withStates } from './project-state.ts'
import type { PlacedContent, Reader } from './reader.ts'

/**
 * Finds the components of a project at a commit; `notes` say what was left out and why. Rejects with RepositoryError,
 * and with the signal's reason.
 */
export type FindComponents = (
  project: ProjectConfig,
  at: { readonly repository: Repository; readonly commit: Commit },
  signal?: AbortSignal,
) => Promise<{
  readonly components: readonly ComponentConfig[]
  readonly notes: readonly string[]
}>

/** The tools that read projects. */
export interface ProjectTools {
  readonly reader: Reader
  readonly findComponents: FindComponents | undefined
}

interface ReadProjectOptions extends ProjectTools {
  readonly heads: Heads
  readonly scope: HistoryScope
  /** Returns the history behind a component's commit, or why it cannot be read; undefined if not known. */
  readonly historyOf: (component: PlacedComponent) => Promise<ComponentHistory | Alert | undefined>
  readonly signal?: AbortSignal | undefined
  /** Called with the number of components read, and of all. */
  readonly progress?: ((done: number, total: number) => void) | undefined
  readonly onNotice?: (message: string) => void
  /** Called with bugs in gitglot, which become alerts. Without it they reject. */
  readonly onFailure?: ((config: ComponentConfig | undefined, error: unknown) => void) | undefined
}

/** A component at a commit, and what is known about it. */
export interface PlacedComponent extends PlacedContent {
  readonly project: ProjectConfig
  readonly state: LoggedState
}

/**
 * Reads what changed in a project: its components if it configures none, files, histories, and findings. What cannot be
 * read stays as it was, with an alert. Returns the same state if nothing changed. Rejects with the signal's reason.
 */
export async function readProject(
  before: ProjectState,
  options: ReadProjectOptions,
): Promise<ProjectState> {
  let state = await findProject(before, options)
  state = await readFiles(state, options)
  if (options.scope !== 'none') state = await readHistories(state, options)
  state = await check(state, before, options)
  return options.scope === 'all' ? readChanges(state, options) : state
}

/** Returns what to serve besides, or instead of, a component that cannot be read or checked. */
export function alertFor(error: unknown): Alert {
  if (error instanceof RepositoryError) {
    const { message, code } = error
    return { name: 'RepositoryError', message, filename: '', code }
  }
  return { name: 'InternalError', message: `internal error: ${String(error)}`, filename: '' }
}

/** Discovers the components of a project that configures none, at a new commit. */
async function findProject(
  before: ProjectState,
  { heads, findComponents, signal, onNotice, onFailure }: ReadProjectOptions,
): Promise<ProjectState> {
  const { config, discovery } = before
  if (config.discover === undefined) return before
  try {
    const head = heads.at(config.discover)
    if (head === undefined) return before
    const { oid: commit } = head.commit
    if (commit === discovery.commit && discovery.alert === undefined) return before
    if (findComponents === undefined) throw new Error('discovery is not available')
    const { components, notes } = await findComponents(config, head, signal)
    for (const note of notes) onNotice?.(note)
    const keyOf = ({ filemask }: ComponentConfig) => filemask
    return { ...withComponents(before, components, keyOf), discovery: { commit, alert: undefined } }
  } catch (error) {
    const alert = failureOf(error, { signal, onFailure, oldAlert: discovery.alert })
    return alert === discovery.alert ? before : { ...before, discovery: { ...discovery, alert } }
  }
}

interface FailureOptions extends Pick<ReadProjectOptions, 'signal' | 'onFailure'> {
  readonly config?: ComponentConfig | undefined
  /** The alert of the last attempt. */
  readonly oldAlert?: Alert | undefined
}

/** Returns the alert for an error, the last one if equal. Throws aborts, and bugs that nothing reports. */
function failureOf(error: unknown, { config, oldAlert, signal, onFailure }: FailureOptions): Alert {
  signal?.throwIfAborted()
  const isMistake = !(error instanceof RepositoryError)
  if (isMistake && onFailure === undefined) throw error
  const alert = { ...alertFor(error), ...placeOfFault(error, config) }
  if (alert.message === oldAlert?.message) return oldAlert
  if (isMistake) onFailure?.(config, error)
  return alert
}

/** Returns the place of the fault for which a file of all languages names none; nothing for other errors. */
function placeOfFault(
  error: unknown,
  config: ComponentConfig | undefined,
): Pick<Alert, 'filename' | 'at'> | undefined {
  const cause = error instanceof RepositoryError ? error.cause : undefined
  if (!(cause instanceof ParseError) || config === undefined) return undefined
  return { filename: config.filemask, at: { line: cause.line, column: cause.column } }
}

async function readFiles(state: ProjectState, options: ReadProjectOptions): Promise<ProjectState> {
  const { config: project } = state
  const { components } = project
  let done = 0
  options.progress?.(done, components.length)
  const read = await Promise.all(
    components.map(async (config) => {
      const before = stateOf(state, config)
      const componentState = await readComponentFiles(project, config, before, options)
      done++
      if (done < components.length) options.progress?.(done, components.length)
      return [config, componentState] as const
    }),
  )
  options.signal?.throwIfAborted()
  return withStates(state, read)
}

async function readComponentFiles(
  project: ProjectConfig,
  config: ComponentConfig,
  before: LoggedState,
  { heads, reader, signal, onFailure }: ReadProjectOptions,
): Promise<LoggedState> {
  if (config.vcs === 'local') return before
  try {
    const since = performance.now()
    const head = heads.at(config, before.commit)
    if (head === undefined) return before
    const { repository, commit, error, isRepaired } = head
    const isSame = commit.oid === before.commit?.oid
    const componentContent = isSame && !isRepaired ? before.files : undefined
    const alert = error && alertFor(error)
    if (componentContent !== undefined && alert?.message === before.alert?.message) return before
    const files =
      componentContent ?? (await reader.read(project, { config, repository, commit }, signal))
    for (const { code } of files.alerts) if (code !== undefined) heads.suspect?.(config, code)
    const branch = config.branch || repository.defaultBranch() || ''
    const state = isSame ? before : { ...before, ...NO_HISTORY }
    return { ...state, repository, commit, branch, alert, files, since }
  } catch (error) {
    if (error instanceof RepositoryError) heads.suspect?.(config, error.code)
    const alert = failureOf(error, { config, signal, onFailure, oldAlert: before.alert })
    return alert === before.alert ? before : { ...before, alert }
  }
}

/** Returns the components whose files are read. */
function readComponents(state: ProjectState): PlacedComponent[] {
  const { config: project } = state
  return project.components.flatMap((config) => {
    const componentState = stateOf(state, config)
    const { repository, commit, files: content, history } = componentState
    if (repository === undefined || commit === undefined || content === undefined) return []
    const outdated = history?.outdated
    return [{ project, config, repository, commit, content, outdated, state: componentState }]
  })
}

async function changeEach(
  state: ProjectState,
  change: (component: PlacedComponent) => LoggedState | Promise<LoggedState>,
): Promise<ProjectState> {
  const changed = readComponents(state).map(
    async (component) => [component.config, await change(component)] as const,
  )
  return withStates(state, await Promise.all(changed))
}

function readHistories(
  before: ProjectState,
  { historyOf }: ReadProjectOptions,
): Promise<ProjectState> {
  return changeEach(before, async (component) => {
    const { state } = component
    const history = await historyOf(component)
    if (history === undefined || history === state.history) return state
    if ('message' in history) {
      const isNews = state.history === undefined && history.message !== state.historyAlert?.message
      return isNews ? { ...state, historyAlert: history } : state
    }
    return { ...state, history, recent: undefined, times: undefined, historyAlert: undefined }
  })
}

/** Checks the units of a project if anything changed that checks depend on. */
async function check(
  state: ProjectState,
  before: ProjectState,
  { reader, signal, onFailure }: ReadProjectOptions,
): Promise<ProjectState> {
  const components = readComponents(state)
  const isSame =
    state.checkedAs === state.config &&
    components.every(({ config, content, outdated }) => {
      const { files, history } = stateOf(before, config)
      return content === files && outdated === history?.outdated
    })
  if (isSame) return state
  const checked = await reader
    .check(state.config, components, signal)
    .catch((error: unknown) =>
      failureOf(error, { config: components[0]?.config, signal, onFailure }),
    )
  const after = await changeEach(state, ({ config, state: unchecked }) =>
    'message' in checked
      ? { ...unchecked, content: unchecked.files, checkAlert: checked }
      : { ...unchecked, content: checked.get(config), checkAlert: undefined },
  )
  return { ...after, checkedAs: state.config }
}

/** Finds who last changed what, and how much changed recently, if not known yet. */
function readChanges(state: ProjectState, { signal }: ReadProjectOptions): Promise<ProjectState> {
  return changeEach(state, async ({ state: componentState }) => {
    const { history } = componentState
    if (history === undefined || componentState.recent !== undefined) return componentState
    const latest = await unlessDamaged(() =>
      history.ask(latestWork, [{ history }], undefined, { signal, background: true }),
    )
    if (latest === undefined) return componentState
    // What a damaged object hides is searched for again after each fetch.
    const isSame =
      latest.recent === undefined && latest.lastChanges.size === componentState.lastChanges?.size
    return isSame ? componentState : { ...componentState, ...latest }
  })
}
