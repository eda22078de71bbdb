import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from '../../src/app.ts'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { statisticsOf } from '../../src/view/view.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument } from './side.ts'

interface Use {
  readonly heap: number
  readonly resident: number
}

/**
 * Returns the megabytes (of 1,000,000 bytes) in use at rest: a second later, once the history has been read and garbage
 * collected.
 */
async function use(): Promise<Use> {
  for (let round = 0; round < 50; round++) {
    globalThis.gc?.()
    await pause(20)
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: (heapUsed + external) / 1e6, resident: rss / 1e6 }
}

const config = benchConfig(sideArgument<{ config: string }>().config)
const idle = await use()
const start = performance.now()
const catalog = await openCatalog({ config, environment: process.env })
await catalog.ready
const milliseconds = performance.now() - start
const app = createApp({ catalog, config })
await app.request('/api/components/synthetic/synthetic/statistics/')
const loaded = await use()
const [component] = (await catalog.view()).projects[0]?.components ?? []
if (component === undefined) throw new Error('expected a component')
finish({
  milliseconds,
  agreed: statisticsOf(component).total.units,
  figures: {
    heap: loaded.heap,
    resident: loaded.resident,
    idleHeap: idle.heap,
    idleResident: idle.resident,
  },
})
