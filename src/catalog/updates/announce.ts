import type { ComponentConfig } from '../../config/config.ts'
import type { Completeness } from '../../git/commit.ts'
import { knowledgeOf } from '../knowledge.ts'
import { pathOf } from '../paths.ts'
import { type ComponentState, readingOf } from '../view/component-state.ts'
import { type ProjectState, stateOf } from './project-state.ts'

/** What happens while repositories are cloned and components are read; `component` is `project/component`. */
export type CatalogEvent =
  /** Its units are known, and so are all counts of them. */
  | {
      readonly type: 'ready'
      readonly component: string
      readonly translations: number
      readonly units: number
      readonly milliseconds: number
    }
  /** Its history is known too, as far as it can be. */
  | { readonly type: 'history'; readonly component: string; readonly completeness: Completeness }
  | {
      readonly type: 'progress' | 'notice' | 'alert'
      readonly component: string
      readonly message: string
    }
  /** A remote was looked at for the sake of a component and others; an error says why in vain. */
  | {
      readonly type: 'fetched'
      readonly component: string
      readonly milliseconds: number
      readonly error: string | undefined
    }
  /** A mistake of ours: the component has an alert, all others are served. */
  | { readonly type: 'failed'; readonly component: string; readonly error: unknown }

/** What is to be told of a project that is served in another state than before. */
export function* newsOf(
  before: ProjectState | undefined,
  after: ProjectState,
): Generator<CatalogEvent> {
  const { alert } = after.found
  if (alert?.name === 'RepositoryError' && alert.message !== before?.found.alert?.message) {
    yield { type: 'alert', component: pathOf(after.config), message: alert.message }
  }
  for (const config of after.config.components) {
    const own = stateOf(after, config)
    const former = before && stateOf(before, config)
    if (own !== former) yield* newsOfComponent(pathOf(after.config, config), config, former, own)
  }
}

function* newsOfComponent(
  component: string,
  config: ComponentConfig,
  before: ComponentState | undefined,
  after: ComponentState,
): Generator<CatalogEvent> {
  const { files, alert, content, since = 0 } = after
  const isNew = files !== before?.files
  const alerts = isNew ? [...(files?.alerts ?? [])] : []
  if (alert?.name === 'RepositoryError' && alert.message !== before?.alert?.message)
    alerts.push(alert)
  for (const { message } of alerts) yield { type: 'alert', component, message }
  if (areUnitsKnown(config, after) && (isNew || !areUnitsKnown(config, before))) {
    const translations = content?.translations ?? []
    yield {
      ...{ type: 'ready', component, translations: translations.length },
      units: translations.reduce((sum, { statistics }) => sum + statistics.total.units, 0),
      milliseconds: performance.now() - since,
    }
  }
  const completeness = settledHistory(after)
  if (completeness !== undefined && (before && settledHistory(before)) === undefined)
    yield { type: 'history', component, completeness }
}

function settledHistory(state: ComponentState): Completeness | undefined {
  return readingOf(state) === undefined ? state.history?.timeline.completeness : undefined
}

function areUnitsKnown(config: ComponentConfig, state: ComponentState | undefined): boolean {
  if (state?.content === undefined) return false
  const { commit, history } = state
  const completeness = history?.timeline.completeness
  const reading = readingOf(state)
  const facts = { config, commit, isReady: true, isEmpty: false, reading, completeness }
  return knowledgeOf(facts, 'units') === 'known'
}
