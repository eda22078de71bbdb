import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRows, packGroups, readRows, updateIndex } from '../../src/git/history/history.ts'
import { MAX_OBJECT_BYTES } from '../../src/git/objects/object.ts'
import { openStore } from '../../src/store/store.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

/** Reads rows without a cache, then extends the index after a fetch; the index in CPU time. */
const start = performance.now()
const elapsed = startProcessorClock()
const { repo, tip, next, masks } = sideArgument<{
  repo: string
  tip: string
  next: string
  masks: readonly string[]
}>()
const folder = mkdtempSync(join(tmpdir(), 'gitglot-bench-'))
const store = openStore({ path: join(folder, 'store') })
const patterns = masks.map((mask) => mask.split('/'))
const groups = packGroups([{ name: 'all', patterns }])
const place = { gitDir: repo, maxObjectBytes: MAX_OBJECT_BYTES, groups }
updateIndex(place, [tip], store)
const index = elapsed()
const rows = createRows(readRows(place, { group: 'all', tip, mode: 'ancestors' }, store))
const milliseconds = performance.now() - start
const before = elapsed()
updateIndex(place, [next], store)
const refresh = elapsed() - before
await store.close()
rmSync(folder, { recursive: true })
finish({ milliseconds, agreed: rows.length, figures: { index, refresh } })
