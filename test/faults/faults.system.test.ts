import { expect, test } from 'vitest'
import { hasHttpBackend } from '../support/git-server.ts'
import { main } from '../support/programs.ts'
import { runKills } from './kills.ts'
import { runOpenFiles } from './open-files.ts'
import { FAULT_CASES, runRemotes } from './remotes.ts'
import { ENGINES } from './server.ts'

/** The fast part of `npm run faults`. */

const cases = FAULT_CASES.filter(
  ({ fault, phase }) =>
    (fault === 'half' || fault === 'hang' || fault === '500') && phase === 'pack',
)

test.skipIf(!hasHttpBackend()).each(ENGINES)(
  'remotes that fail keep no other waiting, and are followed again once they are well (%s)',
  async (engine) => {
    const row = await runRemotes({ main, engine, cases })
    expect(row).toMatchObject({ runs: 6, wrong: [] })
  },
)

test.skipIf(!hasHttpBackend())('after a kill the next server serves what is right', async () => {
  const row = await runKills({ main, engine: 'system', kills: 1, seed: 1 })
  expect(row).toMatchObject({ runs: 1, wrong: [] })
})

test.skipIf(!hasHttpBackend())('a server that can open no more files goes on', async () => {
  const row = await runOpenFiles({ main, engine: 'system' })
  expect(row).toMatchObject({ runs: 1, wrong: [] })
})
