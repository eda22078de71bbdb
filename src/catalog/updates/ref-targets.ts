import type { ProjectConfig } from '../../config/config.ts'
import { NotFoundError, RepositoryError } from '../../errors.ts'
import { isFullRefName } from '../../git/refs.ts'
import type { Repository } from '../../git/repository.ts'
import type { Source } from '../../git/source.ts'
import type { ComponentEntry } from './component-entry.ts'
import type { ComponentEntries } from './entries.ts'

/** A component whose repository has the ref, and the commit that the ref names. */
export interface ComponentTarget {
  readonly entry: ComponentEntry
  readonly repository: Repository
  readonly oid: string
}

/** What is read at a commit: a component, or a project whose components are found there. */
export type RefTarget =
  | ComponentTarget
  | (Omit<ComponentTarget, 'entry'> & { readonly project: ProjectConfig; readonly source: Source })

interface TargetOptions {
  readonly entries: ComponentEntries
  readonly sources: ReadonlyMap<string, Source>
  /** See `RefViewOptions`. */
  readonly sees?: ((project: ProjectConfig) => boolean) | undefined
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
  for (const { path, source, about } of candidates(options)) {
    const repository = source?.repository
    if (repository === undefined) {
      if (source !== undefined && source.error === undefined) {
        trouble ??= new RepositoryError(`${path}: its repository has not been read yet`, {
          code: 'not-ready',
        })
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
    if (oid !== undefined) targets.push({ ...about, repository, oid })
  }
  if (targets.length === 0) throw trouble ?? notFound(ref)
  return targets
}

/** All components, but for those that were found: their project, whose components differ from commit to commit. */
function candidates({ entries, sources, sees = () => true }: TargetOptions) {
  const all = entries.all().filter(({ project }) => sees(project))
  const configured = all.filter(({ project }) => project.discover === undefined)
  return [
    ...configured.map((entry) => ({ path: entry.path, source: entry.source, about: { entry } })),
    ...entries
      .config()
      .projects.filter(sees)
      .flatMap((project) => {
        const source = project.discover && sources.get(project.discover.repo)
        return source === undefined
          ? []
          : [{ path: project.slug, source, about: { project, source } }]
      }),
  ]
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
