import { readComponent } from '../../src/catalog/reading/component.ts'
import { createLibrary } from '../../src/catalog/reading/library.ts'
import { sumStatistics } from '../../src/catalog/statistics.ts'
import { openRepository } from '../../src/git/open.ts'
import { runSync } from '../../src/run-yielding.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument } from './side.ts'

/** Reads and counts the files of a component in an existing clone, without checks and without a server around it. */
const [project] = benchConfig(sideArgument<string>()).projects
const [config] = project?.components ?? []
if (project === undefined || config === undefined) throw new Error('expected a component')
const start = performance.now()
const repository = openRepository({ path: config.repo })
const oid = repository.resolve(config.branch)
if (oid === undefined) throw new Error(`expected a branch ${config.branch}`)
const commit = repository.readCommit(oid)
const library = createLibrary({ maxBytes: 1 << 30 })
const { translations } = runSync(readComponent({ project, config, repository, commit, library }))
const { total } = sumStatistics(translations.map(({ statistics }) => statistics))
const files = translations.map(({ filename }) => filename).filter(Boolean)
finish({
  milliseconds: performance.now() - start,
  agreed: files.length,
  figures: { units: total.units },
  files,
})
