import type { ComponentHistory, HistoryOf } from '../history/component-history.ts'
import type { Component } from '../model.ts'
import { componentsOf, createView } from './view.ts'

/** Makes views and keeps the histories of their components beside them, so that a view itself is plain data. */
export interface ViewHistories {
  /** See `createView`. */
  readonly createView: typeof createView
  readonly historyOf: HistoryOf
}

/** A history is kept as long as a component that has it. */
export function createViewHistories(): ViewHistories {
  const histories = new WeakMap<Component, ComponentHistory>()
  return {
    createView(config, stateOf, projectStateOf) {
      const view = createView(config, stateOf, projectStateOf)
      for (const component of componentsOf(view)) {
        const { history } = stateOf(component.config)
        if (history !== undefined) histories.set(component, history)
      }
      return view
    },
    historyOf: (component) => histories.get(component),
  }
}
