import type { ComponentHistory, HistoryOf } from '../history/component-history.ts'
import type { Component, View } from '../model.ts'
import { componentsOf, createView, viewBytes } from './view.ts'

/** Makes views and keeps the histories of their components beside them, so that a view itself is plain data. */
export interface ViewHistories {
  /** See `createView`. */
  readonly createView: typeof createView
  readonly historyOf: HistoryOf
  /** What a view and its histories take in memory, roughly. */
  readonly bytesOf: (view: View) => number
}

/** Of a step of a timeline with its files and what it logged. */
const BYTES_PER_STEP = 600

/** A history is kept as long as a component that has it. */
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
