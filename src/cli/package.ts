import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of gitglot's package.json, above `src` or `dist`. Throws if it is missing. */
export function packageFolder(from = dirname(fileURLToPath(import.meta.url))): string {
  if (existsSync(join(from, 'package.json'))) return from
  if (from === dirname(from)) throw new Error('expected package.json in a folder above gitglot')
  return packageFolder(dirname(from))
}

/** Returns the version of the package. */
export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageFolder(), 'package.json'), 'utf8'),
  )
  return version
}
