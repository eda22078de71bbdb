import type { Component } from '../catalog/model.ts'
import { placeOf } from '../catalog/paths.ts'

/** The key of answers about everything, and of those about too much to name. */
const SITE = 'site'
/** Caches limit the header to some KiB. */
const MAX_NAMED = 20

/**
 * Names of what an answer is about, for caches to purge it by: `project` and `project/component`, of many components their
 * projects alone, of many projects `site`. What checks find in a component may depend on all of its project.
 */
export function surrogateKeys(components: readonly Component[]): readonly string[] {
  const projects = [...new Set(components.map(({ project }) => project.config.slug))]
  if (projects.length === 0 || projects.length > MAX_NAMED) return [SITE]
  return components.length > MAX_NAMED ? projects : [...projects, ...components.map(placeOf)]
}

/** The keys of all answers that a change of components, by `project/component`, may change. */
export function changedKeys(places: readonly string[]): readonly string[] {
  const projects = places.map((place) => place.replace(/\/.*$/s, ''))
  const named = places.length > MAX_NAMED ? [] : places
  return [...new Set([SITE, ...projects, ...named])]
}
