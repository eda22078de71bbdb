import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openRepository } from '../../src/git/open.ts'
import { resolveRevision } from '../../src/git/revision.ts'

/**
 * A repository in a folder of its own that has one commit of a branch alone, the newest by default, as a clone of depth 1 does;
 * the objects stay where they are. Who asks for it removes it.
 */
export function cutHistory(path: string, branch: string, revision: string = branch): string {
  const repository = openRepository({ path })
  const commit = resolveRevision(repository, revision)
  repository.close()
  const folder = mkdtempSync(join(tmpdir(), 'gitglot-shallow-'))
  mkdirSync(join(folder, 'objects/info'), { recursive: true })
  mkdirSync(join(folder, 'refs'))
  for (const name of ['HEAD', 'config']) cpSync(join(path, name), join(folder, name))
  writeFileSync(join(folder, 'packed-refs'), `${commit} refs/heads/${branch}\n`)
  writeFileSync(join(folder, 'objects/info/alternates'), `${resolve(path, 'objects')}\n`)
  writeFileSync(join(folder, 'shallow'), `${commit}\n`)
  return folder
}
