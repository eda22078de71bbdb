import { RepositoryError } from '../../errors.ts'
import { runYielding } from '../../run-yielding.ts'
import { readComponent } from '../reading/component.ts'
import type { ComponentContent, ReadOptions } from '../reading/translation-file.ts'
import { type ComponentState, NO_HISTORY } from '../view/component-state.ts'
import { alertFor, type CatalogEvent, type ComponentEntry } from './component-entry.ts'

/** Reads a component again where its branch moved or its repository's trouble changed. Returns whether its state changed. */
export async function readEntry(
  entry: ComponentEntry,
  cache: ReadOptions['cache'],
  onEvent: ((event: CatalogEvent) => void) | undefined,
): Promise<boolean> {
  const start = performance.now()
  const { state, path } = entry
  try {
    const next = await nextState(entry, cache)
    if (next === state) return false
    entry.state = next
  } catch (error) {
    const alert = alertFor(error)
    if (state.alert?.message === alert.message) return false
    entry.state = { ...state, alert }
    onEvent?.(
      error instanceof RepositoryError
        ? { type: 'alert', component: path, message: alert.message }
        : { type: 'failed', component: path, error },
    )
    return true
  }
  const { content } = entry.state
  for (const { message } of content?.alerts ?? [])
    onEvent?.({ type: 'alert', component: path, message })
  if (entry.state.alert !== undefined) {
    onEvent?.({ type: 'alert', component: path, message: entry.state.alert.message })
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

/** The same state where nothing changed. A repository that cannot be reached keeps serving what it last had. */
async function nextState(
  entry: ComponentEntry,
  cache: ReadOptions['cache'],
): Promise<ComponentState> {
  const { project, config, source, state } = entry
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
      : await runYielding(readComponent({ project, config, repository, commit, cache }))
  const branch = config.branch || repository.defaultBranch() || ''
  const known = isSame ? state : { ...state, ...NO_HISTORY }
  return { ...known, commit, branch, content, alert }
}
