import { withoutCredentials } from '../../address.ts'
import type { ComponentConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import type { Commit } from '../../git/commit.ts'
import { missingBranch } from '../../git/missing-branch.ts'
import type { Repository } from '../../git/repository.ts'
import type { Source } from '../../git/source.ts'
import { alertFor, type CatalogEvent, type ComponentEntry } from './component-entry.ts'
import type { Reader } from './reader.ts'
import type { EntryChange } from './transition.ts'

/** Reads a component again where its branch moved or its repository's trouble changed. Returns whether its state changed. */
export async function readEntry(
  entry: ComponentEntry,
  reader: Reader,
  onEvent: (event: CatalogEvent) => void,
): Promise<boolean> {
  const { path, source } = entry
  const before = entry.state.latest.commit?.oid
  try {
    const change = await readFiles(entry, reader)
    if (!entry.apply(before, change)) return false
  } catch (error) {
    if (error instanceof RepositoryError) source?.doubt(error.code)
    const alert = alertFor(error)
    if (!entry.apply(before, { type: 'failed', alert })) return false
    onEvent(
      error instanceof RepositoryError
        ? { type: 'alert', component: path, message: alert.message }
        : { type: 'failed', component: path, error },
    )
    return true
  }
  const { content, alert } = entry.state.latest
  for (const { code } of content?.alerts ?? []) if (code !== undefined) source?.doubt(code)
  for (const { message } of [...(content?.alerts ?? []), ...(alert ? [alert] : [])]) {
    onEvent({ type: 'alert', component: path, message })
  }
  return true
}

/** The commit that a source serves for a branch. Throws RepositoryError where there is none. */
export function headOf(
  { repository, errorOf, head }: Source,
  { repo, branch }: Pick<ComponentConfig, 'repo' | 'branch'>,
  known?: { readonly commit: Commit | undefined },
): { readonly repository: Repository; readonly commit: Commit } {
  const name = withoutCredentials(repo)
  if (repository === undefined) {
    throw (
      errorOf(branch) ??
      new RepositoryError(`${name}: expected a repository`, { code: 'not-ready' })
    )
  }
  const oid = head(branch)
  if (oid === undefined) {
    throw errorOf(branch) ?? missingBranch(name, branch, repository)
  }
  const commit = known?.commit?.oid === oid ? known.commit : repository.readCommit(oid)
  return { repository, commit }
}

/** What a component has at its branch. A repository that cannot be reached keeps serving what it last had. */
async function readFiles(
  { project, config, source, state: { latest } }: ComponentEntry,
  reader: Reader,
): Promise<EntryChange> {
  if (source === undefined)
    throw new RepositoryError(`${latest.repo}: expected a repository`, { code: 'not-ready' })
  const { repository, commit } = headOf(source, config, latest)
  const known = commit === latest.commit && !source.isRepaired ? latest.content : undefined
  const error = source.errorOf(config.branch)
  return {
    type: 'read',
    commit,
    content: known ?? (await reader.read(project, { config, repository, commit })),
    branch: config.branch || repository.defaultBranch() || '',
    alert: error && alertFor(error),
  }
}
