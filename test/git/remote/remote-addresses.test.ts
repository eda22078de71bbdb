import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addressKey, remoteAddresses } from '../../../src/git/remote/remote-addresses.ts'
import { createCheckout } from '../../support/command.ts'
import { hasGit, runGit } from '../../support/git-repository.ts'

test.skipIf(!hasGit())('the remotes of a work tree are listed, and no other addresses', () => {
  const folder = createCheckout({ a: '1' })
  runGit(folder, 'remote', 'add', 'origin', 'git@git.example.org:o/n.git')
  runGit(folder, 'remote', 'add', 'up', 'https://git.example.org/up/n')
  runGit(folder, 'config', 'submodule.x.url', 'https://git.example.org/x')
  // Line ends as an editor on Windows writes them.
  const more = '[remote "edited"]\r\n\turl = https://git.example.org/edited/n\r\n'
  appendFileSync(join(folder, '.git/config'), more)
  expect(remoteAddresses(folder)).toStrictEqual([
    'git@git.example.org:o/n.git',
    'https://git.example.org/up/n',
    'https://git.example.org/edited/n',
  ])
})

test.each([
  'https://git.example.org/o/n.git',
  'https://user:secret@Git.Example.org/o/n',
  'http://git.example.org:8080/o/n.git/',
  'ssh://git@git.example.org:22/o/n.git',
  'git@git.example.org:o/n.git',
  'git.example.org:/o/n',
])('%s is the repository o/n of git.example.org', (address) => {
  expect(addressKey(address)).toBe('git.example.org/o/n')
})

test.each(['.', '/srv/o/n.git', '../n'])('%s is a path', (address) => {
  expect(addressKey(address)).toBe(undefined)
})
