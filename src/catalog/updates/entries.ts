import { isDeepStrictEqual } from 'node:util'
import type { ComponentConfig, Config, ProjectConfig } from '../../config/config.ts'
import type { Source } from '../../git/source.ts'
import type { Alert, Project } from '../model.ts'
import { pathInProject } from '../paths.ts'
import { type ComponentEntry, createEntry } from './component-entry.ts'
import { createPending } from './pending-components.ts'

/** Where the components of a project that names none have been found. */
export interface ProjectFindings {
  /** The commit; undefined while there is none, `''` where they are to be found anew. */
  readonly commit: string | undefined
  /** Why they cannot be found at the branch as it is now. */
  readonly alert: Alert | undefined
}

/** All components and what is known of them. Those of projects that name none come and go with commits. */
export interface ComponentEntries {
  /** The configuration, with the components that were found. */
  config(): Config
  /** The same without those that came later and have not been read; such as stand for another one are shown as that was. */
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
  /** Takes another configuration: what is the same in it keeps what is known of it. Returns the projects that changed. */
  configure(next: Config): readonly ProjectConfig[]
  /** Says why a project keeps the components that it has. */
  fail(project: ProjectConfig, alert: Alert): void
}

const NOTHING: ProjectFindings = { commit: undefined, alert: undefined }

/**
 * Those of a configuration, of which nothing is known yet. It is long because its functions share the configuration.
 */
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
  const findingsOf = ({ slug }: ProjectConfig) => findings.get(slug) ?? NOTHING

  const isFound = (project: ProjectConfig) => {
    const { commit, alert } = findingsOf(project)
    return project.discover === undefined || (commit ?? alert) !== undefined
  }
  const entryOf = (one: ComponentConfig) => byConfig.get(one)
  const pending = createPending({ entryOf, isFound })

  /** Entries of other projects stay. */
  function change(next: Config, changed: readonly ProjectConfig[]): void {
    const formerly = all
    all = next.projects.flatMap((project) =>
      changed.includes(project)
        ? project.components.map((one) =>
            createEntry(project, one, sourceOf(one), entryOf(one)?.state),
          )
        : formerly.filter((entry) => entry.project === project),
    )
    byConfig = indexOf(all)
    config = next
  }

  return {
    config: () => config,
    shown: () => pending.shown(config),
    all: () => all,
    of: (source) => all.filter((one) => one.source === source),
    get: (one) => entryOf(one) ?? pending.standIn(one),
    discovered: (source) =>
      config.projects.filter(
        ({ discover }) => discover !== undefined && sources.get(discover.repo) === source,
      ),
    findings: findingsOf,
    stateOf(project) {
      const { alert } = findingsOf(project)
      const reading = isFound(project) ? undefined : 'files'
      return { reading, alerts: alert === undefined ? [] : [alert] }
    },
    replace(before, commit, components) {
      if (!config.projects.includes(before)) return
      const isFirst = findingsOf(before).commit === undefined
      const byMask = ({ filemask }: ComponentConfig) => filemask
      const project = { ...before, components: keepSame(before.components, components, byMask) }
      if (!isFirst) pending.expect(before, project)
      const projects = config.projects.map((one) => (one === before ? project : one))
      change({ ...config, projects }, [project])
      findings.set(project.slug, { commit, alert: undefined })
    },
    configure(next) {
      const former = new Map(config.projects.map((one) => [one.slug, one]))
      const projects = next.projects.map((one) => adopt(former.get(one.slug), one))
      const changed = projects.filter((one) => former.get(one.slug) !== one)
      for (const one of changed) {
        const before = former.get(one.slug)
        pending.expect(before, one)
        const isFoundAnew = before?.discover !== undefined && one.discover !== undefined
        if (isFoundAnew) findings.set(one.slug, { ...findingsOf(one), commit: '' })
        else findings.delete(one.slug)
      }
      for (const slug of findings.keys()) {
        if (!projects.some((one) => one.slug === slug)) findings.delete(slug)
      }
      change({ ...next, projects }, changed)
      return changed
    },
    fail(project, alert) {
      findings.set(project.slug, { ...findingsOf(project), alert })
    },
  }
}

/** A project of a configuration, with the components that are the same as before; that project itself where all is. */
function adopt(before: ProjectConfig | undefined, next: ProjectConfig): ProjectConfig {
  if (before === undefined) return next
  const { components: former, ...own } = before
  const { components: configured, ...others } = next
  const isSame = isDeepStrictEqual(own, others)
  if (next.discover !== undefined) {
    if (isSame) return before
    // Shown until they have been found anew, as the project may say how they are read.
    const found = before.discover === undefined ? [] : former.map((one) => ({ ...one }))
    return { ...next, components: found }
  }
  if (!isSame) return next
  const components = keepSame(former, configured, pathInProject)
  return isDeepStrictEqual(components, former) ? before : { ...next, components }
}

/** Components, where one is as it was before, that object: it stands for the component in other modules. */
function keepSame(
  before: readonly ComponentConfig[],
  after: readonly ComponentConfig[],
  keyOf: (component: ComponentConfig) => string,
): ComponentConfig[] {
  const known = new Map(before.map((one) => [keyOf(one), one]))
  return after.map((one) => {
    const former = known.get(keyOf(one))
    return isDeepStrictEqual(former, one) ? (former as ComponentConfig) : one
  })
}

function indexOf(entries: readonly ComponentEntry[]): ReadonlyMap<ComponentConfig, ComponentEntry> {
  return new Map(entries.map((entry) => [entry.config, entry]))
}
