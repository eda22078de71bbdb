import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import type { Work } from '../../engine/work.ts'
import { beginningOf, NotFoundError, RepositoryError } from '../../errors.ts'
import { isFullRefName } from '../../git/refs.ts'
import type { Repository, RepositoryLocation } from '../../git/repository.ts'
import { namesIn, parseRevision, resolveRevision } from '../../git/revision.ts'
import type { Source } from '../../git/source.ts'
import { pathOf } from '../../model/paths.ts'
import type { Branch } from './heads.ts'

/** What to read at a commit: a component, or a project whose components are discovered there. */
export interface RefTarget {
  readonly project: ProjectConfig
  /** Undefined if the project's components are discovered. */
  readonly component: ComponentConfig | undefined
  readonly repository: Repository
  readonly oid: string
}

interface TargetOptions {
  /** The project with the discovered components. */
  readonly projects: readonly ProjectConfig[]
  readonly sources: ReadonlyMap<string, Source>
  /** Finds the commit of a revision that needs a walk. Rejects with NotFoundError and RepositoryError. */
  readonly resolve: (repository: Repository, revision: string) => Promise<string>
}

/** Most characters of a revision, since its steps are taken one by one. */
const MAX_REF = 1000

/** Finds the commit of a revision: `main~2`, `main@{2024-06-01}`. */
export const revisionWork: Work<
  { readonly place: RepositoryLocation; readonly revision: string },
  string
> = {
  name: 'revision',
  run: ({ place, revision }, { repositoryAt }) => resolveRevision(repositoryAt(place), revision),
}

/**
 * Finds what to read in the repositories that have a ref. Throws NotFoundError if none has it, RepositoryError if an
 * unreadable one may have it.
 */
export async function findTargets(ref: string, options: TargetOptions): Promise<RefTarget[]> {
  const isTooLong = ref.length > MAX_REF
  if (ref === '' || isTooLong || !namesIn(ref).every(isRef)) throw notFound(ref)
  const isPlain = isRef(ref) && !ref.startsWith('@')
  const oids = new Map<string, string | undefined>()
  let trouble: RepositoryError | NotFoundError | undefined
  const targets: RefTarget[] = []
  for (const { project, component, branch } of options.projects.flatMap(candidatesIn)) {
    const { repo } = branch
    const source = options.sources.get(repo)
    const repository = source?.repository
    if (repository === undefined) {
      if (source !== undefined && source.error === undefined) {
        trouble ??= new RepositoryError(
          'not-ready',
          `${pathOf(project, component)}: its repository has not been read yet`,
        )
      }
      continue
    }
    const revision = isPlain ? ref : onBranch(ref, branch.branch)
    const key = JSON.stringify([repo, revision])
    if (!oids.has(key)) {
      try {
        const resolve = isPlain ? repository.resolve : options.resolve.bind(undefined, repository)
        oids.set(key, await resolve(revision))
      } catch (error) {
        // A damaged ref or tag of one repository must not keep others from being served.
        if (!(error instanceof RepositoryError || error instanceof NotFoundError)) throw error
        trouble ??= error
        oids.set(key, undefined)
      }
    }
    const oid = oids.get(key)
    if (oid !== undefined) targets.push({ project, component, repository, oid })
  }
  if (targets.length === 0) throw trouble ?? notFound(ref)
  return targets
}

/** A time without a branch refers to the served branch, as in Git to the current one. */
function onBranch(ref: string, branch: string): string {
  const { date, steps } = parseRevision(ref)
  const isAlone = ref.startsWith('@') && date !== undefined && branch !== ''
  return isAlone ? `${branch}@{${date}}${steps}` : ref
}

/** Returns the components of a project, or the project itself if they differ from commit to commit. */
function candidatesIn(
  project: ProjectConfig,
): { project: ProjectConfig; component: ComponentConfig | undefined; branch: Branch }[] {
  const { discover, components } = project
  if (discover !== undefined) return [{ project, component: undefined, branch: discover }]
  return components.map((component) => ({ project, component, branch: component }))
}

/** Returns whether a text may name a branch, tag or commit: by short or full name, by `HEAD` or by id. */
function isRef(ref: string): boolean {
  if (ref.startsWith('refs/')) return /^refs\/(?:heads|tags|remotes)\//.test(ref)
  return isFullRefName(`refs/heads/${ref}`)
}

function notFound(ref: string): NotFoundError {
  return new NotFoundError(
    `ref ${JSON.stringify(beginningOf(ref, 100))}: expected a branch, tag or commit of a repository`,
    { ref },
  )
}
