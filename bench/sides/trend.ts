import { openCatalog } from '../../src/catalog/catalog.ts'
import { evenTimes, readTrend, spanOf } from '../../src/history/trend/trend.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument } from './side.ts'

/** Computes a component's trend over its whole history, then requests it again. */
const { configText, points } = sideArgument<{ configText: string; points: number }>()
const config = benchConfig(configText)
const catalog = await openCatalog({ config, environment: {} })
await catalog.complete
const components = catalog.current().projects[0]?.components ?? []
const span = spanOf(components.map(catalog.historyOf)) ?? { from: 0, to: 0 }
const times = evenTimes({ ...span, points })
const ask = async () => {
  const start = performance.now()
  const { historyOf } = catalog
  await readTrend({ components }, { historyOf, times })
  return performance.now() - start
}
const milliseconds = await ask()
finish({ milliseconds, agreed: points, figures: { again: await ask() } })
