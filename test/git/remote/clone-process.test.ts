import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from 'node:process'
import { expect, test, vi } from 'vitest'
import { createTemporaryFolder } from '../../support/git-repository.ts'
import { moduleUrl } from '../../support/programs.ts'

/** Starts a clone process that waits for a response that never comes. */
const script = `
  import { runCloneProcess } from ${JSON.stringify(moduleUrl('git/remote/run-clone-process'))}
  const [gitDir, path] = process.argv.slice(2)
  const ref = { remote: 'refs/heads/main', local: 'refs/heads/main', oid: '1'.repeat(40) }
  const packFetch = { url: 'http://localhost/a', refs: [ref], depth: 'tip', haves: [], shallow: '' }
  const limits = { maxBytes: 2 ** 30, maxMemoryBytes: 2 ** 30 }
  const { signal } = new AbortController()
  await runCloneProcess({ gitDir, oids: [], answer: { packFetch, path } }, { limits, signal })`

const hasProc = existsSync('/proc/self/stat')

/** Ids of the processes that a process has started. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number)
}

function parentOf(name: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined // It has ended.
  }
}

test.skipIf(!hasProc)('a clone process ends when its server is killed', async () => {
  const folder = createTemporaryFolder()
  const answerPath = join(folder, 'answer')
  execFileSync('mkfifo', [answerPath])
  const program = join(folder, 'program.mjs')
  writeFileSync(program, script)
  const server = spawn(process.execPath, [program, folder, answerPath], {
    env: { ...process.env, GITGLOT_TOKEN_GITHUB_COM: 's3cr3t' },
    stdio: 'ignore',
  })
  const pid = server.pid ?? 0
  const child = await vi.waitFor(
    () => {
      const [cloning] = childrenOf(pid)
      // It has started once its arguments are its own and the response is open.
      const files = readdirSync(`/proc/${cloning}/fd`)
      expect(files.length).toBeGreaterThan(3)
      expect(readFileSync(`/proc/${cloning}/cmdline`, 'utf8')).toContain('clone-process')
      return cloning ?? 0
    },
    { timeout: 20_000, interval: 20 },
  )
  expect(readFileSync(`/proc/${child}/environ`, 'utf8')).not.toContain('s3cr3t')
  expect(childrenOf(pid)).toEqual([child])
  kill(pid, 'SIGKILL')
  await once(server, 'exit')
  await vi.waitFor(() => expect(existsSync(`/proc/${child}`)).toBe(false), { timeout: 20_000 })
})
