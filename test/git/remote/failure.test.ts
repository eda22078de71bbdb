import { expect, test } from 'vitest'
import { explainFailure } from '../../../src/git/remote/failure.ts'

const url = 'https://git.example.org/a.git'

test.each([
  [
    'remote: Enumerating objects: 5, done.\rremote: Counting objects:  50% (1/2)\rReceiving objects:  10% (1/10), 1.2 MiB | 300 KiB/s\nfatal: early EOF\n',
    'early EOF',
    undefined,
  ],
  [
    'From https://git.example.org/a\n + 1234567...89abcde main -> main  (forced update)\n',
    'cannot be reached',
    undefined,
  ],
  [
    'remote: fatal: Out of memory, malloc failed\nfatal: early EOF',
    'fatal: Out of memory, malloc failed; early EOF',
    undefined,
  ],
  [
    'fatal: Out of memory, malloc failed',
    'git would take more than 1073741824 bytes of memory (see max_git_memory)',
    'too-large',
  ],
  [
    'fatal: write error: No space left on device',
    'no space left on the disk of the data folder',
    'disk',
  ],
  ['x'.repeat(10_000), 'x'.repeat(500), undefined],
])('%j is told as %j, with the code %j', (message, words, code) => {
  const error = explainFailure({ url, message })
  expect([error.message, error.code]).toEqual([`${url}: ${words}`, code])
})
