import type { CategoryConfig } from '../config/config.ts'
import type { Category, Component, Project } from '../model/model.ts'

/** Returns the categories of a project, each after its parent; `idOf` takes `project/category`. */
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

/** Returns the components in a category and its subcategories, in their order (default: among those of the project). */
export function componentsIn(
  { config: { path }, project }: Category,
  components: readonly Component[] = project.components,
): Component[] {
  return components.filter(({ config: { category } }) => `${category}/`.startsWith(`${path}/`))
}
