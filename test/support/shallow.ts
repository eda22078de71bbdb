import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openRepository } from '../../src/git/open.ts'

/**
 * A repository in a folder of its own that has the newest commit of a branch alone, as a clone of depth 1 does; the objects
 * stay where they are. Who asks for it removes it.
 */
export function cutHistory(path: string, branch: string): string {
  const repository = openRepository({ path })
  const commit = repository.resolve(branch)
  repository.close()
  if (commit === undefined) throw new Error(`${path}: expected a branch ${branch}`)
  const folder = mkdtempSync(join(tmpdir(), 'gitglot-shallow-'))
  mkdirSync(join(folder, 'objects/info'), { recursive: true })
  mkdirSync(join(folder, 'refs'))
  for (const name of ['HEAD', 'config']) cpSync(join(path, name), join(folder, name))
  writeFileSync(join(folder, 'packed-refs'), `${commit} refs/heads/${branch}\n`)
  writeFileSync(join(folder, 'objects/info/alternates'), `${resolve(path, 'objects')}\n`)
  writeFileSync(join(folder, 'shallow'), `${commit}\n`)
  return folder
}
