import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { nearest } from '../config/nearest.ts'

/** A folder with nearly this path: another last part in the same folder, or the same one in another. Undefined: none. */
export function nearFolder(path: string): string | undefined {
  const [parent, name] = [dirname(path), basename(path)]
  if (existsSync(parent)) {
    const meant = nearest(name, foldersIn(parent))
    return meant && join(parent, meant)
  }
  const near = foldersIn(dirname(parent)).filter((one) =>
    existsSync(join(dirname(parent), one, name)),
  )
  const meant = nearest(basename(parent), near)
  return meant && join(dirname(parent), meant, name)
}

function foldersIn(path: string): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    return entries.filter((one) => !one.isFile()).map(({ name }) => name)
  } catch {
    // Nothing can be suggested there.
    return []
  }
}
