import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const german = '{ "a": "Hallo", "b": "Welt" }'
const oid = createHash('sha256').update(german).digest('hex')
const pointer = (size = german.length) =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`

const files = {
  'apps/web/l/en.json': '{ "a": "Hello", "b": "World" }',
  'apps/web/l/de.json': pointer(),
  'apps/web/.gitattributes': 'l/de.json filter=lfs diff=lfs merge=lfs -text\n',
  'gitglot.yml': shopConfig
    .replaceAll('l/', 'apps/web/l/')
    .concat('      - { slug: csv, name: CSV, file_format: csv, filemask: c/*.csv }\n'),
  'c/de.csv': pointer(),
  'c/fr.csv': '"source","target"\n"Hello","Bonjour"\n',
}
const isPointer =
  'it is a Git LFS pointer without its content; run git lfs pull (gitglot fetches none)'

/** As `git lfs` keeps it, in a clone or for a bare repository. */
const content = (gitDir: string) => ({
  [`${gitDir}lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`]: german,
})

describe.skipIf(!hasGit())('a pointer of Git LFS', () => {
  test.each([
    ['on disk', []],
    ['at a commit', ['--ref', 'HEAD']],
  ])('is no translation %s', async (_, args) => {
    const { code, out } = await gitglot(createCheckout(files), ['status', ...args])
    expect(code).toBe(3)
    expect(out.match(/^ +! .*$/gm)).toEqual([
      `  ! apps/web/l/de.json: ${isPointer}`,
      `  ! c/de.csv: ${isPointer}`,
    ])
    expect(out.match(/^ +de .*$/gm)?.map((line) => line.replace(/ +/g, ' '))).toEqual([
      ' de German cannot be read',
      ' de German cannot be read',
    ])
  })

  test('is read as its content if the clone has it', async () => {
    const folder = createCheckout(files, { 'c/de.csv': files['c/fr.csv'] })
    writeFilesInto(folder, content('.git/'))
    const committed = await gitglot(folder, ['status', '--ref', 'HEAD'])
    expect([committed.code, committed.err]).toEqual([0, ''])
    expect(committed.out).toMatch(/ de {2}German +100\.0% {2}2\/2\n/)
    // As `git lfs` checks it out.
    writeFilesInto(folder, { 'apps/web/l/de.json': german })
    expect(await gitglot(folder, ['status'])).toEqual(committed)
    expect((await gitglot(folder, ['diff', 'HEAD'])).out).toBe('no difference\n')
    const bare = join(createTemporaryFolder(), 'shop.git')
    runGit('.', 'clone', '--quiet', '--bare', folder, bare)
    expect((await gitglot(bare, ['status', '.'])).code).toBe(3)
    writeFilesInto(bare, content(''))
    expect((await gitglot(bare, ['status', '.'])).out).toBe(committed.out)
  })

  test('with another size than its content is not resolved', async () => {
    const folder = createCheckout({ ...files, 'apps/web/l/de.json': pointer(7) })
    writeFilesInto(folder, content('.git/'))
    expect((await gitglot(folder, ['status'])).out).toContain(`apps/web/l/de.json: ${isPointer}`)
  })

  test.each([
    ['at both ends', files],
    ['at the base', { ...files, 'apps/web/l/de.json': german, 'c/de.csv': files['c/fr.csv'] }],
  ])('%s cannot be checked', async (_, now) => {
    const folder = createCheckout(files)
    writeFilesInto(folder, now)
    const { code, out, err } = await gitglot(folder, ['check', '--base', 'HEAD'])
    expect(out).toMatch(/^failed: not everything can be read; found /m)
    expect([code, err]).toEqual([3, `apps/web/l/de.json: ${isPointer}\nc/de.csv: ${isPointer}\n`])
  })

  test('in a change is told', async () => {
    const folder = createCheckout({ ...files, 'apps/web/l/de.json': german })
    writeFilesInto(folder, { 'apps/web/l/de.json': pointer() })
    const { code, out } = await gitglot(folder, ['check', '--base', 'HEAD'])
    expect([code, out.split('\n')[0]]).toEqual([
      3,
      `apps/web/l/de.json:1:1: error parse-error: ${isPointer}`,
    ])
  })
})
