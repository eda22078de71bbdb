import { expect, test } from 'vitest'
import { explainFailure } from '../../../src/git/remote/failure.ts'

const url = 'https://git.example.org/a.git'

test.each([
  [
    'remote: Enumerating objects: 5, done.\rremote: Counting objects:  50% (1/2)\rReceiving objects:  10% (1/10), 1.2 MiB | 300 KiB/s\nfatal: early EOF\n',
    'early EOF',
  ],
  [
    'From https://git.example.org/a\n + 1234567...89abcde main -> main  (forced update)\n',
    'cannot be reached',
  ],
  [
    'remote: fatal: Out of memory, malloc failed\nfatal: early EOF',
    'fatal: Out of memory, malloc failed; early EOF',
  ],
  [
    'fatal: Out of memory, malloc failed',
    'git would take more than 1073741824 bytes of memory (see max_git_memory)',
  ],
  ['x'.repeat(10_000), 'x'.repeat(500)],
])('%j is told as %j', (message, words) => {
  expect(explainFailure({ url, message })).toBe(`${url}: ${words}`)
})
