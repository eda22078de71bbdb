import { createCache, identityOf } from '../cache.ts'
import {
  type ComponentDifference,
  compareComponents,
  KIND_LISTS,
  type UnitDifference,
} from './compare.ts'
import { type AskAbout, type ComponentWork, wholeComponents } from './component-work.ts'
import { failingOn, packFailing, type Verdicts } from './failing-checks.ts'
import type { Component, View } from './model.ts'
import { isAbsent } from './readiness.ts'

/** Finds the same components in another view, by their configuration. */
export function sameComponents(
  view: View,
  served: readonly Component[],
): Map<Component['config'], Component> {
  const configs = new Set(served.map(({ config }) => config))
  return new Map(
    view.projects
      .flatMap(({ components, absent }) => [...components, ...absent])
      .filter(({ config }) => configs.has(config))
      .map((component) => [component.config, component]),
  )
}

/** A component at two commits. */
export interface ComparedComponent {
  readonly before: Component
  readonly after: Component
}

/** Pairs the components of two views as `sameComponents` does, without those absent in both. */
export function pairComponents(
  before: ReturnType<typeof sameComponents>,
  after: ReturnType<typeof sameComponents>,
): ComparedComponent[] {
  return [...after].flatMap(([config, component]) => {
    const earlier = before.get(config)
    if (earlier === undefined || [earlier, component].every(isAbsent)) return []
    return [{ before: earlier, after: component }]
  })
}

interface CompareArgs {
  /** Indexes of components before and after. */
  readonly pairs: readonly (readonly [before: number, after: number])[]
  readonly by: keyof Verdicts
}

/** The units that differ, by language, in packed form. */
type PackedUnits = readonly Uint32Array[]

/** Compares components, each at two commits. */
export const compareWork: ComponentWork<CompareArgs, readonly PackedUnits[]> = {
  name: 'compare',
  run: (selected, { pairs, by }, progress) =>
    pairs.map(([before, after], index) => {
      progress(index, pairs.length, 'components')
      const { languages } = compareComponents(
        selected[before]?.component,
        selected[after]?.component,
        {
          by,
        },
      )
      return languages.map(({ units }) => pack(units))
    }),
}

/** Cached for all pages of a list, without the components, which would retain the views of their commits. */
const cache = createCache<PackedUnits>({ maxBytes: 8 << 20 })

interface CompareOptions extends NonNullable<Parameters<AskAbout>[3]> {
  readonly askAbout: AskAbout
  readonly by?: keyof Verdicts
}

/** Returns the differences of components, as `compareComponents` does. Rejects as `AskAbout`. */
export async function readDifferences(
  compared: readonly ComparedComponent[],
  { askAbout, by = 'verdict', ...options }: CompareOptions,
): Promise<ComponentDifference[]> {
  const keyOf = ({ before, after }: ComparedComponent) =>
    `${identityOf(before).text} ${identityOf(after).text} ${by}`
  const unitsOf = new Map(compared.map((pair) => [pair, cache.get(keyOf(pair))]))
  const missing = compared.filter((pair) => unitsOf.get(pair) === undefined)
  if (missing.length > 0) {
    // A unit that only a cap kept from failing before is looked for in the whole project.
    const projects = missing.flatMap(({ before }) => before.project.components)
    const pairs = missing.flatMap(({ before, after }) => [before, after])
    const components = [...new Set([...projects, ...pairs])]
    const placeOf = new Map(components.map((component, place) => [component, place]))
    const selected = wholeComponents(components)
    const places = missing.map(
      ({ before, after }) => [placeOf.get(before)!, placeOf.get(after)!] as const,
    )
    const results = await askAbout(compareWork, selected, { pairs: places, by }, options)
    for (const [index, pair] of missing.entries()) {
      const units = results[index] ?? []
      unitsOf.set(pair, units)
      cache.set(
        keyOf(pair),
        units,
        units.reduce((sum, { byteLength }) => sum + byteLength, 0),
      )
    }
  }
  return compared.map((pair) => {
    const units = unitsOf.get(pair)?.map(unpack)
    return compareComponents(pair.before, pair.after, { by, ...(units && { units }) })
  })
}

/** Stands for the row of a unit that is not there. */
const NONE = 0xffffffff

/** Of each unit its kinds and how many checks newly fail, its rows, and these checks. */
function pack(units: readonly UnitDifference[]): Uint32Array {
  const words: number[] = []
  for (const { kinds, before = NONE, after = NONE, newlyFailing } of units) {
    words.push(KIND_LISTS.indexOf(kinds), newlyFailing.length, before, after)
    if (newlyFailing.length > 0) words.push(...packFailing([[0, newlyFailing]]))
  }
  return Uint32Array.from(words)
}

function unpack(words: Uint32Array): UnitDifference[] {
  const units: UnitDifference[] = []
  for (let at = 0; at < words.length; ) {
    const [kinds = 0, failing = 0, before, after] = words.subarray(at, at + 4)
    at += 4
    units.push({
      kinds: KIND_LISTS[kinds] ?? [],
      before: before === NONE ? undefined : before,
      after: after === NONE ? undefined : after,
      newlyFailing: failingOn(words.subarray(at, at + failing), 0),
    })
    at += failing
  }
  return units
}
