import { oncePer } from '../cache.ts'
import type { Component, Project, Translation } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { hasShare } from '../model/readiness.ts'

/** Adds components to the projects that they are shared into, in the order of the configuration. */
export function shareComponents(
  projects: readonly (Project & { readonly shared: Component[] })[],
): void {
  const bySlug = new Map(projects.map((project) => [project.config.slug, project]))
  for (const { components } of projects) {
    for (const component of components) {
      for (const slug of new Set(component.config.links)) bySlug.get(slug)?.shared.push(component)
    }
  }
}

/** Returns the components that a project's statistics count: its own and those shared into it. */
export function countedComponents({ components, shared }: Project): readonly Component[] {
  return shared.length === 0 ? components : [...components, ...shared]
}

/** Returns the components that sums cover: no glossaries, unless there is nothing else. Computed once per list. */
export const withoutGlossaries: (components: readonly Component[]) => readonly Component[] =
  oncePer((components) => dropGlossaries(components, (component) => component))

/** Returns the components that sums cover and whose progress is known. Computed once per list. */
export const summedComponents: (components: readonly Component[]) => readonly Component[] = oncePer(
  (components) => withoutGlossaries(components).filter((component) => hasShare(component)),
)

/** Returns the translations that sums cover, by the same rule: for instance of a language. Computed once per list. */
export const summedTranslations: (translations: readonly Translation[]) => readonly Translation[] =
  oncePer((translations) => dropGlossaries(translations, ({ component }) => component))

/** Returns the same list if no item is of a glossary, or each is. */
function dropGlossaries<T>(items: readonly T[], componentOf: (item: T) => Component): readonly T[] {
  const others = items.filter((item) => !componentOf(item).config.isGlossary)
  return others.length === 0 || others.length === items.length ? items : others
}

/** Returns search terms that exclude what sums leave out, so that a search finds exactly what is counted. */
export function exceptUncounted(components: readonly Component[]): string {
  const counted = new Set(summedComponents(components))
  return except(components.filter((each) => each.state === 'ready' && !counted.has(each)))
}

/** Returns the terms that exclude glossaries, for sums of a language. */
export function exceptGlossaries(components: readonly Component[]): string {
  return except(glossariesIn(components))
}

/**
 * A search takes at most 50 terms, some of them for the place and the state. Where more components are excepted, it finds
 * more than is counted.
 */
const MAX_EXCEPTIONS = 40

function except(components: readonly Component[]): string {
  const excepted = components.slice(0, MAX_EXCEPTIONS)
  return excepted.map((component) => ` AND NOT path:${placeOf(component)}`).join('')
}

/** Returns the glossaries that sums leave out. */
export function glossariesIn(components: readonly Component[]): Component[] {
  if (!components.some(({ config }) => config.isGlossary)) return []
  const counted = new Set(withoutGlossaries(components))
  return components.filter((component) => !counted.has(component))
}
