import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSettings, readSettings } from '../../src/git/git-config.ts'
import { writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const TEXT = `\ufeff# comment
; another
[core] bare = false ; why
\tautocrlf
\tEditor = "a \\"b\\" # c" d  e \t # f
[Remote "My \\"Origin\\" ]"]
  url = https://example.org/a.git\r
  fetch = +refs/heads/*:refs/remotes/origin/*
  fetch = a\\
b
[branch.Sub]
  empty =
  tab = a\\tb\\\\
  x-1 = "  kept  "
`

test('settings are read with comments, quotes, escapes and continued lines', () => {
  expect(parseSettings(TEXT)).toEqual([
    ['core.bare', 'false'],
    ['core.autocrlf', 'true'],
    ['core.editor', 'a "b" # c d  e'],
    ['remote.My "Origin" ].url', 'https://example.org/a.git'],
    ['remote.My "Origin" ].fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['remote.My "Origin" ].fetch', 'ab'],
    ['branch.sub.empty', ''],
    ['branch.sub.tab', 'a\tb\\'],
    ['branch.sub.x-1', '  kept  '],
  ])
})

test.skipIf(!hasGit())('settings are read as by Git', () => {
  const folder = createTemporaryFolder()
  writeFilesInto(folder, { config: TEXT.replace('\ufeff', '') })
  const listed = runGit(folder, 'config', '--file', 'config', '--null', '--list')
  const settings = listed.split('\0').filter((line) => line !== '')
  expect(parseSettings(TEXT)).toEqual(
    settings.map((line) => {
      const [name = '', value = 'true'] = line.split('\n')
      return [name, value]
    }),
  )
})

test('settings of the repository override those of the user, and these override the system', () => {
  const folder = createTemporaryFolder()
  const line = (value: string) => `[core]\n${value}\n`
  writeFilesInto(folder, {
    system: line('a = system\nb = system\nc = system\nd = system\ne = system'),
    'home/.config/git/config': line('b = xdg\nc = xdg\nd = xdg'),
    'home/.gitconfig': `${line('c = home')}[include]\npath = ~/more\npath = home-loop\n`,
    'home/home-loop': '[include]\npath = home-loop\n',
    'home/more': line('d = more\ne = more'),
    'git/config': `${line('e = own')}[extensions]\nworktreeConfig = true\n`,
    'git/config.worktree': line('f = worktree'),
  })
  const gitDir = join(folder, 'git')
  const read = (environment: Readonly<Record<string, string>>) => {
    const settings = readSettings({ objectFolders: [], gitDir, commonDir: gitDir }, environment)
    return 'abcdef'.split('').map((name) => settings.get(`core.${name}`))
  }
  const GIT_CONFIG_SYSTEM = join(folder, 'system')
  const HOME = join(folder, 'home')
  expect(read({ GIT_CONFIG_SYSTEM, HOME })).toEqual([
    ...['system', 'xdg', 'home', 'more', 'own', 'worktree'],
  ])
  expect(read({ GIT_CONFIG_SYSTEM, HOME, GIT_CONFIG_GLOBAL: '' })).toEqual([
    ...['system', 'system', 'system', 'system', 'own', 'worktree'],
  ])
  expect(read({ GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM: '1' })).toEqual([
    ...[undefined, undefined, undefined, undefined, 'own', 'worktree'],
  ])
})
