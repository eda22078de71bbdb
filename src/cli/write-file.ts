import { writeFileSync } from 'node:fs'
import { ConfigError } from '../errors.ts'

/** Writes a file that must not be there yet, unless `force`. Throws ConfigError when it is. */
export function writeNewFile(path: string, text: string, force: boolean): void {
  try {
    writeFileSync(path, text, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new ConfigError(`${path}: is there already; --force overwrites it`, { cause: error })
    }
    throw error
  }
}
