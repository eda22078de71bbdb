import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const followed = shopConfig.replace('    repo: .\n', '    repo: .\n    state_from: follow\n')

/** The second commit changes a source, and only its Czech translation. */
const commits = [
  {
    'gitglot.yml': followed,
    'l/en.json': '{"a": "Hello there", "b": "Good bye"}',
    'l/de.json': '{"a": "Hallo du", "b": "Auf Wiedersehen"}',
    'l/cs.json': '{"a": "Ahoj", "b": "Nashledanou"}',
  },
  {
    'l/en.json': '{"a": "Hello you", "b": "Good bye"}',
    'l/cs.json': '{"a": "Ahoj ty", "b": "Nashledanou"}',
  },
] as const

/** Strings of each language that need editing. */
async function needEditing(folder: string, ...args: string[]): Promise<object> {
  const { out } = await gitglot(folder, ['status', '--format', 'json', ...args])
  const { components } = JSON.parse(out) as {
    components: { translations: { language: string; fuzzy: number }[] }[]
  }
  return Object.fromEntries(
    components.flatMap(({ translations }) =>
      translations.map(({ language, fuzzy }) => [language, fuzzy]),
    ),
  )
}

describe.skipIf(!hasGit())('states from the history', () => {
  test('are shown of the files on disk and of commits', async () => {
    const folder = createCheckout(...commits)
    expect([
      await needEditing(folder),
      await needEditing(folder, '--ref', 'HEAD'),
      await needEditing(folder, '--ref', 'HEAD~1'),
    ]).toStrictEqual([
      { en: 0, cs: 0, de: 1 },
      { en: 0, cs: 0, de: 1 },
      { en: 0, cs: 0, de: 0 },
    ])
    writeFilesInto(folder, {
      'l/en.json': '{"a": "Hello you", "b": "Bye"}',
      'l/de.json': '{"a": "Hallo ihr", "b": "Auf Wiedersehen"}',
    })
    expect(await needEditing(folder)).toStrictEqual({ en: 0, cs: 1, de: 1 })
    writeFilesInto(folder, { 'l/de.json': '{"a": "Hallo ihr", "b": "Tschüs"}' })
    expect(await needEditing(folder)).toStrictEqual({ en: 0, cs: 1, de: 0 })
  })

  test('are those of the files before the first commit', async () => {
    const folder = createTemporaryFolder()
    runGit(folder, 'init', '--quiet')
    writeFilesInto(folder, commits[0])
    expect(await needEditing(folder)).toStrictEqual({ en: 0, cs: 0, de: 0 })
  })

  test('that are new are warnings of the gate, older ones are not', async () => {
    const folder = createCheckout(...commits)
    expect(await gitglot(folder, ['check', '--base', 'HEAD'])).toStrictEqual({
      code: 0,
      out: `passed: found nothing since ${runGit(folder, 'rev-parse', '--short=12', 'HEAD')}\n`,
      err: '',
    })
    const { code, out } = await gitglot(folder, ['check', '--base', 'HEAD~1'])
    expect([code, out.split('\n').slice(0, -1)]).toStrictEqual([
      0,
      [
        'l/en.json:1:2: warning outdated "a" (de): The source changed; the translation did not.',
        `passed: found 1 warning (1 outdated) since ${runGit(folder, 'rev-parse', '--short=12', 'HEAD~1')}`,
      ],
    ])
  })

  test('that change are a difference', async () => {
    const { out } = await gitglot(createCheckout(...commits), ['diff', 'HEAD~1', '--language=de'])
    expect(out).toBe(`shop/web
  de  German  100.0%  →  50.0%  1 changed, 1 no longer translated

  de German
    ~ a (no longer translated): the source changed, the translation did not
`)
  })

  test('are those of the files where the history is damaged, with a warning', async () => {
    const folder = createCheckout(...commits, { 'l/README': '' })
    const oid = runGit(folder, 'rev-parse', 'HEAD~1')
    rmSync(join(folder, '.git/objects', oid.slice(0, 2), oid.slice(2)))
    const { code, out, err } = await gitglot(folder, ['status', '--language=de'])
    expect([code, out.split('\n')[0], err]).toStrictEqual([
      // The history is a part that cannot be read.
      3,
      'shop/web  de  German  100.0%  2/2',
      'shop/web: its history cannot be read, so none of its translations count as outdated\n',
    ])
  })

  test('are fewer in a shallow clone, with a warning; a cached clone is deepened', async () => {
    const folder = createTemporaryFolder()
    const origin = `file://${createCheckout(...commits)}`
    runGit(folder, 'clone', '--quiet', '--depth=1', origin, '.')
    const { code, err } = await gitglot(folder, ['status'])
    expect([code, err]).toStrictEqual([
      0,
      'this clone is shallow: what changed before its oldest commit is unknown and does not count; run git fetch --unshallow\n',
    ])
    const cache = { XDG_CACHE_HOME: createTemporaryFolder() }
    const cloned = await gitglot(
      createTemporaryFolder(),
      ['status', origin, '--language=de'],
      cache,
    )
    expect([cloned.code, cloned.out.split('\n')[0], cloned.err]).toStrictEqual([
      0,
      'shop/web  de  German  50.0%  1/2  1 left',
      `cloning ${origin}\nfetching the history of ${origin}\n`,
    ])
  })
})
