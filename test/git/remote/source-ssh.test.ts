import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSource } from '../../../src/git/create-source.ts'
import type { Source } from '../../../src/git/source.ts'
import {
  addCommit,
  createRepository,
  createTemporaryFolder,
  hasGit,
} from '../../support/git-repository.ts'

/**
 * A stand-in for `ssh`, as in Git's own tests (https://git.kernel.org, t/t5601-clone.sh): it notes its arguments and runs
 * on this machine what it was to run on the other one. Git's side of the connection is the real one.
 */
function createSsh(script = 'for last; do :; done; exec sh -c "$last"'): {
  folder: string
  program: string
  readCalls: () => readonly string[]
} {
  const folder = createTemporaryFolder()
  const program = join(folder, 'ssh')
  const log = join(folder, 'calls')
  writeFileSync(log, '')
  writeFileSync(program, `#!/bin/sh\nprintf '%s ' "$@" >> ${log}; echo >> ${log}\n${script}\n`)
  chmodSync(program, 0o755)
  const readCalls = () => readFileSync(log, 'utf8').split(' \n').slice(0, -1)
  return { folder, program, readCalls }
}

function open(url: string, environment: Readonly<Record<string, string>>): Source {
  const dataDir = createTemporaryFolder()
  const all = { PATH: process.env['PATH'], HOME: dataDir, ...environment }
  const options = { url, branches: [''], dataDir, maxObjectBytes: 2 ** 20, environment: all }
  const source = createSource(options)
  onTestFinished(() => source.close())
  return source
}

async function createOrigin(): Promise<{ path: string; commits: readonly string[] }> {
  return createRepository([1, 2, 3].map((n) => ({ 'de.json': `{"n":"${n}"}` })))
}

// No prompts on the terminal, and timeouts for unreachable hosts.
const safe = '-o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=15'

// Only git speaks to ssh.
describe.skipIf(!hasGit())('over ssh', () => {
  test.each([
    { url: (path: string) => `git@git.example.org:${path}`, arguments: 'git@git.example.org' },
    {
      url: (path: string) => `ssh://git@git.example.org:2222${path}`,
      arguments: '-p 2222 git@git.example.org',
    },
  ])('$arguments is cloned, deepened and followed', async ({ url, arguments: expected }) => {
    const ssh = createSsh()
    const { path, commits } = await createOrigin()
    const source = open(url(path), { PATH: `${ssh.folder}:${process.env['PATH']}` })
    await source.open()
    expect(source.error).toBe(undefined)
    expect(source.head('')).toBe(commits[2])
    expect(source.repository?.isShallow(commits[2] ?? '')).toBe(true)
    await source.deepen()
    expect(source.repository?.readCommit(commits[0] ?? '').parents).toEqual([])
    const next = await addCommit(path, { 'de.json': '{}' }, 3)
    expect(await source.refresh()).toBe(true)
    expect(source.head('')).toBe(next)
    const call = `${safe} -o SendEnv=GIT_PROTOCOL ${expected} git-upload-pack '${path}'`
    expect(new Set(ssh.readCalls())).toEqual(new Set([call]))
  })

  test('GIT_SSH_COMMAND is run with its options', async () => {
    const ssh = createSsh()
    const { path, commits } = await createOrigin()
    const command = `${ssh.program} -i /keys/deploy`
    const source = open(`git@git.example.org:${path}`, { GIT_SSH_COMMAND: command })
    await source.open()
    expect(source.head('')).toBe(commits[2])
    expect(ssh.readCalls()[0]).toMatch(new RegExp(`^-i /keys/deploy ${safe} `))
  })

  test('an error of ssh is the error of the source', async () => {
    const ssh = createSsh(
      'echo "git@git.example.org: Permission denied (publickey)." >&2; exit 255',
    )
    const url = 'git@git.example.org:shop/app.git'
    const source = open(url, { PATH: `${ssh.folder}:${process.env['PATH']}` })
    await source.open()
    expect(source.repository).toBe(undefined)
    expect(source.error?.message).toBe(
      `${url}: git@git.example.org: Permission denied (publickey).; Could not read from remote repository.`,
    )
  })
})
