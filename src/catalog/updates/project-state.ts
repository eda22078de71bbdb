import { isDeepStrictEqual } from 'node:util'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { LoggedState } from '../../history/view-histories.ts'
import type { Alert, Project } from '../../model/model.ts'
import { pathInProject } from '../../model/paths.ts'
import { isRead, nothingKnown } from '../../view/component-state.ts'

/** A project and what is known about its components. An immutable value: each step of reading makes a new one. */
export interface ProjectState {
  /** The configuration, with the discovered components if it names none. */
  readonly config: ProjectConfig
  readonly discovery: DiscoveryState
  /** States of the components about which something is known. */
  readonly states: ReadonlyMap<ComponentConfig, LoggedState>
  /** The settings of the last check of its components. */
  readonly checkedAs: ProjectConfig | undefined
}

/** The commit at which its components were discovered, if it configures none. */
interface DiscoveryState {
  readonly commit: string | undefined
  /** Why they cannot be discovered at the branch's present commit. */
  readonly alert: Alert | undefined
}

const NOT_DISCOVERED: DiscoveryState = { commit: undefined, alert: undefined }

/** Creates a project about which nothing is known yet. */
export function unreadProject(config: ProjectConfig): ProjectState {
  return { config, discovery: NOT_DISCOVERED, states: new Map(), checkedAs: undefined }
}

export function stateOf({ states }: ProjectState, component: ComponentConfig): LoggedState {
  return states.get(component) ?? nothingKnown(component)
}

/** Returns the state with new states of components; the same object if none changed. */
export function withStates(
  state: ProjectState,
  states: readonly (readonly [ComponentConfig, LoggedState])[],
): ProjectState {
  const changed = states.filter(
    ([config, componentState]) => componentState !== stateOf(state, config),
  )
  if (changed.length === 0) return state
  return { ...state, states: new Map([...state.states, ...changed]) }
}

/** Marks unknown history of its components, or of some, as final. */
export function finalizeHistory(
  state: ProjectState,
  isMeant: (component: ComponentConfig) => boolean = () => true,
): ProjectState {
  const open = [...state.states].filter(
    ([config, { isHistorySettled, files }]) =>
      !isHistorySettled && files !== undefined && isMeant(config),
  )
  return withStates(
    state,
    open.map(([config, open]) => [config, { ...open, isHistorySettled: true }]),
  )
}

/** Returns what a view says about a project besides its components. */
export function aboutProject(state: ProjectState): Pick<Project, 'reading' | 'alerts'> {
  const { alert } = state.discovery
  return { reading: isDiscovered(state) ? undefined : 'files', alerts: alert ? [alert] : [] }
}

function isDiscovered({ config, discovery: { commit, alert } }: ProjectState): boolean {
  return config.discover === undefined || (commit ?? alert) !== undefined
}

/** Returns the project with these components, keeping what is known about those that stay. */
export function withComponents(
  before: ProjectState,
  components: readonly ComponentConfig[],
  keyOf: (component: ComponentConfig) => string,
): ProjectState {
  const former = new Map(before.config.components.map((config) => [keyOf(config), config]))
  const configs = components.map((config) => {
    const formerConfig = former.get(keyOf(config))
    // The same object, since other modules identify the component by it.
    return isDeepStrictEqual(formerConfig, config) ? (formerConfig as ComponentConfig) : config
  })
  if (areSame(configs, before.config.components)) return before
  return knownOf({ ...before, config: { ...before.config, components: configs } })
}

/** Applies a new configuration to a project and keeps what stays valid; returns the same object if nothing changed. */
export function configureProject(before: ProjectState, next: ProjectConfig): ProjectState {
  const { components: _former, ...formerSettings } = before.config
  const { components, ...others } = next
  // Any setting of a project may affect how its components are read.
  if (!isDeepStrictEqual(formerSettings, others)) return unreadProject(next)
  return next.discover === undefined ? withComponents(before, components, pathInProject) : before
}

/** Applies what was learnt about a project to its present configuration. */
export function learn(present: ProjectState, learnt: ProjectState): ProjectState {
  const states = new Map([...present.states, ...learnt.states])
  return knownOf({ ...present, states, checkedAs: undefined })
}

function knownOf(state: ProjectState): ProjectState {
  const components = new Set(state.config.components)
  const states = [...state.states].filter(([config]) => components.has(config))
  return { ...state, states: new Map(states) }
}

/**
 * Returns what to show of a project. New settings apply at once. A new component appears once it is read; until then,
 * its predecessor stays. Undefined for a new project until all of it is read.
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
    return isWhole && isDiscovered(latest) ? latest : undefined
  }
  if (!isDiscovered(latest)) {
    return { ...shown, config: { ...config, components: shown.config.components } }
  }
  const former = new Map(
    shown.config.components.map((component) => [pathInProject(component), component]),
  )
  const states = new Map<ComponentConfig, LoggedState>()
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

/** Returns whether two lists hold the same objects in the same order. */
function areSame(left: readonly object[], right: readonly object[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
