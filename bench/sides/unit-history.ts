import { setImmediate as pause } from 'node:timers/promises'
import { formats } from '../../formats/index.ts'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { unitHistoryOf } from '../../src/history/unit-history/unit-history.ts'
import type { Translation } from '../../src/model/model.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

/**
 * Reads the history of one unit of a component's largest translation, or with `isParseOnly` parses each version of its
 * files once. Both use an open catalog and CPU time.
 */
const { configText, isParseOnly } = sideArgument<{ configText: string; isParseOnly: boolean }>()
const config = benchConfig(configText)
const catalog = await openCatalog({ config, environment: {} })
await catalog.complete
const [component] = catalog.current().projects[0]?.components ?? []
const history = component && catalog.historyOf(component)
if (component === undefined || history === undefined)
  throw new Error('expected a component with a history')
const { repository, timeline } = history
function weight(translation: Translation): number {
  const { targets } = translation.units()
  let characters = 0
  for (let row = 0; row < targets.length; row++) characters += targets.at(row)?.length ?? 0
  return characters
}
const translation = component.translations
  .filter(({ isTemplate }) => !isTemplate)
  .reduce((longest, next) => (weight(next) > weight(longest) ? next : longest))
const { targets } = translation.units()
let row = targets.length - 1
while (row > 0 && targets.at(row) === '') row--

const versions = new Map<string, string>()
for (const { index } of timeline.steps) {
  for (const { path, isTemplate, code, real } of timeline.files(index).files) {
    if (real && (isTemplate || path === translation.filename)) versions.set(real.oid, code)
  }
}
await pause()
const elapsed = startProcessorClock()
if (isParseOnly) parseAll()
else await unitHistoryOf({ translation, row }, history)
finish({ milliseconds: elapsed(), agreed: versions.size })

function parseAll(): void {
  const format = formats.get(config.projects[0]?.components[0]?.fileFormat ?? '')
  for (const [oid, languageCode] of versions) {
    try {
      const bytes = repository.readBlob(oid)
      format?.parse(bytes, { languageCode, isMonolingual: true, withoutOffsets: true })
    } catch {
      // Some versions are invalid, but parsing them takes time, too.
    }
  }
}
