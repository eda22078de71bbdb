import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { tooOld } from '../../src/cli/node-version.ts'
import { packageFolder } from '../../src/cli/package.ts'

test('package.json is found from a folder below it, or reported as missing', () => {
  expect(packageFolder(resolve('src/cli/check'))).toBe(resolve())
  expect(() => packageFolder('/')).toThrow('expected package.json in a folder above gitglot')
})

test('the lock file of npm has the packages of every platform', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const names = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const optional = Object.values(packages).flatMap((manifest) =>
    Object.keys(manifest.optionalDependencies ?? {}),
  )
  expect(optional.filter((name) => !names.has(name))).toStrictEqual([])
})

test.each([
  ['18.20.8', 'gitglot needs Node 20.15 or newer; this is Node 18.20.8'],
  ['20.14.0', 'gitglot needs Node 20.15 or newer; this is Node 20.14.0'],
  ['20.15.0', undefined],
  ['22.0.0', undefined],
  ['26.1.0', undefined],
])('Node %s: %s', (version, fault) => {
  expect(tooOld(version)).toBe(fault)
})

test('the oldest Node that runs is the one of package.json', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(engines.node).toBe('>=20.15')
})
