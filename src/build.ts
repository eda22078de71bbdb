import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** Defined in the bundled program. */
declare const GITGLOT_BUILD: string | undefined

const KEY = 'gitglot build'

/** Returns the name of this build, by which derived data is kept apart; the same in all threads of a process. */
export function buildName(): string {
  if (typeof GITGLOT_BUILD === 'string') return GITGLOT_BUILD
  const parentName = getEnvironmentData(KEY)
  if (typeof parentName === 'string') return parentName
  const name = nameOfSources(join(import.meta.dirname, '..'))
  setEnvironmentData(KEY, name)
  return name
}

/** Returns only the version: `1.2.3`. */
export function buildVersion(): string {
  return buildName().replace(/-.*/, '')
}

/** Returns the version with a hash of all sources and packages: `1.2.3-0123456789ab`. Takes about 50 ms. */
export function nameOfSources(root: string): string {
  const digest = createHash('sha1').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of ['src', 'formats']) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
      digest.update(path.slice(root.length)).update(readFileSync(path))
    }
  }
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(manifest)
  return `${version}-${digest.digest('hex').slice(0, 12)}`
}
