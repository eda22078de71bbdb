import { writeFileSync } from 'node:fs'
import { ConfigError } from '../errors.ts'

/** Writes a file. Throws ConfigError if it exists, unless `force`. */
export function writeNewFile(path: string, text: string, force: boolean): void {
  try {
    writeFileSync(path, text, { flag: force ? 'w' : 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new ConfigError(`${path}: already exists; --force overwrites it`, { cause: error })
    }
    throw error
  }
}
