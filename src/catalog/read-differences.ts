import { identityOf } from '../cache.ts'
import { NotFoundError } from '../errors.ts'
import { failingOn, packFailing, type Verdicts } from '../model/failing-checks.ts'
import type { Component, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { isAbsent } from '../model/readiness.ts'
import {
  type ComponentDifference,
  compareComponents,
  KIND_LISTS,
  type UnitDifference,
} from './compare.ts'
import { type AskAbout, type ComponentWork, wholeComponents } from './component-work.ts'

/** Finds the same components in another view by path, since discovery makes new configurations at each commit. */
export function sameComponents(
  view: View,
  served: readonly Component[],
): ReadonlyMap<string, Component> {
  const places = new Set(served.map(placeOf))
  return new Map(
    view.projects
      .flatMap(({ components, absent }) => [...components, ...absent])
      .map((component) => [placeOf(component), component] as const)
      .filter(([place]) => places.has(place)),
  )
}

/** Returns whether a view has one of these components, or discovery found none at all in their project. */
export function canCompare(view: View, served: readonly Component[]): boolean {
  return hasAny(served, comparedProjects(view, served))
}

function hasAny(served: readonly Component[], slugs: ReadonlySet<string>): boolean {
  return served.some(({ project }) => slugs.has(project.config.slug))
}

function comparedProjects(view: View, served: readonly Component[]): ReadonlySet<string> {
  const same = [...sameComponents(view, served).values()].map(({ project }) => project)
  const empty = view.projects.filter(({ components }) => components.length === 0)
  return new Set([...same, ...empty].map(({ config }) => config.slug))
}

/**
 * Pairs the components of two views as `sameComponents` does, without those absent in both. Discovery lists no component
 * that is absent: one that only a single view has was added or removed, if the other has components of its project, or
 * discovery found none there. Throws NotFoundError if a view has only others: an empty comparison would say that nothing
 * changed.
 */
export function pairByPath(
  before: View,
  after: View,
  served: readonly Component[],
): ComponentPair[] {
  const slugs = [before, after].map((view) => comparedProjects(view, served))
  if (!slugs.every((ofView) => hasAny(served, ofView))) {
    throw new NotFoundError('Expected a branch, tag or commit that has these components.')
  }
  const [earlier, later] = [sameComponents(before, served), sameComponents(after, served)]
  return [...new Set([...later.keys(), ...earlier.keys()])].flatMap((place) => {
    const pair = { before: earlier.get(place), after: later.get(place) }
    const sides = Object.values(pair).filter((side) => side !== undefined)
    if (sides.every(isAbsent)) return []
    const { slug, discover } = sides[0]!.project.config
    const isKnown = discover !== undefined && slugs.every((ofView) => ofView.has(slug))
    return sides.length > 1 || isKnown ? [pair] : []
  })
}

/** A component at two commits; undefined at a commit that lacks it. */
export interface ComponentPair {
  readonly before: Component | undefined
  readonly after: Component | undefined
}

/** The arguments of work about pairs of components. */
export interface PairArgs {
  /** Places of components before and after, -1 for none. */
  readonly pairs: readonly (readonly [before: number, after: number])[]
}

interface AskPairsOptions extends Omit<NonNullable<Parameters<AskAbout>[3]>, 'key'> {
  readonly askAbout: AskAbout
}

/** Runs work about components, each at two commits. Rejects as `AskAbout`. */
export function askPairs<Args extends object, Result extends object>(
  work: ComponentWork<Args & PairArgs, readonly Result[]>,
  pairs: readonly ComponentPair[],
  args: Args,
  { askAbout, ...options }: AskPairsOptions,
): Promise<readonly Result[]> {
  // A unit that only a cap kept from failing before is looked for in the whole project.
  const projects = pairs.flatMap(({ before }) => before?.project.components ?? [])
  const sides = pairs.flatMap(({ before, after }) => [before, after])
  const components = [...new Set([...projects, ...sides])].filter((side) => side !== undefined)
  const places = new Map(components.map((component, place) => [component, place]))
  const placeOf = (side: Component | undefined) => (side && places.get(side)) ?? -1
  const asked = {
    ...args,
    pairs: pairs.map(({ before, after }) => [placeOf(before), placeOf(after)] as const),
  }
  const key = JSON.stringify([components.map(identityOf), asked])
  return askAbout(work, wholeComponents(components), asked, { ...options, key })
}

interface CompareArgs {
  readonly by: keyof Verdicts
}

/** Compares components, each at two commits. Returns the units that differ, by language, packed. */
export const compareWork: ComponentWork<CompareArgs & PairArgs, readonly Uint32Array[][]> = {
  name: 'compare',
  run: (selected, { pairs, by }, progress) =>
    pairs.map(([before, after], index) => {
      progress(index, pairs.length, 'components')
      const sides = [selected[before]?.component, selected[after]?.component] as const
      return compareComponents(...sides, { by }).languages.map(({ units }) => pack(units))
    }),
}

/** The differences of components, as `compareComponents` returns them. Rejects as `AskAbout`. */
export async function readDifferences(
  compared: readonly ComponentPair[],
  { by = 'verdict', ...options }: AskPairsOptions & Partial<CompareArgs>,
): Promise<ComponentDifference[]> {
  const packed = await askPairs(compareWork, compared, { by }, options)
  return compared.map(({ before, after }, index) => {
    return compareComponents(before, after, { by, units: packed[index]!.map(unpack) })
  })
}

/** The row of a missing unit. */
const NONE = 0xffffffff

/** Packs for each unit its kinds, the number of newly failing checks, its rows, and these checks. */
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
