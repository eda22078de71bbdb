import { checkProject } from '../../src/catalog/checking/check-project.ts'
import { readComponent } from '../../src/catalog/reading/component.ts'
import { createLibrary } from '../../src/catalog/reading/library.ts'
import { openRepository } from '../../src/git/open.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

/** Checks a component whose files have been read. */
const [project] = benchConfig(sideArgument<string>()).projects
const [config] = project?.components ?? []
if (project === undefined || config === undefined) throw new Error('expected a component')
const repository = openRepository({ path: config.repo })
const oid = repository.resolve(config.branch)
if (oid === undefined) throw new Error(`expected a branch ${config.branch}`)
const commit = repository.readCommit(oid)
const library = createLibrary({ maxBytes: 1 << 30 })
const content = run(readComponent({ project, config, repository, commit, library }))

const elapsed = startProcessorClock()
const checked = run(checkProject(project, [{ config, content }], { library }))
const milliseconds = elapsed()
const { translations = [], alerts = [] } = checked.get(config) ?? {}
/** Files of a language that has one already are parsed, but not checked. */
const duplicates = alerts.filter(({ name }) => name === 'DuplicateLanguage')
finish({ milliseconds, agreed: translations.length + duplicates.length })

function run<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
