import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../support/git-repository.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
/** Ten times the exposure level that systemd shows, of 10 at most. */
const MAX_EXPOSURE = 20

test.skipIf(!hasSystemd)('systemd takes the unit, and finds little that it exposes', () => {
  const unit = join(createTemporaryFolder(), 'gitglot.service')
  copyFileSync(join(import.meta.dirname, '../../deploy/gitglot.service'), unit)
  const analyze = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
    return [status, stderr]
  }
  expect(analyze('verify')).toEqual([0, ''])
  expect(analyze('security', '--offline=true', `--threshold=${MAX_EXPOSURE}`)).toEqual([0, ''])
})
