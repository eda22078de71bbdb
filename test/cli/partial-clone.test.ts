import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gitglot, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { COMMANDS, clone, createOrigin } from '../support/partial-clone.ts'

describe.skipIf(!hasGit())('a partial clone gives the same as a full one', () => {
  test('without trees', async () => {
    const origin = createOrigin()
    for (const command of COMMANDS) {
      const full = await gitglot(clone(origin), command)
      const partial = await gitglot(clone(origin, '--filter=tree:0'), command)
      expect([command, partial]).toEqual([command, full])
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
    // A branch may point to a commit that was not fetched.
    const other = clone(origin, '--filter=blob:none', '--single-branch', '--branch', 'change')
    writeFilesInto(other, { '.git/refs/heads/promised': `${later}\n` })
    const { code, out } = await gitglot(other, ['diff', 'promised', 'HEAD'])
    expect([code, out]).toEqual([0, (await gitglot(full, ['diff', later, 'origin/change'])).out])
  })
})

describe.skipIf(!hasGit())('when objects of a partial clone cannot be fetched', () => {
  const howTo = 'run git fetch --refetch --no-filter'

  test('each command says so, and works once they are fetched', async () => {
    const origin = createOrigin()
    const folder = clone(origin, '--filter=blob:none')
    renameSync(origin, `${origin}.gone`)
    for (const command of COMMANDS) {
      const { code, out, err } = await gitglot(folder, command)
      expect([command, code, out]).toEqual([command, 3, ''])
      expect(err).toContain('this partial clone lacks ')
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

  test('without git, the message asks for it', async () => {
    const folder = clone(createOrigin(), '--filter=blob:none')
    const programs = join(createTemporaryFolder(), 'bin')
    mkdirSync(programs)
    symlinkSync('/bin/sh', join(programs, 'sh'))
    for (const command of COMMANDS) {
      const { code, out, err } = await gitglot(folder, command, { PATH: programs })
      expect([command, code, out]).toEqual([command, 3, ''])
      expect(err).toMatch(
        /this partial clone lacks needed objects: install git, which fetches them; or run git fetch/,
      )
    }
  })

  test('an unknown revision is named', async () => {
    const folder = clone(createOrigin(), '--filter=blob:none')
    const { code, err } = await gitglot(folder, ['status', '--ref', 'none'])
    expect([code, err]).toEqual([
      3,
      'gitglot: none: expected a branch, tag or commit; fetch it first if it is on a remote\n',
    ])
  })
})
