import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const start = {
  'l/en.json': '{ "a": "Hello %s", "b": "Good bye", "c": "Save" }',
  'l/de.json': '{ "a": "Hallo %s", "b": "Auf Wiedersehen" }',
  'l/deep/er/en.json': '{ "x": "Deep" }',
  'l/deep/er/de.json': '{ "x": "Tief" }',
}
const change = {
  'l/en.json': '{ "a": "Hello %s", "b": "Farewell", "c": "Save" }',
  'l/de.json': '{ "a": "Hallo", "b": "Auf Wiedersehen" }',
}

/** A repository with a branch `change`, one commit after `main`. */
function createOrigin(): string {
  const origin = createCheckout({ readme: '' }, start)
  runGit(origin, 'config', 'uploadpack.allowFilter', 'true')
  runGit(origin, 'checkout', '--quiet', '-b', 'change')
  writeFilesInto(origin, change)
  runGit(origin, 'commit', '--quiet', '--all', '--message', 'Change')
  return origin
}

function clone(origin: string, ...args: readonly string[]): string {
  const folder = join(createTemporaryFolder(), 'shop')
  runGit('.', 'clone', '--quiet', ...args, `file://${origin}`, folder)
  return folder
}

const COMMANDS = [
  ['check', '--base', 'origin/main'],
  ['diff', 'origin/main'],
  ['diff', 'origin/main', 'HEAD'],
  ['status', '--outdated'],
  ['status', '--ref', 'origin/main'],
  ['status', '--ref', 'HEAD~1', '--outdated'],
  ['check', '--max-outdated', '1'],
]

const CLONES: Readonly<Record<string, (origin: string) => string>> = {
  'without blobs': (origin) => clone(origin, '--filter=blob:none'),
  'without trees': (origin) => clone(origin, '--filter=tree:0'),
  'without large blobs': (origin) => clone(origin, '--filter=blob:limit=1'),
  'without blobs, of some folders': (origin) => {
    const folder = clone(origin, '--filter=blob:none', '--sparse')
    runGit(folder, 'sparse-checkout', 'set', '--cone', 'l/deep')
    return folder
  },
  'without trees, of no folder': (origin) => clone(origin, '--filter=tree:0', '--sparse'),
}

describe.skipIf(!hasGit())('a partial clone gives the same as a full one', () => {
  test('of whatever kind', async () => {
    const origin = createOrigin()
    for (const command of COMMANDS) {
      const full = await gitglot(clone(origin), command)
      for (const [kind, create] of Object.entries(CLONES)) {
        const partial = await gitglot(create(origin), command)
        expect([kind, command, partial]).toEqual([kind, command, full])
      }
    }
  })

  test('of a bare repository', async () => {
    const origin = createOrigin()
    const partial = clone(origin, '--bare', '--filter=tree:0')
    const full = clone(origin, '--bare')
    for (const command of [
      ['status', '.'],
      ['status', '.', '--ref', 'main', '--outdated'],
      ['discover', '.'],
    ]) {
      expect(await gitglot(partial, command)).toEqual(await gitglot(full, command))
    }
  })

  test('in a site that is written', async () => {
    const origin = createOrigin()
    const out = createTemporaryFolder()
    const write = (folder: string) =>
      gitglot(folder, ['export', '--out', join(out, 'site'), '--ref', 'origin/main'])
    const folder = clone(origin)
    const full = await write(folder)
    rmSync(folder, { recursive: true })
    // Pages name the path of the repository.
    renameSync(clone(origin, '--filter=tree:0'), folder)
    const partial = await write(folder)
    const [, files = '0'] = /: (\d+) files written, 0 unchanged/.exec(full.out) ?? []
    expect(Number(files)).toBeGreaterThan(100)
    expect([partial.code, partial.out, partial.err]).toEqual([
      full.code,
      `${join(out, 'site')}: 0 files written, ${files} unchanged, 0 removed\n`,
      full.err,
    ])
  })

  test('at a commit that only the remote has', async () => {
    const origin = createOrigin()
    const folder = clone(origin, '--filter=blob:none', '--single-branch', '--branch', 'change')
    runGit(origin, 'checkout', '--quiet', '-b', 'later')
    writeFilesInto(origin, { 'l/de.json': '{ "c": "Sichern" }' })
    runGit(origin, 'commit', '--quiet', '--all', '--message', 'Later')
    const later = runGit(origin, 'rev-parse', 'HEAD')
    const full = clone(origin)
    expect(await gitglot(folder, ['status', '--ref', later])).toEqual(
      await gitglot(full, ['status', '--ref', later]),
    )
    // A branch may lead to a commit that was not brought.
    const other = clone(origin, '--filter=blob:none', '--single-branch', '--branch', 'change')
    writeFilesInto(other, { '.git/refs/heads/promised': `${later}\n` })
    const { code, out } = await gitglot(other, ['diff', 'promised', 'HEAD'])
    expect([code, out]).toEqual([0, (await gitglot(full, ['diff', later, 'origin/change'])).out])
  })
})

describe.skipIf(!hasGit())('where objects of a partial clone cannot be brought', () => {
  const howTo = 'git fetch --refetch --no-filter brings all objects'

  test('each command says so, and works once they are there', async () => {
    const origin = createOrigin()
    const folder = clone(origin, '--filter=blob:none')
    renameSync(origin, `${origin}.gone`)
    for (const command of COMMANDS) {
      const { code, out, err } = await gitglot(folder, command)
      expect([command, code, out]).toEqual([command, 3, ''])
      expect(err).toContain('this clone is partial and lacks ')
      expect(err).toContain(howTo)
    }
    renameSync(`${origin}.gone`, origin)
    runGit(folder, 'fetch', '--quiet', '--refetch', '--no-filter')
    renameSync(origin, `${origin}.gone`)
    for (const command of COMMANDS) {
      const { code, err } = await gitglot(folder, command)
      expect([command, code, err]).toEqual([command, command[0] === 'check' ? 1 : 0, ''])
    }
  })

  test('for want of git, it is asked for', async () => {
    const folder = clone(createOrigin(), '--filter=blob:none')
    const programs = join(createTemporaryFolder(), 'bin')
    mkdirSync(programs)
    symlinkSync('/bin/sh', join(programs, 'sh'))
    for (const command of COMMANDS) {
      const { code, out, err } = await gitglot(folder, command, { PATH: programs })
      expect([command, code, out]).toEqual([command, 3, ''])
      expect(err).toMatch(
        /this clone is partial .*: install git, which fetches them, or run git fetch/,
      )
    }
  })

  test('a revision that there is not is named', async () => {
    const folder = clone(createOrigin(), '--filter=blob:none')
    const { code, err } = await gitglot(folder, ['status', '--ref', 'none'])
    expect([code, err]).toEqual([
      3,
      'gitglot: none: expected a branch, tag or commit; fetch it first if it is on a remote\n',
    ])
  })
})
