import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { packageFolder } from '../../src/cli/package.ts'

test('the folder of package.json is found from below, or it is said to be missing', () => {
  expect(packageFolder(resolve('src/cli/check'))).toBe(resolve())
  expect(() => packageFolder('/')).toThrow('expected package.json in a folder above gitglot')
})
