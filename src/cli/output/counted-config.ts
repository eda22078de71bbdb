import type { Config } from '../../config/config.ts'
import { counted } from '../../facts/words.ts'

/** Returns `2 projects, 3 components`; names projects whose components are discovered at each commit. */
export function countedConfig({ projects }: Config): string {
  const discovered = projects.filter(({ discover }) => discover !== undefined)
  const components = projects.flatMap((project) => project.components).length
  return [
    counted(projects.length, 'project'),
    ...(discovered.length < projects.length ? [counted(components, 'component')] : []),
    ...discovered.map(({ slug }) => `components of ${slug} found at each commit`),
  ].join(', ')
}
