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

/** What is known about a component now, and its history. */
export type LoggedState = ComponentState<ComponentHistory>

/** Memory of a timeline's step with its files and log entries. */
export const BYTES_PER_STEP = 600

/** Creates views and keeps their components' histories beside them, so that a view itself is plain data. */
export class ViewHistories {
  /** A history lives as long as a component that has it. */
  readonly #histories = new WeakMap<Component, ComponentHistory>()

  readonly historyOf: HistoryOf = (component) => this.#histories.get(component)

  /** See `createView`. */
  createView(
    config: ViewConfig,
    stateOf: (component: ComponentConfig) => LoggedState,
    projectStateOf?: ProjectStateOf,
    isSetAside?: (component: Component) => boolean,
  ): View {
    const view = createView(config, stateOf, projectStateOf, isSetAside)
    for (const component of componentsOf(view)) {
      const { history } = stateOf(component.config)
      if (history !== undefined) this.#histories.set(component, history)
    }
    return view
  }

  /** Returns the approximate memory of a view and its histories, in bytes. */
  bytesOf(view: View): number {
    const steps = componentsOf(view).map(
      (component) => this.historyOf(component)?.timeline.steps.length ?? 0,
    )
    return viewBytes(view) + BYTES_PER_STEP * steps.reduce((sum, count) => sum + count, 0)
  }
}
