import type { ComponentConfig } from '../../config/config.ts'
import type { ComponentHistory, HistoryOf } from '../history/component-history.ts'
import type { Component, View } from '../model.ts'
import type { ComponentState } from './component-state.ts'
import { componentsOf, createView, type ViewConfig } from './view.ts'

/** Makes views and keeps the histories of their components beside them, so that a view itself is plain data. */
export interface ViewHistories {
  /** See `createView`. */
  createView(config: ViewConfig, stateOf: (component: ComponentConfig) => ComponentState): View
  readonly historyOf: HistoryOf
}

/** A history is kept as long as a component that has it. */
export function createViewHistories(): ViewHistories {
  const histories = new WeakMap<Component, ComponentHistory>()
  return {
    createView(config, stateOf) {
      const view = createView(config, stateOf)
      for (const component of componentsOf(view)) {
        const { history } = stateOf(component.config)
        if (history !== undefined) histories.set(component, history)
      }
      return view
    },
    historyOf: (component) => histories.get(component),
  }
}
