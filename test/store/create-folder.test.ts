import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '../../src/store/create-folder.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

test('a folder is created with its parents, and may exist', () => {
  const path = join(createTemporaryFolder(), 'a/b')
  createFolder(path, 0o700)
  createFolder(path, 0o700)
  expect(existsSync(path)).toBe(true)
})

test('a file or dangling link in place of a folder is an error', () => {
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  symlinkSync('/nowhere/at/all', join(folder, 'link'))
  for (const [name, code] of [
    ['file', 'EEXIST'],
    ['file/below', 'ENOTDIR'],
    ['link', 'EEXIST'],
  ] as const) {
    expect(() => createFolder(join(folder, name), 0o700)).toThrow(code)
  }
})
