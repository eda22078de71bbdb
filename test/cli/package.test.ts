import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { packageFolder } from '../../src/cli/package.ts'

test('the folder of package.json is found from below, or it is said to be missing', () => {
  expect(packageFolder(resolve('src/cli/check'))).toBe(resolve())
  expect(() => packageFolder('/')).toThrow('expected package.json in a folder above gitglot')
})

test('npm finds in its lock what each platform needs', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const wanted = Object.values(packages).flatMap((one) =>
    Object.keys(one.optionalDependencies ?? {}),
  )
  expect(wanted.filter((name) => !names.has(name))).toStrictEqual([])
})
