import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { NotFoundError, RepositoryError } from '../../errors.ts'
import { isFullRefName } from '../../git/refs.ts'
import type { Repository } from '../../git/repository.ts'
import type { Source } from '../../git/source.ts'
import { pathOf } from '../paths.ts'

/** What is read at a commit: a component, or a project whose components are found there. */
export interface RefTarget {
  readonly project: ProjectConfig
  /** Undefined: those of the project are found. */
  readonly component: ComponentConfig | undefined
  readonly repository: Repository
  /** Of the commit that the ref names. */
  readonly oid: string
}

interface TargetOptions {
  /** With the components that were found. */
  readonly projects: readonly ProjectConfig[]
  readonly sources: ReadonlyMap<string, Source>
}

/**
 * What is in the repositories that have a ref. Throws NotFoundError where none has it, RepositoryError where one may have it
 * that cannot be read.
 */
export function findTargets(ref: string, options: TargetOptions): RefTarget[] {
  if (!isRef(ref)) throw notFound(ref)
  const oids = new Map<Repository, string | undefined>()
  let trouble: RepositoryError | undefined
  const targets: RefTarget[] = []
  for (const { project, component, repo } of options.projects.flatMap(candidatesIn)) {
    const source = options.sources.get(repo)
    const repository = source?.repository
    if (repository === undefined) {
      if (source !== undefined && source.error === undefined) {
        trouble ??= new RepositoryError(
          `${pathOf(project, component)}: its repository has not been read yet`,
          {
            code: 'not-ready',
          },
        )
      }
      continue
    }
    if (!oids.has(repository)) {
      try {
        oids.set(repository, repository.resolve(ref))
      } catch (error) {
        // A damaged ref or tag of one repository keeps no other from being served.
        if (!(error instanceof RepositoryError)) throw error
        trouble ??= error
        oids.set(repository, undefined)
      }
    }
    const oid = oids.get(repository)
    if (oid !== undefined) targets.push({ project, component, repository, oid })
  }
  if (targets.length === 0) throw trouble ?? notFound(ref)
  return targets
}

/** The components of a project; the project itself where they differ from commit to commit. */
function candidatesIn(
  project: ProjectConfig,
): (Pick<RefTarget, 'project' | 'component'> & { readonly repo: string })[] {
  const { discover, components } = project
  if (discover !== undefined) return [{ project, component: undefined, repo: discover.repo }]
  return components.map((component) => ({ project, component, repo: component.repo }))
}

/** Whether a text may name a branch, tag or commit: by its short or full name, by `HEAD` or by its id. */
function isRef(ref: string): boolean {
  if (ref.startsWith('refs/')) return /^refs\/(?:heads|tags|remotes)\//.test(ref)
  return isFullRefName(`refs/heads/${ref}`)
}

function notFound(ref: string): NotFoundError {
  const shown = ref.length > 100 ? `${ref.slice(0, 100)}…` : ref
  return new NotFoundError(
    `ref ${JSON.stringify(shown)}: expected a branch, tag or commit of a repository`,
  )
}
