import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTopic, shopConfig } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { layTraps } from '../support/hostile-checkout.ts'

const root = join(import.meta.dirname, '../..')

test.skipIf(!hasGit())('the action builds its sources, and nothing of the checkout runs', () => {
  const sources = createTemporaryFolder()
  for (const file of runGit(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(sources, file))
  }
  const checkout = createTopic(
    {
      'gitglot.yml': shopConfig,
      'l/en.json': '{"a": "Hello there"}',
      'l/de.json': '{"a": "Hallo"}',
    },
    { 'l/de.json': '{"a": ""}' },
  )
  const { environment, sprung } = layTraps(checkout)
  const temporary = createTemporaryFolder()
  const output = join(temporary, 'output')
  const { status, stderr } = spawnSync(join(sources, 'ci/github.sh'), {
    cwd: checkout,
    encoding: 'utf8',
    env: {
      ...{ HOME: process.env['HOME'], ...environment, BASE: 'main', RUNNER_TEMP: temporary },
      ...{ GITHUB_ACTION_PATH: sources, GITHUB_OUTPUT: output },
      GITHUB_STEP_SUMMARY: join(temporary, 'summary'),
    },
  })
  expect([status, sprung()], stderr).toEqual([0, []])
  expect(readFileSync(output, 'utf8').split('\n')[0]).toBe('passed=false')
})
