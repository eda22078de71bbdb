import { join } from 'node:path'
import { RepositoryError } from '../errors.ts'
import type { Repository } from './repository.ts'
import { readTextFile } from './text-file.ts'

/** Files of attributes are looked for in so many folders. */
const MAX_FOLDERS = 2000
const ENCODING = /\bworking-tree-encoding=/

/** Whether attributes at a commit, or those of the clone alone, give some files another encoding than UTF-8. */
export function readEncodings(
  repository: Repository,
  { head, commonDir }: { readonly head: string | undefined; readonly commonDir: string },
): boolean {
  if (ENCODING.test(readTextFile(join(commonDir, 'info', 'attributes')) ?? '')) return true
  try {
    return head !== undefined && isEncodedIn(repository, repository.readCommit(head).tree)
  } catch (error) {
    // What is read all the same says what is wrong.
    if (error instanceof RepositoryError) return false
    throw error
  }
}

function isEncodedIn(repository: Repository, root: string): boolean {
  const folders = [root]
  for (let at = 0; at < folders.length && at < MAX_FOLDERS; at++) {
    for (const { name, mode, oid } of repository.readTree(folders[at]!)) {
      if (mode === '40000') folders.push(oid)
      else if (name === '.gitattributes' && ENCODING.test(repository.readBlob(oid).toString())) {
        return true
      }
    }
  }
  return false
}
