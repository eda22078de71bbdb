import { createCache, identityOf } from '../cache.ts'
import { runSync, runYielding } from '../run-yielding.ts'
import { type ComponentDifference, compareInSteps, type UnitDifference } from './compare.ts'
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

/** For all pages of a list; without the components, which would keep what is shown at their commits. */
const MAX_BYTES = 8 << 20
const BYTES_PER_UNIT = 100
const unitsOf = createCache<readonly (readonly UnitDifference[])[]>({ maxBytes: MAX_BYTES })

/** The difference of a component at two commits, as `compareComponents` gives it. Rejects when the signal is aborted. */
export async function differenceOf(
  before: Component,
  after: Component,
  signal: AbortSignal,
  by: keyof Verdicts = 'verdict',
): Promise<ComponentDifference> {
  const key = `${identityOf(before).text} ${identityOf(after).text} ${by}`
  const units = unitsOf.get(key)
  if (units !== undefined) return runSync(compareInSteps(before, after, { units }))
  const found = await runYielding(compareInSteps(before, after, { by }), signal)
  const all = found.languages.map((language) => language.units)
  unitsOf.set(key, all, BYTES_PER_UNIT * all.flat().length)
  return found
}
