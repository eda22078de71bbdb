import type { CategoryConfig } from '../../config/config.ts'
import type { Category, Component, Project } from '../model.ts'

/** The categories of a project, each after the one that it is in; `idOf` takes `project/category`. */
export function createCategories(
  configs: readonly CategoryConfig[],
  project: Project,
  idOf: (place: string) => number,
): Category[] {
  const byPath = new Map<string, Category>()
  for (const config of configs) {
    const parent = byPath.get(config.path.slice(0, -config.slug.length - 1))
    const id = idOf(`${project.config.slug}/${config.path}`)
    byPath.set(config.path, { id, config, project, parent })
  }
  return [...byPath.values()]
}

/** The components in a category and in those inside it, in their order: by default of those of the project. */
export function componentsIn(
  { config: { path }, project }: Category,
  components: readonly Component[] = project.components,
): Component[] {
  return components.filter(({ config: { category } }) => `${category}/`.startsWith(`${path}/`))
}
