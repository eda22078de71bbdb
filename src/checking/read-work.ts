import { oncePer } from '../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import type { RepositoryLocation, Tools, Work } from '../engine/work.ts'
import { RepositoryError, unless } from '../errors.ts'
import { CHECKED_LIST } from '../reading/checked-translation.ts'
import { findFiles, readComponent, readFiles } from '../reading/component.ts'
import { Library } from '../reading/library.ts'
import { type PostedMatches, postMatches } from '../reading/posted-matches.ts'
import type { ParsedTranslation } from '../reading/translation-file.ts'
import { remember, type Store } from '../store/store.ts'
import { checkAhead, checksKeyOf, checkTranslations } from './check-project.ts'
import { type PreviousSources, type ReadComponent, withStates } from './needs-edit.ts'

/** A component at a commit, whose history may give units other states than its files. */
interface PlaceToRead extends RepositoryLocation {
  readonly config: ComponentConfig
  readonly commit: string
  readonly outdated?: PreviousSources | undefined
}

interface ReadArgs {
  readonly project: ProjectConfig
  readonly component: PlaceToRead
}

/** Finds the files of a component, reads them into the store, and checks their units while they are in memory. */
export const readWork: Work<ReadArgs, PostedMatches> = {
  name: 'read',
  run({ project, component: { config, outdated, ...place } }, tools) {
    const repository = tools.repositoryAt(place)
    const library = libraryOf(tools.store)
    const options = { project, config, library, repository }
    const matches = findFiles({ ...options, commit: repository.readCommit(place.commit) })
    const content = readFiles(matches, options)
    // The component's own file comes first.
    const onCheck = ({ revision, summary }: ParsedTranslation) =>
      tools.about(revision.split(',', 1)[0]!, summary.bytes)
    // After a restart there is nothing to check, and to look up each result would take a quarter of the time.
    const checked = tools.store.bucket<true>({ name: 'checked-ahead' })
    remember(checked, checksKeyOf(project, [{ config, content, outdated }]), () => {
      checkAhead(project, withStates(config, content, outdated, library), { library, onCheck })
      return true
    })
    return postMatches(matches)
  },
}

interface CheckArgs {
  readonly project: ProjectConfig
  readonly components: readonly PlaceToRead[]
}

/** Checks the components of a project. Returns what fails in the form `CHECKED_LIST`. */
export const checkWork: Work<CheckArgs, Uint8Array> = {
  name: 'check',
  run({ project, components }, tools) {
    const read = components.map((place) => {
      const component = readAt({ project, ...place }, tools)
      if (component !== undefined) return component
      throw new RepositoryError('damaged', 'a component cannot be read again')
    })
    const checked = checkTranslations(project, read, { library: libraryOf(tools.store) })
    return Buffer.from(CHECKED_LIST.encode(checked))
  },
}

/** Memory for columns: a project's translations are each used once or twice. */
const MAX_LIBRARY_BYTES = 8 << 20

/** Returns the library that a thread keeps open for a store. */
export const libraryOf: (store: Store) => Library = oncePer(
  (store: Store) => new Library({ maxBytes: MAX_LIBRARY_BYTES, store }),
)

/** Returns a component's files with the states of its history; undefined if they cannot be read. */
export function readAt(
  { project, config, outdated, ...place }: PlaceToRead & { readonly project: ProjectConfig },
  { store, repositoryAt }: Tools,
): ReadComponent | undefined {
  return unless(() => {
    const repository = repositoryAt(place)
    const commit = repository.readCommit(place.commit)
    const library = libraryOf(store)
    const content = readComponent({ project, config, library, repository, commit })
    return withStates(config, content, outdated, library)
  }, RepositoryError)
}
