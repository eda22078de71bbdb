import { isDeepStrictEqual } from 'node:util'
import type { ComponentConfig, Config, ProjectConfig } from '../../config/config.ts'
import type { Source } from '../../git/source.ts'
import type { Alert, Project } from '../model.ts'
import { type ComponentEntry, createEntry } from './component-entry.ts'

/** Where the components of a project that names none have been found. */
export interface ProjectFindings {
  /** The commit; undefined while there is none. */
  readonly commit: string | undefined
  /** Why they cannot be found at the branch as it is now. */
  readonly alert: Alert | undefined
}

/** All components and what is known of them. Those of projects that name none come and go with commits. */
export interface ComponentEntries {
  /** The configuration, with the components that were found. */
  config(): Config
  /** The same without those that came with the last commit and have not been read. */
  shown(): Config
  all(): readonly ComponentEntry[]
  of(source: Source): readonly ComponentEntry[]
  get(config: ComponentConfig): ComponentEntry | undefined
  /** The projects whose components are found in a source, as they are now. */
  discovered(source: Source): readonly ProjectConfig[]
  findings(project: ProjectConfig): ProjectFindings
  /** What a view says of a project beside its components. */
  stateOf(project: ProjectConfig): Pick<Project, 'reading' | 'alerts'>
  /** Gives a project the components that were found in it: those that it had keep what is known of them. */
  replace(project: ProjectConfig, commit: string, components: readonly ComponentConfig[]): void
  /** Says why a project keeps the components that it has. */
  fail(project: ProjectConfig, alert: Alert): void
}

const NOTHING: ProjectFindings = { commit: undefined, alert: undefined }

/** Those of a configuration, of which nothing is known yet. */
export function createEntries(
  configured: Config,
  sources: ReadonlyMap<string, Source>,
): ComponentEntries {
  let config = configured
  const sourceOf = (one: ComponentConfig) => sources.get(one.repo)
  let all = config.projects.flatMap((project) =>
    project.components.map((one) => createEntry(project, one, sourceOf(one))),
  )
  let byConfig = indexOf(all)
  const findings = new Map<string, ProjectFindings>()
  const arriving = new Set<ComponentConfig>()
  const findingsOf = ({ slug }: ProjectConfig) => findings.get(slug) ?? NOTHING

  function isShown(one: ComponentConfig): boolean {
    if (!arriving.has(one)) return true
    const { content, alert } = byConfig.get(one)?.state.served ?? {}
    return content !== undefined || alert !== undefined
  }

  return {
    config: () => config,
    shown() {
      if (arriving.size === 0) return config
      const projects = config.projects.map((project) =>
        project.components.every(isShown)
          ? project
          : { ...project, components: project.components.filter(isShown) },
      )
      return { ...config, projects }
    },
    all: () => all,
    of: (source) => all.filter((one) => one.source === source),
    get: (one) => byConfig.get(one),
    discovered: (source) =>
      config.projects.filter(
        ({ discover }) => discover !== undefined && sources.get(discover.repo) === source,
      ),
    findings: findingsOf,
    stateOf(project) {
      const { commit, alert } = findingsOf(project)
      const isRead = project.discover === undefined || (commit ?? alert) !== undefined
      return { reading: isRead ? undefined : 'files', alerts: alert === undefined ? [] : [alert] }
    },
    replace(before, commit, components) {
      const isFirst = findingsOf(before).commit === undefined
      const known = new Map(before.components.map((one) => [one.filemask, one]))
      const kept = components.map((one) => {
        const former = known.get(one.filemask)
        // The objects stand for the components in other modules.
        return isDeepStrictEqual(former, one) ? (former as ComponentConfig) : one
      })
      arriving.clear()
      if (!isFirst) for (const one of kept) if (!byConfig.has(one)) arriving.add(one)
      const project = { ...before, components: kept }
      const entries = kept.map((one) =>
        createEntry(project, one, sourceOf(one), byConfig.get(one)?.state),
      )
      all = config.projects.flatMap((one) =>
        one === before ? entries : all.filter((entry) => entry.project === one),
      )
      byConfig = indexOf(all)
      config = {
        ...config,
        projects: config.projects.map((one) => (one === before ? project : one)),
      }
      findings.set(project.slug, { commit, alert: undefined })
    },
    fail(project, alert) {
      findings.set(project.slug, { ...findingsOf(project), alert })
    },
  }
}

function indexOf(entries: readonly ComponentEntry[]): ReadonlyMap<ComponentConfig, ComponentEntry> {
  return new Map(entries.map((entry) => [entry.config, entry]))
}
