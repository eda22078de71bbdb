import type { ComponentConfig, ProjectConfig } from '../../src/config/config.ts'
import { openRepository } from '../../src/git/open.ts'
import { readComponent } from '../../src/reading/component.ts'
import { Library } from '../../src/reading/library.ts'
import type { ComponentContent } from '../../src/reading/translation-file.ts'
import { benchConfig } from './config.ts'

interface BenchComponent {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
}

/** Returns the only component of a configuration that the bench passed. */
export function benchComponent(text: string): BenchComponent {
  const [project] = benchConfig(text).projects
  const [config] = project?.components ?? []
  if (project === undefined || config === undefined) throw new Error('expected a component')
  return { project, config }
}

/** Reads the files of a component at its branch, without checks and without a server. */
export function readBenchComponent({ project, config }: BenchComponent): {
  readonly content: ComponentContent
  readonly library: Library
} {
  const repository = openRepository({ path: config.repo })
  const oid = repository.resolve(config.branch)
  if (oid === undefined) throw new Error(`expected a branch ${config.branch}`)
  const commit = repository.readCommit(oid)
  const library = new Library({ maxBytes: 1 << 30 })
  const content = readComponent({ project, config, repository, commit, library })
  return { content, library }
}
