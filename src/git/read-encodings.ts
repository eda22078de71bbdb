import { join } from 'node:path'
import { RepositoryError } from '../errors.ts'
import type { Repository } from './repository.ts'
import { readTextFile } from './text-file.ts'

/** How many folders are searched for attribute files. */
const MAX_FOLDERS = 2000
const ENCODING = /\bworking-tree-encoding=/

/** Returns whether attributes, in a commit or of the clone, declare an encoding other than UTF-8 for some files. */
export function readEncodings(
  repository: Repository,
  { head, commonDir }: { readonly head: string | undefined; readonly commonDir: string },
): boolean {
  if (ENCODING.test(readTextFile(join(commonDir, 'info', 'attributes')) ?? '')) return true
  try {
    return head !== undefined && isEncodedIn(repository, repository.readCommit(head).tree)
  } catch (error) {
    // Reading the files themselves will report the error.
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
