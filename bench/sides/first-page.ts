import { openCatalog } from '../../src/catalog/catalog.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

/** Reads a component's history without a cache, then the first page of a translation's changes, in CPU time. */
const { configText } = sideArgument<{ configText: string }>()
const catalog = await openCatalog({ config: benchConfig(configText), environment: process.env })
await catalog.ready
const elapsed = startProcessorClock()
await catalog.complete
const walk = elapsed()
const component = catalog.current().projects[0]?.components[0]
const translation = component?.translations.at(-1)
if (component === undefined || translation === undefined) throw new Error('nothing to measure')
const filter = { component, language: translation.language.code }
const { changes } = await catalog.changes(catalog.current()).list(filter, { start: 0, size: 50 })
const milliseconds = elapsed() - walk
await catalog.close()
finish({ milliseconds, agreed: changes.length, figures: { walk } })
