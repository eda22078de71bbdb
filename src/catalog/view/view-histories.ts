import type { ComponentHistory, HistoryOf } from '../history/component-history.ts'
import type { Component, View } from '../model.ts'
import { componentsOf, createView, viewBytes } from './view.ts'

/** Creates views and keeps their components' histories beside them, so that a view itself is plain data. */
export interface ViewHistories {
  /** See `createView`. */
  readonly createView: typeof createView
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
