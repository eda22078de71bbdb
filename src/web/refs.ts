import type { ComponentRef } from '../catalog/component-refs.ts'
import type { Later } from './later.ts'
import type { PageRequest } from './page.ts'

/** Branches and tags of the first repository of the place; undefined for a place in many projects. */
export async function findRefs({
  catalog,
  place: { project, component },
  later,
}: PageRequest): Promise<Later<readonly ComponentRef[]> | undefined> {
  const shown = component ?? project?.components.find(({ commit }) => commit !== undefined)
  if (shown === undefined) return undefined
  return later('refs', () => catalog.refs(shown))
}
