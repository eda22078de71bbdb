import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import { checkPart, type Part } from '../checking/check-part.ts'
import { checkAhead } from '../checking/check-project.ts'
import type { PreviousSources } from '../history/component-history.ts'
import { readComponent } from '../reading/component.ts'
import type { ComponentContent } from '../reading/translation-file.ts'
import type { Workshop } from './workshop.ts'

/** A component at a commit, and where it is read from. */
export interface ComponentPlace {
  readonly config: ComponentConfig
  readonly gitDir: string
  readonly maxObjectBytes: number
  readonly commit: string
}

/** What to read and to check, or the part of it to compare with each other. */
export interface ReadTask {
  /** Folder of the store. */
  readonly folder: string
  readonly project: ProjectConfig
  readonly components: readonly (ComponentPlace & {
    readonly outdated?: PreviousSources | undefined
  })[]
  readonly part: Part | undefined
}

/** Reads and checks in a worker thread. */
export function read({ project, components, part }: ReadTask, workshop: Workshop): void {
  const unread = components.map(({ outdated, ...place }) => ({
    config: place.config,
    read() {
      const content = readAt(place, project, workshop)
      return content && { config: place.config, outdated, content }
    },
  }))
  if (part !== undefined) workshop.run(checkPart(project, unread, { ...workshop, part }))
  else {
    for (const { read } of unread) {
      const component = read()
      // While its units are at hand.
      if (component !== undefined) workshop.run(checkAhead(project, component, workshop))
    }
  }
}

/** The files of a component; undefined where they cannot be read. */
export function readAt(
  { config, ...place }: ComponentPlace,
  project: ProjectConfig,
  { library, repositoryAt, run }: Workshop,
): ComponentContent | undefined {
  try {
    const repository = repositoryAt(place)
    const commit = repository.readCommit(place.commit)
    return run(readComponent({ project, config, library, repository, commit }))
  } catch (error) {
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}
