import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

/** Commits of 2024-01-01; the second changes a source, but not its German translation. */
const commits = [
  {
    'gitglot.yml': shopConfig,
    'l/en.json': '{"a": "Hello there", "b": "Good bye"}',
    'l/de.json': '{"a": "Hallo du", "b": "Auf Wiedersehen"}',
    'l/cs.json': '{"a": "Ahoj"}',
  },
  { 'l/en.json': '{"a": "Hello you", "b": "Good bye"}', 'l/cs.json': '{"a": "Ahoj ty"}' },
] as const

describe.skipIf(!hasGit())('outdated strings', () => {
  test('are counted by status on request', async () => {
    const { code, out, err } = await gitglot(createCheckout(...commits), ['status', '--outdated'])
    expect([code, err, out.split('\n')]).toStrictEqual([
      0,
      '',
      [
        'shop/web  json l/*.json',
        '  83.3% of 6 strings, 1 left, no errors, 1 outdated',
        '  en  English (source)  100.0%  2/2',
        '  cs  Czech              50.0%  1/2  1 left',
        '  de  German            100.0%  2/2          1 outdated',
        '',
      ],
    ])
  })

  test('are not strings translated on disk since', async () => {
    const folder = createCheckout(...commits)
    writeFilesInto(folder, { 'l/de.json': '{"a": "Hallo ihr", "b": "Auf Wiedersehen"}' })
    const { out } = await gitglot(folder, ['status', '--outdated', '--format', 'json'])
    expect(JSON.parse(out)).toMatchObject({ outdated: 0 })
  })

  test('of long documents are listed with the lines that changed in the source', async () => {
    const same = Array.from({ length: 60 }, (_, index) => `Line ${index} ${'x'.repeat(20)}`)
    const textOf = (line: string) => [...same, line, 'The end.'].join('\n')
    const folder = createCheckout(
      { 'docs/en/a.md': textOf('Old words.'), 'docs/de/a.md': 'Ein Text.' },
      { 'docs/en/a.md': textOf('New words.') },
    )
    const { out } = await gitglot(folder, ['list', '--outdated'])
    expect(out.split('\n')).toStrictEqual([
      'project/docs  de  docs/de/a.md',
      '  1  a.md  outdated since 2024-01-01',
      `      ${textOf('').replaceAll('\n', ' ').slice(0, 100)}… → Ein Text.`,
      `      source changed: … ${same[59]} [-Old-]{+New+} words. The end.`,
      '',
      '1 string',
      '',
    ])
    const { out: changes } = await gitglot(folder, ['diff', 'HEAD~1', 'HEAD'])
    expect(changes).toContain(`~ a.md: … ${same[59]} [-Old-]{+New+} words. The end.\n`)
  })

  test('fail the gate after a number of days, with every --fail-on', async () => {
    const folder = createCheckout(...commits)
    const args = ['check', '--fail-on', 'none', '--max-outdated', '30']
    const { code, out } = await gitglot(folder, args)
    expect([code, out.replace(/\d+ days ago/, 'N days ago')]).toStrictEqual([
      1,
      `l/de.json:1:2: error max-outdated "a": The translation is older than its source, which changed N days ago; the limit is 30.
failed: found 1 max-outdated
`,
    ])
    const later = await gitglot(folder, [...args, '--max-outdated', '99999'])
    expect(later).toStrictEqual({ code: 0, out: 'passed: found nothing\n', err: '' })
  })

  describe('of a shallow clone', () => {
    const shallowClone = () => {
      const folder = createTemporaryFolder()
      const origin = `file://${createCheckout(...commits)}`
      runGit(folder, 'clone', '--quiet', '--depth=1', origin, '.')
      return folder
    }
    const message =
      'this clone is shallow: what changed before its oldest commit is unknown and does not count; run git fetch --unshallow'

    test('are those in its known history, with a warning', async () => {
      const args = ['status', '--outdated', '--format', 'json']
      const { code, out, err } = await gitglot(shallowClone(), args)
      expect([code, JSON.parse(out).outdated, err]).toStrictEqual([0, 0, `${message}\n`])
    })

    test('cannot be checked against a limit', async () => {
      const ended = await gitglot(shallowClone(), ['check', '--max-outdated', '0'])
      expect(ended).toStrictEqual({ code: 3, out: '', err: `gitglot: ${message}\n` })
    })
  })
})
