import { expect, test } from 'vitest'
import { explainFailure } from '../../../src/git/remote/failure.ts'

const url = 'https://git.example.org/a.git'

test.each([
  [
    'remote: Enumerating objects: 5, done.\rremote: Counting objects:  50% (1/2)\rReceiving objects:  10% (1/10), 1.2 MiB | 300 KiB/s\nfatal: early EOF\n',
    'early EOF',
    'unreachable',
  ],
  [
    'From https://git.example.org/a\n + 1234567...89abcde main -> main  (forced update)\n',
    'cannot be reached',
    'unreachable',
  ],
  [
    'remote: fatal: Out of memory, malloc failed\nfatal: early EOF',
    'fatal: Out of memory, malloc failed; early EOF',
    'unreachable',
  ],
  [
    'fatal: Out of memory, malloc failed',
    'git would take more than 1024 MiB of memory (see max_git_memory)',
    'too-large',
  ],
  [
    'fatal: write error: No space left on device',
    'no space left on the disk of the data folder',
    'disk',
  ],
  ['x'.repeat(10_000), 'x'.repeat(500), 'unreachable'],
  [
    "fatal: could not read Username for 'https://git.example.org': terminal prompts disabled",
    'authentication failed: credentials are missing or were rejected',
    'auth',
  ],
  [
    "fatal: unable to access 'https://git.example.org/a.git/': The requested URL returned error: 403",
    "unable to access 'https://git.example.org/a.git/': The requested URL returned error: 403",
    'auth',
  ],
  [
    'git@git.example.org: Permission denied (publickey).\nfatal: Could not read from remote repository.',
    'git@git.example.org: Permission denied (publickey).; Could not read from remote repository.',
    'auth',
  ],
  [
    "fatal: couldn't find remote ref refs/heads/release",
    "couldn't find remote ref refs/heads/release",
    'no-branch',
  ],
  [
    "fatal: repository 'https://git.example.org/a.git/' not found",
    "repository 'https://git.example.org/a.git/' not found",
    'not-found',
  ],
  [
    'ssh: connect to host git.example.org port 22: Connection timed out',
    'ssh: connect to host git.example.org port 22: Connection timed out',
    'timeout',
  ],
])('%j is reported as %j, with the code %j', (message, words, code) => {
  const error = explainFailure({ url, message })
  expect([error.message, error.code]).toEqual([`${url}: ${words}`, code])
})
