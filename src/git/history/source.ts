import { join } from 'node:path'
import { findGitFolder } from '../git-folder.ts'
import { isOid } from '../objects/object.ts'
import { openRepository } from '../open.ts'
import type { Repository } from '../repository.ts'
import { readTextFile } from '../text-file.ts'

/**
 * Opens a repository for indexing its history. Reads its `shallow` file only once, so that a walk sees a consistent
 * state.
 */
export function openHistorySource(options: {
  readonly path: string
  readonly maxObjectBytes?: number
}): Repository {
  const { commonDir } = findGitFolder(options.path)
  const shallow = new Set(readTextFile(join(commonDir, 'shallow'))?.split('\n').filter(isOid))
  const repository = openRepository({ ...options, cacheBytes: 48 << 20 })
  return { ...repository, isShallow: (oid) => shallow.has(oid) }
}
