import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openHistory } from '../../src/git/history/history.ts'
import { openStore } from '../../src/storage/store.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

/** From nothing to rows, then the index after a fetch; the index in processor time. */
const start = performance.now()
const elapsed = startProcessorClock()
const { repo, tip, next, masks } = sideArgument<{
  repo: string
  tip: string
  next: string
  masks: readonly string[]
}>()
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const folder = mkdtempSync(join(tmpdir(), 'gitglot-bench-'))
const store = openStore({ path: join(folder, 'store') })
const patterns = masks.map((mask) => mask.split('/'))
const history = openHistory({ path: repo, store, groups: [{ name: 'all', patterns }] })
await history.update([tip])
const index = elapsed()
const rows = await history.rows({ group: 'all', tip, mode: 'ancestors' })
const milliseconds = performance.now() - start
const delay = delays.percentile(99) / 1e6
delays.disable()
const before = elapsed()
await history.update([next])
const refresh = elapsed() - before
await history.close()
await store.close()
rmSync(folder, { recursive: true })
finish({ milliseconds, agreed: rows.length, figures: { index, refresh, delay } })
