import type { ComponentConfig } from '../config/config.ts'
import type { Component, View } from '../model/model.ts'
import type { ComponentState } from '../view/component-state.ts'
import {
  componentsOf,
  createView,
  type ProjectStateOf,
  type ViewConfig,
  viewBytes,
} from '../view/view.ts'
import type { ComponentHistory, HistoryOf } from './component-history.ts'

export type LoggedState = ComponentState<ComponentHistory>

/** Creates views and keeps their components' histories beside them, so that a view itself is plain data. */
export interface ViewHistories {
  createView(
    config: ViewConfig,
    stateOf: (component: ComponentConfig) => LoggedState,
    projectStateOf?: ProjectStateOf,
    isSetAside?: (component: Component) => boolean,
  ): View
  readonly historyOf: HistoryOf
  /** Returns the approximate memory of a view and its histories, in bytes. */
  readonly bytesOf: (view: View) => number
}

/** Memory of a timeline's step with its files and log entries. */
const BYTES_PER_STEP = 600

/** A history lives as long as a component that has it. */
export function createViewHistories(): ViewHistories {
  const histories = new WeakMap<Component, ComponentHistory>()
  return {
    createView(config, stateOf, ...options) {
      const view = createView(config, stateOf, ...options)
      for (const component of componentsOf(view)) {
        const { history } = stateOf(component.config)
        if (history !== undefined) histories.set(component, history)
      }
      return view
    },
    historyOf: (component) => histories.get(component),
    bytesOf(view) {
      const steps = componentsOf(view).map(
        (component) => histories.get(component)?.timeline.steps.length ?? 0,
      )
      return viewBytes(view) + BYTES_PER_STEP * steps.reduce((sum, count) => sum + count, 0)
    },
  }
}
