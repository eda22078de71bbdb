import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { addCommit, createRepository, createTemporaryFolder } from '../../support/git-repository.ts'
import { hasHttpBackend, startGitServer } from '../../support/git-server.ts'
import { moduleUrl } from '../../support/programs.ts'

// A small file system in a mount namespace: for root on Linux only.
const mount = 'mount -t tmpfs -o size=768k none "$1"'
const canMount =
  hasHttpBackend() && spawnSync('unshare', ['-m', 'sh', '-c', mount, '-', '/mnt']).status === 0

/** Opens a source in a folder of 768 KiB, waits for a line on stdin, refreshes, and prints the state. */
const script = `
  import { readdirSync } from 'node:fs'
  import { createSource } from ${JSON.stringify(moduleUrl('git/create-source'))}
  const [url, dataDir, path] = process.argv.slice(2)
  const source = createSource({ url, branches: [''], dataDir, maxObjectBytes: 1e8, environment: { PATH: path } })
  const state = () => JSON.stringify([source.head(''), source.error?.message, readdirSync(dataDir + '/repositories').length])
  await source.open()
  console.log(state())
  process.stdin.once('data', async () => {
    await source.refresh()
    console.log(state())
    await source.close()
    process.exit()
  })`

const engines = [
  { engine: 'git', path: process.env['PATH'] ?? '' },
  { engine: 'the embedded engine', path: '/nonexistent' },
]

test.skipIf(!canMount).each(engines)(
  'a full disk is reported, and the earlier commit is served, with $engine',
  async ({ path: searchPath }) => {
    const { path, commits } = await createRepository([{ 'de.json': '{}' }])
    const server = await startGitServer({ root: dirname(path) })
    onTestFinished(() => server.close())
    const url = `${server.origin}${path.slice(dirname(path).length)}`
    const program = join(createTemporaryFolder(), 'program.mjs')
    writeFileSync(program, script)
    const inner = `dir="$1"; ${mount}; shift; exec "$@"`
    const dataDir = createTemporaryFolder()
    const args = [
      '-m',
      'sh',
      '-c',
      inner,
      '-',
      dataDir,
      process.execPath,
      program,
      url,
      dataDir,
      searchPath,
    ]
    const running = promisify(execFile)('unshare', args)
    const lines: string[] = []
    running.child.stdout?.on('data', async (chunk: string) => {
      lines.push(chunk)
      if (lines.length > 1) return
      await addCommit(path, { 'de.json': '{}', 'large.bin': randomBytes(2 ** 20) }, 1)
      running.child.stdin?.write('go\n')
    })
    const { stdout } = await running
    const what = `${url}: no space left on the disk of the data folder`
    const states: unknown[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(states).toEqual([
      [commits[0], null, 1],
      [commits[0], what, 1],
    ])
  },
)
