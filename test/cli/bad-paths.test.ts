import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { createCheckout, gitglot, shopConfig } from '../support/command.ts'
import { createTemporaryFolder, hasGit } from '../support/git-repository.ts'

/** Paths that are not a folder, not a readable file or not writable. */
const PATHS = ['nothing', 'file/below', 'folder', '/dev/null/x']

/** Every command with a bad path where it takes an operand, which for `token` is a name, or an option with a file. */
const LINES = commands.flatMap(({ name, operands, options }) =>
  PATHS.flatMap((path) => [
    ...(operands.length > 0 && name !== 'token' ? [[name, path]] : []),
    ...options
      .filter(({ value }) => value === 'FILE')
      .map((option) => [name, `--${option.name}`, path]),
  ]),
)

describe('a bad path is reported in plain words', () => {
  const cwd = createTemporaryFolder()
  mkdirSync(join(cwd, 'folder'))
  writeFileSync(join(cwd, 'file'), '')
  test.each(LINES.map((line) => ({ line, what: line.join(' ') })))('$what', async ({ line }) => {
    const { code, err } = await gitglot(cwd, line)
    expect([2, 3], err).toContain(code)
    expect(err).not.toMatch(/\bE[A-Z]{4,}\b|\n {4}at /)
    expect(err.trim()).not.toBe('')
  })
})

test.skipIf(!hasGit())('a report that cannot be written is reported with its folder', async () => {
  const folder = createCheckout({ 'gitglot.yml': shopConfig, 'l/en.json': '{"a": "b"}' })
  const run = async (path: string) =>
    (await gitglot(folder, ['check', '--report', `json=${path}`])).err
  expect(await run('no/such/report.json')).toBe(
    'no/such/report.json: cannot be written: there is no folder no/such\n',
  )
  expect(await run('l')).toBe('l: cannot be written: it is a folder\n')
})

describe('a mistyped folder is not read as a repository on GitHub', () => {
  const cwd = createTemporaryFolder()
  mkdirSync(join(cwd, 'packages/web'), { recursive: true })
  test.each([
    ['packages/wen', 'packages/wen: no such folder; did you mean packages/web?'],
    ['package/web', 'package/web: no such folder; did you mean packages/web?'],
    ['packages/quite-other', 'packages/quite-other: no such folder'],
    ['./packages/wbe', './packages/wbe: expected a folder, an address or OWNER/NAME'],
  ])('%s', async (operand, message) => {
    const { code, err } = await gitglot(cwd, ['status', operand])
    expect([code, err.slice(0, message.length)]).toStrictEqual([2, message])
  })
})

test('help explains a command, lists all, and suggests similar names', async () => {
  const [overview, check, unknown] = await Promise.all(
    [['help'], ['help', 'check'], ['help', 'chek']].map((args) => gitglot('.', args)),
  )
  expect(overview).toStrictEqual(await gitglot('.', ['--help']))
  expect(check).toStrictEqual(await gitglot('.', ['check', '--help']))
  expect([unknown?.code, unknown?.err]).toStrictEqual([2, expect.stringContaining('mean check?')])
})
