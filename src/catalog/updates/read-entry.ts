import { RepositoryError } from '../../errors.ts'
import { alertFor, type CatalogEvent, type ComponentEntry } from './component-entry.ts'
import type { Reader } from './reader.ts'
import type { EntryChange } from './transition.ts'

/** Reads a component again where its branch moved or its repository's trouble changed. Returns whether its state changed. */
export async function readEntry(
  entry: ComponentEntry,
  reader: Reader,
  onEvent: (event: CatalogEvent) => void,
): Promise<boolean> {
  const { path } = entry
  const before = entry.state.latest.commit?.oid
  try {
    const change = await readFiles(entry, reader)
    if (!entry.apply(before, change)) return false
  } catch (error) {
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
  for (const { message } of [...(content?.alerts ?? []), ...(alert ? [alert] : [])]) {
    onEvent({ type: 'alert', component: path, message })
  }
  return true
}

/** What a component has at its branch. A repository that cannot be reached keeps serving what it last had. */
async function readFiles(
  { project, config, source, state: { latest } }: ComponentEntry,
  reader: Reader,
): Promise<EntryChange> {
  const repository = source?.repository
  if (source === undefined || repository === undefined) {
    throw source?.error ?? new RepositoryError(`${latest.repo}: expected a repository`)
  }
  const oid = source.head(config.branch)
  if (oid === undefined) {
    const branch = config.branch || '(the default one)'
    throw new RepositoryError(`${latest.repo}: expected a branch ${branch}`)
  }
  const isSame = oid === latest.commit?.oid
  const commit = isSame ? latest.commit : repository.readCommit(oid)
  const known = isSame ? latest.content : undefined
  return {
    type: 'read',
    commit,
    content: known ?? (await reader.read(project, { config, repository, commit })),
    branch: config.branch || repository.defaultBranch() || '',
    alert: source.error && alertFor(source.error),
  }
}
