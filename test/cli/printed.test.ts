import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Arguments } from '../../src/cli/command.ts'
import { screenOf } from '../../src/cli/output/terminal.ts'
import { type Asked, printedOnce } from '../../src/cli/printed.ts'
import { printStatus } from '../../src/cli/status/print-status.ts'
import { createCheckout, gitglot, shopConfig } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const screen = screenOf({})
const noArgs: Arguments = { operands: [], values: {}, switches: new Set() }
const asked: Asked = { program: 'file:///program.js', args: noArgs, screen }

/** Makes everything on disk older than any step of a file system's clock. */
function wait(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
}

beforeEach(() => {
  vi.stubEnv('XDG_CACHE_HOME', createTemporaryFolder())
  wait()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('what was printed for some files', () => {
  test('is printed again without a run, until one of them changes, goes or appears', async () => {
    const folder = createTemporaryFolder()
    const [present, absent] = [join(folder, 'present'), join(folder, 'absent')]
    writeFileSync(present, 'one')
    let runs = 0
    async function print(): Promise<string> {
      const { text } = await printedOnce(asked, async (noteRead) => {
        noteRead(present)
        noteRead(absent)
        return { text: `run ${++runs}`, code: 0, isOfFiles: true }
      })
      return text
    }
    const texts = [await print(), await print()]
    writeFileSync(present, 'two')
    utimesSync(present, 1, 1)
    texts.push(await print(), await print())
    writeFileSync(absent, '')
    texts.push(await print(), await print())
    rmSync(present)
    texts.push(await print(), await print())
    symlinkSync('absent', present)
    texts.push(await print(), await print())
    expect(texts).toStrictEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5].map((run) => `run ${run}`))
  })

  test.for<[string, Partial<Asked>]>([
    ['program', { program: 'file:///other.js' }],
    ['operand', { args: { ...noArgs, operands: ['l'] } }],
    ['option', { args: { ...noArgs, values: { format: 'json' } } }],
    ['switch', { args: { ...noArgs, switches: new Set(['worktree']) } }],
    ['width', { screen: { ...screen, columns: 40 } }],
    ['kind of terminal', { screen: { ...screen, isColored: true } }],
  ])('is not what is printed for another %s', async ([, other]) => {
    const printed = (text: string, by: Asked) =>
      printedOnce(by, async (noteRead) => {
        noteRead('/')
        return { text, code: 0, isOfFiles: true }
      })
    await printed('first', asked)
    expect((await printed('second', { ...asked, ...other })).text).toBe('second')
    expect((await printed('third', asked)).text).toBe('first')
  })

  test('is forgotten where the output depends on more, a file was just written, or changed while it was read', async () => {
    const file = join(createTemporaryFolder(), 'file')
    writeFileSync(file, '')
    let runs = 0
    async function print(isOfFiles: boolean, change = () => undefined): Promise<string> {
      const { text } = await printedOnce(asked, async (noteRead) => {
        noteRead(file)
        change()
        noteRead(file)
        return { text: `run ${++runs}`, code: 0, isOfFiles }
      })
      return text
    }
    await print(false)
    await print(true, () => writeFileSync(file, 'longer') as undefined)
    vi.useRealTimers()
    await print(true)
    expect([await print(true), runs]).toStrictEqual(['run 4', 4])
  })

  test('is never that of a program which runs from its sources', async () => {
    const program = 'file:///program.ts'
    const print = (text: string) =>
      printedOnce({ ...asked, program }, async (noteRead) => {
        noteRead('/')
        return { text, code: 0, isOfFiles: true }
      })
    await print('first')
    expect((await print('second')).text).toBe('second')
  })
})

describe.skipIf(!hasGit())('status', () => {
  const component =
    '{ slug: app, name: App, file_format: arb, filemask: a/app_*.arb, template: a/app_en.arb }'
  const changes: Readonly<Record<string, (folder: string) => void>> = {
    'a translation is edited': (folder) => write(folder, 'l/de.json', '{"a": "Hallo", "b": ""}'),
    'a translation is edited, its size and time kept': (folder) => {
      write(folder, 'l/de.json', '{"a": "Hallo", "b": ".."}')
      utimesSync(join(folder, 'l/de.json'), 1, 1)
    },
    'a language is added': (folder) => write(folder, 'l/fr.json', '{"a": "Salut"}'),
    'a language is removed': (folder) => rmSync(join(folder, 'l/cs.json')),
    'a folder of translations is renamed': (folder) =>
      renameSync(join(folder, 'l'), join(folder, 'locale')),
    'a folder of translations appears': (folder) => {
      write(folder, 'web/src/locales/en.json', '{"x": "Yes"}')
      write(folder, 'web/src/locales/de.json', '{"x": "Ja"}')
    },
    'a configuration appears': (folder) => write(folder, 'gitglot.yml', shopConfig),
    'a configuration is edited': (folder) =>
      write(folder, 'gitglot.yml', `${shopConfig}      - ${component}\n`),
    'a configuration appears in a folder above the current one': (folder) =>
      write(folder, 'sub/gitglot.yml', shopConfig),
    'a configuration goes': (folder) => rmSync(join(folder, 'gitglot.yml'), { force: true }),
    'the current folder becomes a repository of its own': (folder) =>
      void runGit(join(folder, 'sub/deep'), 'init', '-q'),
    'the repository gets a remote': (folder) =>
      void runGit(folder, 'remote', 'add', 'origin', 'https://git.example.org/o/n.git'),
    'another commit is checked out': (folder) => void runGit(folder, 'checkout', '-q', 'HEAD~1'),
  }
  const files = {
    'l/en.json': '{"a": "Hello", "b": "Good"}',
    'l/de.json': '{"a": "Hallo", "b": "Gut"}',
    'l/cs.json': '{"a": "Ahoj"}',
    'a/app_en.arb': '{"x": "Yes"}',
    'sub/deep/README.md': '',
  }
  const other = shopConfig.replace('repo: .', 'repo: https://git.example.org/o/n.git')

  test.for(Object.entries(changes))('is told anew when %s', async ([, change]) => {
    for (const config of [{}, { 'gitglot.yml': shopConfig }, { 'gitglot.yml': other }]) {
      const folder = createCheckout({ 'l/en.json': '{"a": "Hello"}' }, { ...files, ...config })
      const args: Arguments = {
        operands: [join(folder, 'sub/deep')],
        values: { format: 'csv' },
        switches: new Set(),
      }
      const status = () =>
        printedOnce({ ...asked, args }, (noteRead) => printStatus(args, screen, noteRead))
      wait()
      const kept = [await status(), await status()]
      expect(kept[1]).toMatchObject({ ...kept[0], stamps: expect.anything() })
      change(folder)
      wait()
      const now = await status().then(
        ({ text }) => text,
        () => '', // The folder or its components are gone.
      )
      const fresh = await gitglot(folder, ['status', 'sub/deep', '--format', 'csv'])
      expect(now).toBe(fresh.out)
    }
  })
})

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
