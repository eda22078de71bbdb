import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { RepositoryError } from '../errors.ts'
import { withoutCredentials } from '../git/address.ts'
import { type LastTouch, lastTouched } from '../git/history/last-touch.ts'
import type { Commit, Repository } from '../git/repository.ts'
import type { Source } from '../git/sync.ts'
import { checkProject } from './check-project.ts'
import { readComponent } from './component.ts'
import type { Pasts } from './history/pasts.ts'
import type { Alert } from './model.ts'
import { markNeedsEdit } from './needs-edit.ts'
import { createCommitPeople } from './people/commit-people.ts'
import { pathInProject } from './place.ts'
import { inSlices } from './slices.ts'
import type { ComponentContent, ReadOptions } from './translation-file.ts'
import type { ComponentState } from './view.ts'

/** What happens while repositories are cloned and components are read; `component` is `project/component`. */
export type CatalogEvent =
  | {
      readonly type: 'ready'
      readonly component: string
      readonly translations: number
      readonly units: number
      readonly milliseconds: number
    }
  | { readonly type: 'progress' | 'alert'; readonly component: string; readonly message: string }
  /** A mistake of ours: the component has an alert, all others are served. */
  | { readonly type: 'failed'; readonly component: string; readonly error: unknown }

/** A configured component and what is known of it at the moment. */
export interface Member {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  /** `project/component` */
  readonly path: string
  /** Undefined for a component without a repository. */
  readonly source: Source | undefined
  /** As its files were read last. */
  state: ComponentState
  /** What is served: a state whose project has been checked. */
  published: ComponentState
}

/** Nothing of what is found out once a commit is served. */
export const NO_HISTORY = {
  touches: undefined,
  past: undefined,
  recent: undefined,
  times: undefined,
} as const

/** A component that nothing is known of yet; without a source where it has no repository. */
export function createMember(
  project: ProjectConfig,
  config: ComponentConfig,
  source: Source | undefined,
): Member {
  const repo = withoutCredentials(config.repo)
  const { branch } = config
  const nothing = { commit: undefined, content: undefined, alert: undefined, ...NO_HISTORY }
  return {
    project,
    config,
    path: `${project.slug}/${pathInProject(config)}`,
    source,
    state: { branch, repo, ...nothing },
    published: { branch, repo, ...nothing },
  }
}

/** Reads a component again where its branch moved or its repository's trouble changed. Returns whether its state changed. */
export async function readMember(
  member: Member,
  cache: ReadOptions['cache'],
  onEvent: ((event: CatalogEvent) => void) | undefined,
): Promise<boolean> {
  const start = performance.now()
  const { state, path } = member
  try {
    const next = await nextState(member, cache)
    if (next === state) return false
    member.state = next
  } catch (error) {
    const alert = alertFor(error)
    if (state.alert?.message === alert.message) return false
    member.state = { ...state, alert }
    onEvent?.(
      error instanceof RepositoryError
        ? { type: 'alert', component: path, message: alert.message }
        : { type: 'failed', component: path, error },
    )
    return true
  }
  const { content } = member.state
  for (const { message } of content?.alerts ?? [])
    onEvent?.({ type: 'alert', component: path, message })
  if (member.state.alert !== undefined) {
    onEvent?.({ type: 'alert', component: path, message: member.state.alert.message })
  }
  onEvent?.({
    type: 'ready',
    component: path,
    translations: content?.translations.length ?? 0,
    units:
      content?.translations.reduce((sum, { statistics }) => sum + statistics.total.units, 0) ?? 0,
    milliseconds: performance.now() - start,
  })
  return true
}

/** What is served beside, or instead of, a component that could not be read or checked. */
export function alertFor(error: unknown): Alert {
  if (error instanceof RepositoryError) {
    return { name: 'RepositoryError', message: error.message, filename: '' }
  }
  return { name: 'InternalError', message: `internal error: ${String(error)}`, filename: '' }
}

/** The same state where nothing changed. A repository that cannot be reached keeps serving what it last had. */
async function nextState(member: Member, cache: ReadOptions['cache']): Promise<ComponentState> {
  const { project, config, source, state } = member
  const repository = source?.repository
  if (source === undefined || repository === undefined) {
    throw source?.error ?? new RepositoryError(`${state.repo}: expected a repository`)
  }
  const oid = source.head(config.branch)
  if (oid === undefined) {
    throw new RepositoryError(
      `${state.repo}: expected a branch ${config.branch || '(the default one)'}`,
    )
  }
  const alert = source.error && alertFor(source.error)
  const isSame = oid === state.commit?.oid
  if (isSame && alert?.message === state.alert?.message) return state
  const commit = repository.readCommit(oid)
  const content: ComponentContent =
    isSame && state.content !== undefined
      ? state.content
      : await inSlices(readComponent({ project, config, repository, commit, cache }))
  const branch = config.branch || repository.defaultBranch() || ''
  const known = isSame ? state : { ...state, ...NO_HISTORY }
  return { ...known, commit, branch, content, alert }
}

/**
 * Finds out which commit last changed the files of each translation, as far as the history that is there tells. Returns
 * whether that is news.
 */
export async function touchMember(member: Member): Promise<boolean> {
  const { state, source, config } = member
  const { commit, content } = state
  const repository = source?.repository
  if (commit === undefined || content === undefined || repository === undefined) return false
  try {
    const touches = await findTouches({ repository, commit, config, content })
    if (member.state.commit !== commit || touches.size === (state.touches?.size ?? 0)) return false
    member.state = { ...member.state, touches }
    member.published = { ...member.published, touches }
    return true
  } catch (error) {
    // A damaged object in the history hides who changed what; the served commit is whole.
    if (error instanceof RepositoryError) return false
    throw error
  }
}

/**
 * By file name: the commit that last changed a translation's files, as far as the history that is there tells, with its
 * author after `.mailmap`.
 */
export async function findTouches({
  repository,
  commit,
  config,
  content,
}: {
  repository: Repository
  commit: Commit
  config: ComponentConfig
  content: ComponentContent
}): Promise<ReadonlyMap<string, LastTouch>> {
  const groups = content.translations
    .filter(({ filename }) => filename !== '')
    .map(({ filename }) => ({
      name: filename,
      paths: [filename, config.template, config.intermediate].filter((path) => path !== ''),
    }))
  const touches = await inSlices(lastTouched({ repository, tip: commit.oid, groups }))
  const peopleOf = createCommitPeople(repository, commit)
  return new Map(
    [...touches].map(([name, touch]) => {
      const { author } = peopleOf(touch.commit)
      return [name, { ...touch, author: { ...touch.author, ...author } }]
    }),
  )
}

/**
 * Finds out what came before the served commits of a repository's members. Returns whether that is news, and the
 * projects whose states it changed, which are to be published again; what cannot be read is said, and what was known stays.
 */
export async function rememberMembers(
  members: readonly Member[],
  pasts: Pasts,
  onEvent: ((event: CatalogEvent) => void) | undefined,
): Promise<{ readonly isNews: boolean; readonly projects: ReadonlySet<ProjectConfig> }> {
  const repository = members[0]?.source?.repository
  const projects = new Set<ProjectConfig>()
  if (repository === undefined) return { isNews: false, projects }
  const read = members.flatMap((member) => {
    const { path, project, config, state } = member
    const { commit, past } = state
    return commit === undefined ? [] : [{ member, path, project, config, commit, past }]
  })
  try {
    const found = await pasts.update(repository, read)
    for (const { member, path, project, commit } of read) {
      const past = found.get(path)
      if (past === undefined || member.state.commit !== commit) continue
      member.state = { ...member.state, past, recent: undefined, times: undefined }
      // Where states depend on it, it is published with them.
      if (past.outdated !== undefined) projects.add(project)
      else if (member.published.commit === commit) {
        member.published = { ...member.published, past, recent: undefined, times: undefined }
      }
    }
    return { isNews: found.size > 0, projects }
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    for (const { path } of read) {
      onEvent?.({ type: 'alert', component: path, message: `history: ${error.message}` })
    }
    return { isNews: false, projects }
  }
}

/**
 * Checks the project of these members and publishes what they have read; without failing checks, and with an alert, where
 * checking fails.
 */
export async function publishProject(
  members: readonly Member[],
  onEvent: ((event: CatalogEvent) => void) | undefined,
): Promise<void> {
  const states = members.map((member) => ({ member, state: member.state }))
  const [first] = members
  if (first === undefined) return
  const read = states.flatMap(({ member: { config }, state: { content, past } }) =>
    content === undefined ? [] : [{ config, content: markNeedsEdit(content, past?.outdated) }],
  )
  let checked: ReadonlyMap<ComponentConfig, ComponentContent> = new Map(
    read.map(({ config, content }) => [config, content]),
  )
  let alert: Alert | undefined
  try {
    checked = await inSlices(checkProject(first.project, read))
  } catch (error) {
    alert = alertFor(error)
    onEvent?.({ type: 'failed', component: first.path, error })
  }
  for (const { member, state } of states) {
    // What was found out about the same commit in the meantime stays.
    const latest = member.state.commit === state.commit ? member.state : state
    const content = checked.get(member.config)
    member.published = { ...latest, content, alert: state.alert ?? alert }
  }
}
