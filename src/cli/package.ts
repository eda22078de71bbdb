import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of gitglot's package.json: above `src` or `dist`, wherever this module runs. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

/** The version of the package. */
export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageFolder(), 'package.json'), 'utf8'),
  )
  return version
}
