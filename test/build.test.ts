import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameOfSources } from '../src/build.ts'
import { createTemporaryFolder } from './support/git-repository.ts'

test('the name of a build depends only on the version, the sources and the packages', () => {
  const root = createTemporaryFolder()
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
    return nameOfSources(root)
  }
  mkdirSync(join(root, 'src'))
  mkdirSync(join(root, 'formats'))
  writeFileSync(join(root, 'package-lock.json'), '{}')
  const first = write('package.json', '{"version": "1.2.3"}')
  expect(first).toMatch(/^1\.2\.3-[0-9a-f]{12}$/)
  const names = [
    first,
    write('src/a.ts', 'a'),
    write('src/a.ts', 'b'),
    write('src/deep/a.ts', 'b'),
    write('formats/po/index.ts', ''),
    write('package-lock.json', '{"lockfileVersion": 3}'),
    write('package.json', '{"version": "1.2.4"}'),
  ]
  expect(new Set(names).size).toBe(names.length)
  write('src/a.ts', 'a')
  write('README.md', 'text')
  expect(write('src/a.ts', 'b')).toBe(names.at(-1))
})
