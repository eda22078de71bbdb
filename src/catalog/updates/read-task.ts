import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { RepositoryError } from '../../errors.ts'
import { checkAhead, checkProject } from '../checking/check-project.ts'
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

/** What to read, and with `isChecked` to check together. */
export interface ReadTask {
  /** Folder of the store. */
  readonly folder: string
  readonly project: ProjectConfig
  readonly components: readonly (ComponentPlace & {
    readonly outdated?: PreviousSources | undefined
  })[]
  readonly isChecked: boolean
}

/** Reads and checks in a worker thread. */
export function read({ project, components, isChecked }: ReadTask, workshop: Workshop): void {
  const contents = components.flatMap(({ outdated, ...place }) => {
    const content = readAt(place, project, workshop)
    return content === undefined ? [] : [{ config: place.config, outdated, content }]
  })
  if (isChecked) workshop.run(checkProject(project, contents, workshop))
  // While their units are at hand.
  else for (const content of contents) workshop.run(checkAhead(project, content, workshop))
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
