import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import { openRepository } from '../../git/open.ts'
import type { Repository } from '../../git/repository.ts'
import { runSync } from '../../run-yielding.ts'
import { openStore, type Store, type StoredValues } from '../../storage/store.ts'
import { checkProject } from '../checking/check-project.ts'
import type { PreviousSources } from '../history/component-history.ts'
import { readComponent } from '../reading/component.ts'
import { createLibrary, type Library } from '../reading/library.ts'
import type { ComponentContent } from '../reading/translation-file.ts'

// Runs in a worker thread: reads and checks, and leaves what it finds in the store.

/** A component at a commit, and where it is read from. */
export interface ComponentPlace {
  readonly config: ComponentConfig
  readonly gitDir: string
  readonly maxObjectBytes: number
  readonly commit: string
  readonly outdated?: PreviousSources | undefined
}

/** What to read, and with `isChecked` to check. */
export interface ReadTask {
  /** Folder of the store. */
  readonly folder: string
  readonly project: ProjectConfig
  readonly components: readonly ComponentPlace[]
  readonly isChecked: boolean
}

/** Gives what there is to store. What cannot be read is left to who asks: it finds out at once. */
export default async function read({
  folder,
  project,
  components,
  isChecked,
}: ReadTask): Promise<StoredValues> {
  const { store, library } = open(folder)
  const contents = components.flatMap(({ config, outdated, ...place }) => {
    const content = readAt(place, { project, config, library })
    return content === undefined ? [] : [{ config, outdated, content }]
  })
  if (isChecked) runSync(checkProject(project, contents, { library }))
  return store.take()
}

function readAt(
  place: Omit<ComponentPlace, 'config' | 'outdated'>,
  options: {
    readonly project: ProjectConfig
    readonly config: ComponentConfig
    readonly library: Library
  },
): ComponentContent | undefined {
  try {
    const repository = repositoryAt(place)
    const commit = repository.readCommit(place.commit)
    return runSync(readComponent({ ...options, repository, commit }))
  } catch (error) {
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}

/** Of columns: of a project's translations, each is looked at once or twice. */
const MAX_LIBRARY_BYTES = 16 << 20
let opened: { folder: string; store: Store; library: Library } | undefined

function open(folder: string): { store: Store; library: Library } {
  if (opened?.folder !== folder) {
    void opened?.store.close()
    const store = openStore({ path: folder, collects: true })
    opened = { folder, store, library: createLibrary({ maxBytes: MAX_LIBRARY_BYTES, store }) }
  }
  return opened
}

const MAX_REPOSITORIES = 16
const repositories = new Map<string, Repository>()

function repositoryAt({
  gitDir,
  maxObjectBytes,
}: Pick<ComponentPlace, 'gitDir' | 'maxObjectBytes'>): Repository {
  let repository = repositories.get(gitDir)
  repositories.delete(gitDir)
  repository ??= openRepository({ path: gitDir, maxObjectBytes })
  repositories.set(gitDir, repository)
  const [oldest = ''] = repositories.keys()
  if (repositories.size > MAX_REPOSITORIES) {
    repositories.get(oldest)?.close()
    repositories.delete(oldest)
  }
  return repository
}
