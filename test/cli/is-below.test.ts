import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { isBelow } from '../../src/cli/config-file.ts'

test.each([
  [posix, '/a', '/a', true],
  [posix, '/a', '/a/b', true],
  [posix, '/a', '/a/..b', true],
  [posix, '/a', '/ab', false],
  [posix, '/a/b', '/a', false],
  [win32, 'C:\\a', 'c:\\A\\b', true],
  [win32, 'C:\\a', 'C:/a/b', true],
  [win32, 'C:\\a', 'C:\\', false],
  [win32, 'C:\\a', 'D:\\a\\b', false],
  [win32, '\\\\server\\share', '\\\\server\\share\\a', true],
])('case %#', (system, folder, path, expected) => {
  expect(isBelow(folder, path, system)).toBe(expected)
})
