import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSource } from '../../src/git/create-source.ts'
import { MAX_OBJECT_BYTES } from '../../src/git/objects/object.ts'
import type { ClonedRemote } from '../benches/clone.ts'
import { countCommits, measureSteps, moveBranch } from './measure-steps.ts'
import { finish, sideArgument } from './side.ts'

/** Performs the steps of a clone with a server's source; uses git if `path` contains it. */
const remote = sideArgument<ClonedRemote & { path: string }>()
moveBranch(remote, remote.before)
const dataDir = mkdtempSync(join(tmpdir(), 'gitglot-bench-'))
const source = createSource({
  url: remote.url,
  branches: [''],
  ...{ dataDir, maxObjectBytes: MAX_OBJECT_BYTES, environment: { PATH: remote.path } },
})
const start = performance.now()
const figures = await measureSteps({
  first: () => source.open(),
  // The history may be too large without git.
  history: () => source.deepen(),
  async fetch() {
    moveBranch(remote, remote.tip)
    await source.refresh()
  },
})
const milliseconds = performance.now() - start
const { repository, error } = source
if (repository === undefined || source.head('') !== remote.tip) throw error
const hasAll = figures['history'] !== undefined
const agreed = countCommits(hasAll ? repository.place.gitDir : remote.repo, remote.tip)
await source.close()
rmSync(dataDir, { recursive: true })
finish({ milliseconds, agreed, figures })
