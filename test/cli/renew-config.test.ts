import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfigFile } from '../../src/cli/config-file.ts'
import { createRenew, secretsOf } from '../../src/cli/renew-config.ts'
import { Report } from '../../src/cli/report.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

test('a changed configuration is served, an invalid one is not; no log line has current or former secrets', async () => {
  const file = join(createTemporaryFolder(), 'gitglot.yml')
  const write = (settings: object) => writeFileSync(file, JSON.stringify(settings))
  write({ hook_secret: 'hunter1', projects: [] })
  const config = readConfigFile(file, {})
  const written: string[] = []
  const stream = { write: (text: string) => written.push(text) }
  const report = new Report({ out: stream, err: stream }, { secrets: secretsOf(config) })
  const served: string[] = []
  const renew = createRenew({
    ...{ file, config, report },
    catalog: { configure: async () => {} },
    serve({ hookSecret }) {
      served.push(hookSecret)
      report.noticed(`hunter1 hunter2 ${hookSecret}`)
    },
  })
  expect([await renew(), served]).toEqual([true, []])
  write({ hook_secret: 'hunter2', projects: [] })
  expect([await renew(), await renew(), served]).toEqual([true, true, ['hunter2']])
  expect(written.map((line) => line.replace(/^\S+Z /, ''))).toEqual([
    '*** *** ***\n',
    `${file}: reloaded\n`,
  ])
  write({ projects: 1 })
  expect([await renew(), served]).toEqual([false, ['hunter2']])
  expect(written.slice(2).map((line) => line.replace(/^\S+Z /, ''))).toEqual([
    `${file}:1: projects: needs a list\n`,
    'the old configuration stays in use\n',
  ])
})

test('passwords in addresses are secrets', () => {
  const file = join(createTemporaryFolder(), 'gitglot.yml')
  const redis = 'redis://:hunter1@cache.example:6379'
  writeFileSync(file, JSON.stringify({ redis, projects: [] }))
  expect(secretsOf(readConfigFile(file, {}))).toEqual(['hunter1'])
})
