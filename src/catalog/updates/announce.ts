import type { ComponentConfig } from '../../config/config.ts'
import type { Completeness } from '../../git/commit.ts'
import type { LoggedState } from '../../history/view-histories.ts'
import type { Alert } from '../../model/model.ts'
import { pathOf } from '../../model/paths.ts'
import { readinessOf } from '../../model/readiness.ts'
import { isHistoryAwaited } from '../../view/component-state.ts'
import { type ProjectState, stateOf } from './project-state.ts'

/** Events of cloning repositories and reading components; `component` is `project/component`. */
export type CatalogEvent =
  /** The units of the component and their counts are known. */
  | {
      readonly type: 'ready'
      readonly component: string
      readonly translations: number
      readonly units: number
      readonly milliseconds: number
    }
  /** The history of the component is known as well, as far as possible. */
  | { readonly type: 'history'; readonly component: string; readonly completeness: Completeness }
  | {
      readonly type: 'progress' | 'notice' | 'alert'
      readonly component: string
      readonly message: string
    }
  /** A remote was fetched; `component` is its first component, `error` says why the fetch failed. */
  | {
      readonly type: 'fetched'
      readonly component: string
      readonly milliseconds: number
      readonly error: string | undefined
    }
  /** A bug in gitglot: the component has an alert, all others are served. */
  | { readonly type: 'failed'; readonly component: string; readonly error: unknown }

/** Returns the events to report when a project's served state changes. */
export function newsOf(before: ProjectState | undefined, after: ProjectState): CatalogEvent[] {
  const { config } = after
  const alerts = newAlert(before?.discovery.alert, after.discovery.alert)
  const ofProject = alerts.map(({ message }) => alertAbout(pathOf(config), message))
  const ofComponents = config.components.flatMap((component) => {
    const componentState = stateOf(after, component)
    const former = before && stateOf(before, component)
    return componentState === former
      ? []
      : newsOfComponent(pathOf(config, component), component, former, componentState)
  })
  return [...ofProject, ...ofComponents]
}

function newsOfComponent(
  component: string,
  config: ComponentConfig,
  before: LoggedState | undefined,
  after: LoggedState,
): CatalogEvent[] {
  const { files, alert, content, since = 0 } = after
  const isNew = files !== before?.files
  const alerts = [...(isNew ? (files?.alerts ?? []) : []), ...newAlert(before?.alert, alert)]
  const news = alerts.map(({ message }) => alertAbout(component, message))
  if (areUnitsKnown(config, after) && (isNew || !areUnitsKnown(config, before))) {
    const translations = content?.translations ?? []
    news.push({
      type: 'ready',
      component,
      translations: translations.length,
      units: translations.reduce((sum, { statistics }) => sum + statistics.total.units, 0),
      milliseconds: performance.now() - since,
    })
  }
  const completeness = settledHistory(after)
  if (completeness !== undefined && (before && settledHistory(before)) === undefined)
    news.push({ type: 'history', component, completeness })
  return news
}

/** Returns an alert about a repository; bugs are reported where they happen. */
function newAlert(before: Alert | undefined, after: Alert | undefined): Alert[] {
  return after?.name === 'RepositoryError' && after.message !== before?.message ? [after] : []
}

function alertAbout(component: string, message: string): CatalogEvent {
  return { type: 'alert', component, message }
}

function settledHistory(state: LoggedState): Completeness | undefined {
  return isHistoryAwaited(state) ? undefined : state.history?.timeline.completeness
}

function areUnitsKnown(config: ComponentConfig, state: LoggedState | undefined): boolean {
  if (state?.content === undefined) return false
  const { commit, history } = state
  const completeness = history?.timeline.completeness
  const readiness = { state: 'ready', isHistoryAwaited: isHistoryAwaited(state) } as const
  return readinessOf({ config, commit, completeness, ...readiness }, 'units') === 'known'
}
