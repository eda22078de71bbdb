import { isDeepStrictEqual } from 'node:util'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Alert, Project } from '../model.ts'
import { pathInProject } from '../paths.ts'
import { type ComponentState, isRead, nothingKnown } from '../view/component-state.ts'

/** A project and what is known of its components: a value, of which each step of reading makes another one. */
export interface ProjectState {
  /** With the components that were found, where the configuration names none. */
  readonly config: ProjectConfig
  readonly found: FoundAt
  /** Of components that something is known of. */
  readonly states: ReadonlyMap<ComponentConfig, ComponentState>
  /** The settings with which its components were checked last. */
  readonly checkedAs: ProjectConfig | undefined
}

/** Where the components of a project that names none were found. */
interface FoundAt {
  readonly commit: string | undefined
  /** Why they cannot be found at the branch as it is now. */
  readonly alert: Alert | undefined
}

const NOWHERE: FoundAt = { commit: undefined, alert: undefined }

/** A project that nothing is known of yet. */
export function unreadProject(config: ProjectConfig): ProjectState {
  return { config, found: NOWHERE, states: new Map(), checkedAs: undefined }
}

export function stateOf({ states }: ProjectState, component: ComponentConfig): ComponentState {
  return states.get(component) ?? nothingKnown(component)
}

/** The state with what components became; the same one where none changed. */
export function withStates(
  state: ProjectState,
  states: readonly (readonly [ComponentConfig, ComponentState])[],
): ProjectState {
  const changed = states.filter(
    ([config, componentState]) => componentState !== stateOf(state, config),
  )
  if (changed.length === 0) return state
  return { ...state, states: new Map([...state.states, ...changed]) }
}

/** What is not known of the histories of its components, or of some, stays unknown. */
export function finalizeHistory(
  state: ProjectState,
  isMeant: (component: ComponentConfig) => boolean = () => true,
): ProjectState {
  const settled = [...state.states].map(([config, componentState]) => {
    const isSettled =
      componentState.isHistorySettled || componentState.files === undefined || !isMeant(config)
    return [
      config,
      isSettled ? componentState : { ...componentState, isHistorySettled: true },
    ] as const
  })
  return withStates(state, settled)
}

/** What a view says of a project beside its components. */
export function aboutProject(state: ProjectState): Pick<Project, 'reading' | 'alerts'> {
  const { alert } = state.found
  return {
    reading: isFound(state) ? undefined : 'files',
    alerts: alert === undefined ? [] : [alert],
  }
}

function isFound({ config, found: discovery }: ProjectState): boolean {
  return config.discover === undefined || (discovery.commit ?? discovery.alert) !== undefined
}

/** The project with these components. What is known of a component that it had before is kept. */
export function withComponents(
  before: ProjectState,
  components: readonly ComponentConfig[],
  keyOf: (component: ComponentConfig) => string,
): ProjectState {
  const former = new Map(before.config.components.map((config) => [keyOf(config), config]))
  const configs = components.map((config) => {
    const formerConfig = former.get(keyOf(config))
    // The same object: it stands for the component in other modules.
    return isDeepStrictEqual(formerConfig, config) ? (formerConfig as ComponentConfig) : config
  })
  if (areSame(configs, before.config.components)) return before
  return knownOf({ ...before, config: { ...before.config, components: configs } })
}

/** A project of another configuration, with what stays known of it; the same one where nothing changed. */
export function configureProject(before: ProjectState, next: ProjectConfig): ProjectState {
  const { components: _former, ...formerSettings } = before.config
  const { components, ...others } = next
  // Any setting of a project may say how its components are read.
  if (!isDeepStrictEqual(formerSettings, others)) return unreadProject(next)
  return next.discover === undefined ? withComponents(before, components, pathInProject) : before
}

/** What was learnt of a project, for its present configuration. */
export function learn(present: ProjectState, learnt: ProjectState): ProjectState {
  const states = new Map([...present.states, ...learnt.states])
  return knownOf({ ...present, states, checkedAs: undefined })
}

function knownOf(state: ProjectState): ProjectState {
  const states = state.config.components.flatMap((config) => {
    const componentState = state.states.get(config)
    return componentState === undefined ? [] : [[config, componentState] as const]
  })
  return { ...state, states: new Map(states) }
}

/**
 * What is shown of a project, whose settings count at once: a component that came while the rest was served is shown once
 * it has been read, and until then what was in its place. Undefined for a project that came, until all of it has been read.
 */
export function shownOf(
  latest: ProjectState,
  shown: ProjectState | undefined,
): ProjectState | undefined {
  const { config } = latest
  if (shown?.config === config) return latest
  if (shown === undefined) {
    const isWhole = config.components.every((component) =>
      isRead(component, stateOf(latest, component)),
    )
    return isWhole && isFound(latest) ? latest : undefined
  }
  if (!isFound(latest)) {
    return { ...shown, config: { ...config, components: shown.config.components } }
  }
  const former = new Map(
    shown.config.components.map((component) => [pathInProject(component), component]),
  )
  const states = new Map<ComponentConfig, ComponentState>()
  for (const component of config.components) {
    const componentState = stateOf(latest, component)
    const before = former.get(pathInProject(component))
    if (isRead(component, componentState) || before === component)
      states.set(component, componentState)
    else if (before !== undefined) states.set(before, stateOf(shown, before))
  }
  const components = [...states.keys()]
  if (areSame(components, config.components)) return latest
  return { ...latest, config: { ...config, components }, states }
}

/** Whether lists have the same objects in the same order. */
export function areSame(left: readonly object[], right: readonly object[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
