import { Buffer } from 'node:buffer'
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTemporaryFolder, hasGit, runGit } from '../../support/git-repository.ts'
import { listWorkTree } from '../../support/work-tree.ts'

type Files = Readonly<Record<string, string | Buffer>>

function write(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

function commit(files: Files): string {
  const folder = createTemporaryFolder()
  runGit(folder, 'init', '--quiet', '--initial-branch', 'main')
  write(folder, files)
  runGit(folder, 'add', '--all')
  runGit(folder, 'commit', '--quiet', '--message', 'First')
  return folder
}

function clone(origin: string, ...settings: readonly string[]): string {
  const folder = join(createTemporaryFolder(), 'clone')
  const options = settings.flatMap((setting) => ['--config', setting])
  runGit('.', 'clone', '--quiet', ...options, origin, folder)
  return folder
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const marked = (text: string) => utf16(`\ufeff${text}`)
const big = (text: string) => Buffer.from(marked(text)).swap16()
const texts: Files = {
  'l/de.csv': 'a,b\nc,d\n',
  'l/en.json': '{\n  "a": "b"\n}\n',
  'l/mixed.txt': 'a\r\nb\n',
  'logo.png': Buffer.from([0, 1, 0x0d, 0x0a, 2, 0x0a]),
}
const STRINGS = '"a" = "Grüße";\n'
const encoded = (encoding: string, content: Buffer) => ({
  '.gitattributes': `*.strings text working-tree-encoding=${encoding}\n`,
  'de.lproj/a.strings': content,
})

/** A clean work tree of each kind. */
const CHECKOUTS: Readonly<Record<string, () => string>> = {
  'without any setting': () => clone(commit(texts)),
  'with line ends of Windows': () => clone(commit(texts), 'core.autocrlf=true'),
  'that accepts line ends of Windows': () => clone(commit(texts), 'core.autocrlf=input'),
  'whose attributes ask for line ends of Windows': () =>
    clone(commit({ ...texts, '.gitattributes': '*.csv text eol=crlf\nl/*.json eol=crlf\n' })),
  'whose attributes let Git guess': () =>
    clone(
      commit({ ...texts, '.gitattributes': '* text=auto\n*.png binary\n' }),
      'core.eol=crlf',
      'core.autocrlf=false',
    ),
  'whose attributes are in a folder, with a macro': () =>
    clone(
      commit({
        ...texts,
        '.gitattributes': '[attr]lines text eol=crlf\n',
        'l/.gitattributes': '*.csv lines\n/*.json -text\n',
      }),
      'core.autocrlf=true',
    ),
  'with UTF-16 behind a mark': () => clone(commit(encoded('UTF-16', big(STRINGS)))),
  'with UTF-16LE behind a mark': () => clone(commit(encoded('UTF-16LE-BOM', marked(STRINGS)))),
  'with UTF-16LE': () => clone(commit(encoded('UTF-16LE', utf16(STRINGS)))),
  'with ISO 8859-1': () => clone(commit(encoded('ISO-8859-1', Buffer.from(STRINGS, 'latin1')))),
  'with UTF-16 and line ends of Windows': () =>
    clone(
      commit({
        '.gitattributes': '*.strings working-tree-encoding=UTF-16LE-BOM eol=crlf\n',
        'a.strings': marked(STRINGS),
      }),
    ),
  'with an index of version 4': () => {
    const folder = clone(commit({ ...texts, 'l/en/deep/a.json': '{}', 'l/en/deep/ab.json': '1' }))
    runGit(folder, 'update-index', '--index-version', '4')
    return folder
  },
}

describe.skipIf(!hasGit())('a clean work tree has the files of its commit', () => {
  test.each(Object.entries(CHECKOUTS))('%s', (_, create) => {
    const folder = create()
    expect(listWorkTree(folder)).toStrictEqual(committed(folder))
    // If the times differ, Git compares the contents.
    for (const line of committed(folder)) {
      const time = 1_700_000_000
      utimesSync(join(folder, line.split(' ').slice(2).join(' ')), time, time)
    }
    expect(listWorkTree(folder)).toStrictEqual(committed(folder))
    expect(runGit(folder, 'status', '--porcelain')).toBe('')
  })

  test.each(['--assume-unchanged', '--skip-worktree'])('with edits hidden from Git: %s', (how) => {
    const folder = clone(commit({ ...texts, 'x/gone.json': '{}' }))
    runGit(folder, 'update-index', how, 'l/en.json', 'x/gone.json')
    write(folder, { 'l/en.json': '{"own": "settings"}' })
    rmSync(join(folder, 'x'), { recursive: true })
    expect(runGit(folder, 'status', '--porcelain')).toBe('')
    expect(listWorkTree(folder)).toStrictEqual(committed(folder))
  })
})

const monorepo: Files = {
  'apps/a/l/en.json': 'a',
  'apps/a/readme': '',
  'apps/b/l/en.json': 'b',
  'apps/b/l/de/x.json': 'd',
  'apps/c.json': 'c',
  'top.json': 't',
}

describe.skipIf(!hasGit())('a sparse checkout has all files of its commit', () => {
  test.each([
    ['in folders', ['set', '--cone', 'apps/a']],
    ['in folders, with a sparse index', ['set', '--cone', '--sparse-index', 'apps/a']],
    ['in folders of folders', ['set', '--cone', 'apps/b/l/de']],
    ['by patterns', ['set', '--no-cone', '/*', '!/apps/b/']],
    ['by patterns of names', ['set', '--no-cone', '*.json', '!en.json']],
  ])('%s', (_, args) => {
    const folder = clone(commit({ ...monorepo, '.gitattributes': '*.json text\n' }))
    runGit(folder, 'sparse-checkout', ...args)
    expect(runGit(folder, 'status', '--porcelain')).toBe('')
    expect(listWorkTree(folder)).toStrictEqual(committed(folder))
  })

  test('and new and edited files outside its folders', () => {
    const folder = clone(commit(monorepo))
    runGit(folder, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'apps/a')
    write(folder, { 'apps/b/l/fr.json': 'new', 'apps/b/l/en.json': 'edited' })
    const paths = listWorkTree(folder).map((line) => line.split(' ')[2])
    expect(paths).toStrictEqual([
      ...['apps/a/l/en.json', 'apps/a/readme', 'apps/b/l/de/x.json', 'apps/b/l/en.json'],
      ...['apps/b/l/fr.json', 'apps/c.json', 'top.json'],
    ])
    const [, edited] = listWorkTree(folder)[3]?.split(' ') ?? []
    expect(edited).toBe(runGit(folder, 'hash-object', 'apps/b/l/en.json'))
  })

  test('except files removed from the index', () => {
    const folder = clone(commit(monorepo))
    runGit(folder, 'rm', '--quiet', '--cached', 'top.json')
    runGit(folder, 'sparse-checkout', 'set', '--no-cone', '/*', '!/apps/b/', '!/top.json')
    const paths = listWorkTree(folder).map((line) => line.split(' ')[2])
    expect(paths.filter((path) => path?.startsWith('apps/b'))).toStrictEqual([
      'apps/b/l/de/x.json',
      'apps/b/l/en.json',
    ])
  })
})

describe.skipIf(!hasGit())('an edited file has the id that Git would give it', () => {
  const edits: Files = {
    'l/de.csv': 'a,b\r\nc,new\r\n',
    'l/fr.csv': 'a,b\r\n',
    'l/en.json': '{\r\n  "a": "new"\r\n}\r\n',
    'l/mixed.txt': 'a\r\nb\r\nc\n',
    'l/lone.txt': 'a\rb\r\n',
    'control.txt': 'a\x01\x02\x03\r\n',
  }
  test.each([
    ['false', '* text=auto\n'],
    ['true', ''],
    ['input', ''],
    ['false', ''],
    ['true', '*.csv -text\n*.json binary\n'],
    ['false', '*.csv crlf=input\n"l/en.json" text\n*.txt !text eol=lf\n'],
    ['true', '*.csv working-tree-encoding=UTF-16LE\n'],
  ])('with core.autocrlf=%s and the attributes %j', (autocrlf, attributes) => {
    const folder = commit(texts)
    runGit(folder, 'config', 'core.autocrlf', autocrlf)
    runGit(folder, 'config', 'core.safecrlf', 'false')
    write(folder, { ...edits, '.gitattributes': attributes })
    if (attributes.includes('UTF-16')) {
      write(folder, { 'l/de.csv': utf16('ä\r\n'), 'l/fr.csv': utf16('b\n') })
    }
    const ids = listWorkTree(folder)
    runGit(folder, 'add', '--all')
    expect(ids).toStrictEqual(staged(folder))
  })
})

test.skipIf(!hasGit())('an error names a damaged index', () => {
  const folder = commit(texts)
  const index = join(folder, '.git', 'index')
  writeFileSync(index, readFileSync(index).subarray(0, 100))
  expect(() => listWorkTree(folder)).toThrow(`${index}: expected Git's index: `)
})

function committed(folder: string): string[] {
  const rows = runGit(folder, '-c', 'core.quotePath=off', 'ls-tree', '-r', 'HEAD').split('\n')
  return rows.map((row) => row.replace(/ blob /, ' ').replace('\t', ' '))
}

function staged(folder: string): string[] {
  const rows = runGit(folder, '-c', 'core.quotePath=off', 'ls-files', '--stage').split('\n')
  return rows.map((row) => row.replace(/ 0\t/, ' '))
}
