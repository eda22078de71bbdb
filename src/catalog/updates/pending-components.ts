import type { ComponentConfig, Config, ProjectConfig } from '../../config/config.ts'
import { pathInProject } from '../paths.ts'
import type { ComponentEntry } from './component-entry.ts'

/** What came while the rest was served: it is shown once it has been read, and until then what was in its place. */
export interface PendingComponents {
  /** Awaits what a project has that it did not have before; undefined: all of it. */
  expect(before: ProjectConfig | undefined, after: ProjectConfig): void
  /** What of a configuration is shown. */
  shown(config: Config): Config
  /** The entry of a component that is shown in place of another. */
  standIn(former: ComponentConfig): ComponentEntry | undefined
}

interface PendingOptions {
  readonly entryOf: (component: ComponentConfig) => ComponentEntry | undefined
  /** Whether the components of a project are known. */
  readonly isFound: (project: ProjectConfig) => boolean
}

export function createPending({ entryOf, isFound }: PendingOptions): PendingComponents {
  const components = new Map<ComponentConfig, ComponentEntry | undefined>()
  const projects = new Set<string>()

  function isShown(one: ComponentConfig): boolean {
    if (!components.has(one) || one.vcs === 'local') return true
    const { content, alert } = entryOf(one)?.state.served ?? {}
    return content !== undefined || alert !== undefined
  }

  function isProjectShown(project: ProjectConfig): boolean {
    if (!projects.has(project.slug)) return true
    return isFound(project) && project.components.every(isShown) && projects.delete(project.slug)
  }

  return {
    expect(before, after) {
      if (before === undefined) projects.add(after.slug)
      const places = new Map(before?.components.map((one) => [pathInProject(one), one]))
      for (const one of after.components) {
        const former = places.get(pathInProject(one))
        if (former === one) continue
        const isFormerShown = former !== undefined && isShown(former)
        components.set(one, isFormerShown ? entryOf(former) : former && components.get(former))
      }
      for (const one of before?.components ?? []) {
        if (!after.components.includes(one)) components.delete(one)
      }
    },
    shown(config) {
      for (const one of components.keys()) if (isShown(one)) components.delete(one)
      if (components.size + projects.size === 0) return config
      const shownFor = (one: ComponentConfig) =>
        isShown(one) ? one : (components.get(one)?.config ?? [])
      const shown = config.projects
        .filter(isProjectShown)
        .map((project) =>
          project.components.every(isShown)
            ? project
            : { ...project, components: project.components.flatMap(shownFor) },
        )
      return { ...config, projects: shown }
    },
    standIn: (former) => [...components.values()].find((one) => one?.config === former),
  }
}
