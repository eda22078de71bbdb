import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'
import { buildName } from '../../src/build.ts'
import { type Bucket, openStore, type Store, type StoreOptions } from '../../src/store/store.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

/** A folder for the stores of a test. */
interface StoreFolder {
  /** Does not exist yet. */
  readonly path: string
  /** The files of this build in it, in order. */
  readonly files: () => string[]
  readonly warnings: readonly string[]
  /** Opens a store in it, and closes it after the test. */
  readonly open: (options?: Partial<StoreOptions>) => Store
}

/** A new folder for each test of the file; its stores have these options. */
export function useStoreFolder(defaults: Partial<StoreOptions> = {}): StoreFolder {
  let path = ''
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  beforeEach(() => {
    path = join(createTemporaryFolder(), 'store')
    warnings.length = 0
  })
  return {
    get path() {
      return path
    },
    files() {
      const folder = join(path, buildName())
      const names = existsSync(folder) ? readdirSync(folder) : []
      const byNumber = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10)
      return names.sort(byNumber).map((name) => join(folder, name))
    },
    warnings,
    open(options = {}) {
      const store = openStore({ path, warn, ...defaults, ...options })
      onTestFinished(() => store.close())
      return store
    },
  }
}

/** The bucket that tests use. */
export function texts(store: Store): Bucket<string> {
  return store.bucket<string>({ name: 'texts' })
}
