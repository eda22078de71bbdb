import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir, waitForDataDir } from '../../src/git/data-dir-lock.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { moduleUrl } from '../support/programs.ts'

const hasProc = existsSync('/proc/self/stat')

/** Another process that owns the folder until it is killed. */
async function startOwner(dataDir: string): Promise<{ pid: number; kill(): Promise<void> }> {
  const code = `import { lockDataDir } from ${JSON.stringify(moduleUrl('git/data-dir-lock'))}
    lockDataDir(${JSON.stringify(dataDir)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '-e', code]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onTestFinished(kill)
  await once(child.stdout, 'data')
  return { pid: child.pid ?? 0, kill }
}

test('a folder is created with access for this user only', () => {
  const top = createTemporaryFolder()
  const { release } = lockDataDir(join(top, 'data/clones'))
  const modes = ['data', 'data/clones'].map((path) => statSync(join(top, path)).mode & 0o777)
  release()
  expect(modes).toEqual([0o700, 0o700])
})

test('an error names the owner of the folder, and the lock of a dead process is taken over', async () => {
  const dataDir = createTemporaryFolder()
  const owner = await startOwner(dataDir)
  expect(() => lockDataDir(dataDir)).toThrow(
    `${dataDir}: the data folder is in use by process ${owner.pid}; give each process its own data_dir`,
  )
  const half = join(dataDir, 'repositories', 'a-1.partial-x')
  mkdirSync(half, { recursive: true })
  mkdirSync(join(dataDir, 'repositories', 'a-1'))
  await owner.kill()
  const lock = lockDataDir(dataDir)
  expect(readdirSync(join(dataDir, 'repositories'))).toEqual(['a-1'])
  lock.release()
  expect(readdirSync(dataDir)).toEqual(['repositories'])
})

test.skipIf(!hasProc)('the lock of a zombie process is taken over', async () => {
  const dataDir = createTemporaryFolder()
  const code = `import { lockDataDir } from ${JSON.stringify(moduleUrl('git/data-dir-lock'))}
    lockDataDir(process.argv[1])
    process.kill(process.pid, 'SIGKILL')`
  // The shell becomes a program that does not wait for its child.
  const script = '"$@" & echo $!; exec sleep 60'
  const args = [process.execPath, '--input-type=module', '-e', code, dataDir]
  const parent = spawn('sh', ['-c', script, '-', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void parent.kill())
  const [pid] = await once(parent.stdout, 'data')
  const state = () => readFileSync(`/proc/${Number(pid)}/stat`, 'utf8').split(') ')[1]?.[0]
  await expect.poll(state, { timeout: 10_000 }).toBe('Z')
  expect(existsSync(join(dataDir, 'lock'))).toBe(true)
  lockDataDir(dataDir).release()
})

test('a folder is locked once, and again after its release', () => {
  const dataDir = join(createTemporaryFolder(), 'new')
  const lock = lockDataDir(dataDir)
  expect(() => lockDataDir(dataDir)).toThrow(`in use by process ${process.pid}`)
  lock.release()
  lock.release()
  lockDataDir(dataDir).release()
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)
})

test('waiting for a folder ends when its owner releases it', async () => {
  const dataDir = join(createTemporaryFolder(), 'data')
  const first = lockDataDir(dataDir)
  const messages: string[] = []
  const second = waitForDataDir(dataDir, (message) => {
    messages.push(message)
    first.release()
  })
  ;(await second).release()
  expect(messages).toEqual([`waiting for another process that uses ${dataDir}`])
})

test('a lock of an earlier process with the same id is taken over', () => {
  const dataDir = createTemporaryFolder()
  const lock = lockDataDir(dataDir)
  const text = readFileSync(join(dataDir, 'lock'), 'utf8')
  lock.release()
  writeFileSync(join(dataDir, 'lock'), text.replace(/"start":"\d+"/, '"start":"1"'))
  lockDataDir(dataDir).release()
})

test('a lock of another host is valid while its heartbeat is fresh', () => {
  const dataDir = createTemporaryFolder()
  const lockPath = join(dataDir, 'lock')
  writeFileSync(lockPath, '{"pid":1,"start":"1","host":"elsewhere"}\n')
  expect(() => lockDataDir(dataDir)).toThrow('in use by process 1 on elsewhere')
  utimesSync(lockPath, 1, 1)
  lockDataDir(dataDir).release()
})

test('an error names a folder that cannot be created', () => {
  expect(() => lockDataDir('/dev/null/data')).toThrow(
    '/dev/null/data: cannot be used as data folder: a part of the path is not a folder',
  )
})

const MOUNT = 'mount -t tmpfs -o ro none "$1"'
const canMount = spawnSync('unshare', ['-m', 'sh', '-c', MOUNT, '-', '/mnt']).status === 0

test.skipIf(!canMount)('an error names a read-only disk, not the missing folder', () => {
  const disk = createTemporaryFolder()
  const code = `import { lockDataDir } from ${JSON.stringify(moduleUrl('git/data-dir-lock'))}
    lockDataDir(process.argv[1] + '/a/data')`
  const args = [process.execPath, '--input-type=module', '-e', code, disk]
  const shell = ['-m', 'sh', '-c', `${MOUNT}; shift; exec "$@"`, '-', disk, ...args]
  const { stderr } = spawnSync('unshare', shell, { encoding: 'utf8' })
  expect(stderr).toContain(`${disk}/a/data: cannot be used as data folder: the disk is read-only`)
})

test('an error names a file in place of the folder', () => {
  const path = join(createTemporaryFolder(), 'file')
  writeFileSync(path, '')
  expect(() => lockDataDir(path)).toThrow(
    `${path}: cannot be used as data folder: a file is in its place`,
  )
})
