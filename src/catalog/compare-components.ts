import { oncePer } from '../cache.ts'
import { runYielding } from '../run-yielding.ts'
import { type ComponentDifference, compareInSteps } from './compare.ts'
import type { Verdicts } from './failing-checks.ts'
import type { Component, View } from './model.ts'

/** The same components in another view, by their configuration. */
export function sameComponents(
  view: View,
  served: readonly Component[],
): Map<Component['config'], Component> {
  const wanted = new Set(served.map(({ config }) => config))
  return new Map(
    view.projects
      .flatMap(({ components, absent }) => [...components, ...absent])
      .filter(({ config }) => wanted.has(config))
      .map((component) => [component.config, component]),
  )
}

const differencesTo = oncePer((_after: Component) => ({
  failing: new WeakMap<Component, ComponentDifference>(),
  verdict: new WeakMap<Component, ComponentDifference>(),
}))

/**
 * The difference of a component at two commits, as `compareComponents` gives it; kept for all pages of a list. Rejects when
 * the signal is aborted.
 */
export async function differenceOf(
  before: Component,
  after: Component,
  signal: AbortSignal,
  by: keyof Verdicts = 'verdict',
): Promise<ComponentDifference> {
  const known = differencesTo(after)[by]
  const found = known.get(before) ?? (await runYielding(compareInSteps(before, after, by), signal))
  known.set(before, found)
  return found
}
