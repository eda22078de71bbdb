import { checkProject } from '../../src/checking/check-project.ts'
import { benchComponent, readBenchComponent } from './component.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

/** Checks a component whose files have been read. */
const { project, config } = benchComponent(sideArgument<string>())
const { content, library } = readBenchComponent({ project, config })

const elapsed = startProcessorClock()
const checked = checkProject(project, [{ config, ...content }], { library })
const milliseconds = elapsed()
const { translations = [], alerts = [] } = checked.get(config) ?? {}
/** Further files for the same language are parsed, but not checked. */
const duplicates = alerts.filter(({ name }) => name === 'DuplicateLanguage')
finish({ milliseconds, agreed: translations.length + duplicates.length })
