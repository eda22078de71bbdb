import { oncePer } from '../../cache.ts'
import type { Component, Project } from '../model.ts'
import { hasShare } from '../readiness.ts'

/** Puts components into the projects that they are shared into, in the order of the configuration. */
export function shareComponents(
  projects: readonly (Pick<Project, 'config' | 'components'> & { readonly shared: Component[] })[],
): void {
  const bySlug = new Map(projects.map((project) => [project.config.slug, project]))
  for (const { components } of projects) {
    for (const component of components) {
      for (const slug of component.config.links) bySlug.get(slug)?.shared.push(component)
    }
  }
}

/** What the statistics of a project count: its own components and those that are shared into it. */
export function countedComponents({ components, shared }: Project): readonly Component[] {
  return shared.length === 0 ? components : [...components, ...shared]
}

/** What sums for people are over, as those of Weblate's badges: no glossaries, unless there is nothing else. Once for the same ones. */
export const withoutGlossaries: (components: readonly Component[]) => readonly Component[] =
  oncePer((components) => {
    const others = components.filter(({ config }) => !config.isGlossary)
    return others.length === 0 || others.length === components.length ? components : others
  })

/** Of these those of which it is known how far they are translated. Once for the same ones. */
export const summedComponents: (components: readonly Component[]) => readonly Component[] = oncePer(
  (components) => withoutGlossaries(components).filter((component) => hasShare(component)),
)
