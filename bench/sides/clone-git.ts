import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClonedRemote } from '../benches/clone.ts'
import { countCommits, measureSteps, moveBranch } from './measure-steps.ts'
import { finish, sideArgument } from './side.ts'

const execute = promisify(execFile)

/** Performs the steps of a clone with git alone. */
const remote = sideArgument<ClonedRemote>()
moveBranch(remote, remote.before)
const folder = mkdtempSync(join(tmpdir(), 'gitglot-bench-'))
const gitDir = join(folder, 'clone.git')
const fetch = ['-C', gitDir, 'fetch', '--quiet', '--no-tags']
const refs = `+refs/heads/${remote.branch}:refs/heads/${remote.branch}`
const start = performance.now()
const figures = await measureSteps({
  first: () => execute('git', ['clone', '--quiet', '--bare', '--depth=1', remote.url, gitDir]),
  history: () => execute('git', [...fetch, '--unshallow', 'origin', refs]),
  async fetch() {
    moveBranch(remote, remote.tip)
    await execute('git', [...fetch, 'origin', refs])
  },
})
const milliseconds = performance.now() - start
const agreed = countCommits(gitDir, remote.tip)
rmSync(folder, { recursive: true })
finish({ milliseconds, agreed, figures })
