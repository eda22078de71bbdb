import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder, hasGit, runGit } from '../../support/git-repository.ts'
import { listWorkTree } from '../../support/work-tree.ts'

type Files = Readonly<Record<string, string>>

function write(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const PATHS = [
  ...['a.json', 'b.json', 'build/a.json', 'build/deep/b.json', 'l/a.json', 'l/b.json'],
  ...['l/build/x.json', 'l/deep/er/a.json', 'l/deep/er/c.json', 'l/[a].json', 'l/a b.json '],
  ...['l/!x.json', 'l/#x.json', 'node_modules/m/l/en.json', 'tmp/keep/a.json', 'tmp/b.json'],
  ...['.hidden/a.json', 'l/é.json', 'A.JSON', 'l/x\\y.json'],
]
const TRACKED = ['build/tracked.json', 'l/tracked.json', 'tmp/keep/tracked.json']

const IGNORED: Readonly<Record<string, Files>> = {
  names: { '.gitignore': 'a.json\n' },
  folders: { '.gitignore': 'build/\nnode_modules\n' },
  'paths from the top': { '.gitignore': '/a.json\nl/build\n' },
  'negated patterns': { '.gitignore': '*.json\n!b.json\n!/l/deep/\n' },
  'a negated file in an ignored folder': { '.gitignore': 'tmp/\n!tmp/keep/a.json\n' },
  'a negated folder': { '.gitignore': '/tmp/*\n!/tmp/keep/\n' },
  'everything but some': { '.gitignore': '/*\n!/l\n/l/*\n!/l/deep/\n' },
  'any folders': { '.gitignore': '**/er/*.json\nl/**/c.json\nbuild/**\n!build/**/b.json\n' },
  'patterns in a folder': { '.gitignore': 'a.json\n', 'l/.gitignore': '!a.json\n/b.json\n' },
  characters: { '.gitignore': 'l/[ab].json\nl/\\[a\\].json\n?.JSON\n[!a-z].json\n' },
  'comments, spaces and marks': {
    '.gitignore': '\ufeff# a.json\r\n\r\nb.json  \r\na b.json\\ \n\\!x.json\n\\#x.json\n',
  },
  backslashes: { '.gitignore': 'x\\\\y.json\n\\a.json\n' },
  'dots and letters that are not ASCII': { '.gitignore': '.*\n!.gitignore\n*é*\n' },
  'the clone alone': { '.git/info/exclude': 'l/\n', 'l/.gitignore': '!*\n' },
  'a file that ignores itself': { 'l/.gitignore': '*\n' },
}

function createFolder(): string {
  const folder = createTemporaryFolder()
  runGit(folder, 'init', '--quiet', '--initial-branch', 'main')
  write(folder, Object.fromEntries([...PATHS, ...TRACKED].map((path) => [path, path])))
  runGit(folder, 'add', ...TRACKED)
  return folder
}

function pathsOf(folder: string, environment: Readonly<Record<string, string>> = {}): string[] {
  const lines = listWorkTree(folder, environment)
  return lines.map((line) => line.split(' ').slice(2).join(' ')).sort()
}

/** Paths that Git tracks or would add. */
function pathsForGit(folder: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  return runGit(folder, ...args)
    .split('\0')
    .filter((path) => path !== '')
    .sort()
}

test.skipIf(!hasGit()).each(Object.entries(IGNORED))('%s are left out', (_, files) => {
  const folder = createFolder()
  const before = pathsForGit(folder)
  write(folder, files)
  const paths = pathsForGit(folder)
  expect(paths).not.toEqual(before)
  expect(pathsOf(folder)).toStrictEqual(paths)
})

test.skipIf(!hasGit())('files in the global ignore file of the user are left out', () => {
  const folder = createFolder()
  const home = createTemporaryFolder()
  write(home, {
    '.config/git/ignore': 'b.json\n',
    '.gitconfig': '[include]\n\tpath = more\n',
    more: '[core]\n  excludesFile = ~/mine ; not that above\n',
    mine: 'a.json\n',
  })
  const left = (name: string) =>
    [...PATHS, ...TRACKED].filter((path) => !path.endsWith(name)).sort()
  expect(pathsOf(folder, { HOME: home })).toStrictEqual(left('a.json'))
  const named = { HOME: home, GIT_CONFIG_GLOBAL: '/dev/null' }
  expect(pathsOf(folder, named)).toStrictEqual(left('b.json'))
  runGit(folder, 'config', 'core.excludesFile', join(home, 'none'))
  expect(pathsOf(folder, { HOME: home })).toStrictEqual([...PATHS, ...TRACKED].sort())
})

test.skipIf(!hasGit())('patterns ignore case with core.ignoreCase', () => {
  const folder = createFolder()
  runGit(folder, 'config', 'core.ignoreCase', 'true')
  write(folder, { '.gitignore': 'A.json\n' })
  expect(pathsOf(folder)).toStrictEqual(pathsForGit(folder))
})

test.skipIf(!hasGit())('a .gitignore that is a link is not read', () => {
  const folder = createFolder()
  write(folder, { patterns: '*.json\n' })
  symlinkSync('patterns', join(folder, '.gitignore'))
  expect(pathsOf(folder)).toStrictEqual(pathsForGit(folder))
})

test.skipIf(!hasGit())('a linked work tree has an index of its own', () => {
  const folder = createFolder()
  runGit(folder, 'commit', '--quiet', '--message', 'First')
  const linked = join(createTemporaryFolder(), 'linked')
  runGit(folder, 'worktree', 'add', '--quiet', linked)
  write(linked, { '.gitignore': '*.json\n', 'new.json': '' })
  expect(pathsOf(linked)).toStrictEqual(['.gitignore', ...TRACKED])
})

test.skipIf(!hasGit())('with a split index nothing is left out', () => {
  const folder = createFolder()
  runGit(folder, 'update-index', '--split-index')
  write(folder, { '.gitignore': '*.json\n' })
  expect(pathsOf(folder)).toStrictEqual(['.gitignore', ...PATHS, ...TRACKED].sort())
})
