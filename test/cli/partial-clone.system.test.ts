import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitglot } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { COMMANDS, clone, createOrigin } from '../support/partial-clone.ts'

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
  test('of every kind', async () => {
    const origin = createOrigin()
    for (const command of COMMANDS) {
      const full = await gitglot(clone(origin), command)
      for (const [kind, create] of Object.entries(CLONES)) {
        const partial = await gitglot(create(origin), command)
        expect([kind, command, partial]).toEqual([kind, command, full])
      }
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
})
