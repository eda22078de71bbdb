import type { ComponentRef } from '../catalog/component-refs.ts'
import type { Later } from './later.ts'
import type { PageRequest } from './page.ts'

/** Finds the branches and tags of a place's first repository; undefined for a place in several projects. */
export async function findRefs({
  catalog,
  place: { project, component },
  later,
}: PageRequest): Promise<Later<readonly ComponentRef[]> | undefined> {
  const shown = component ?? project?.components.find(({ commit }) => commit !== undefined)
  if (shown === undefined) return undefined
  return later('refs', () => catalog.refs(shown))
}
