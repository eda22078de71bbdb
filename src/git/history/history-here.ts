import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { RepositoryError } from '../../errors.ts'
import { runYielding } from '../../run-yielding.ts'
import { findGitFolder } from '../git-folder.ts'
import { isAbsence, statPath } from '../text-file.ts'
import { createHistoryEngine, type HistoryWalker } from './history-engine.ts'

/** Of pack indexes, which have 28 bytes an object: to start a thread takes as long as to walk that many objects. */
const MAX_SHORT_BYTES = 64 * 1024

/** Walks histories in the thread that asks, yielding to others: a short one is done before another thread has started. */
export function createHistoryHere(): HistoryWalker {
  const engine = createHistoryEngine()
  const queue = new PQueue({ concurrency: 1 })
  let isStopped = false
  return {
    ask: (request) =>
      queue.add(async () => {
        if (isStopped) throw new RepositoryError('the history was closed', { code: 'stopped' })
        return runYielding(engine(request))
      }),
    async stop() {
      isStopped = true
      await queue.onIdle()
    },
  }
}

/** Whether a repository has so few objects that its history is short. Throws RepositoryError when it is no repository. */
export function isShort(path: string): boolean {
  let bytes = 0
  for (const folder of findGitFolder(path).objectFolders) {
    for (const file of listPackIndexes(join(folder, 'pack'))) bytes += statPath(file)?.size ?? 0
  }
  return bytes <= MAX_SHORT_BYTES
}

function listPackIndexes(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.idx'))
      .map((name) => join(folder, name))
  } catch (cause) {
    if (isAbsence(cause)) return []
    throw new RepositoryError(`${folder}: cannot be listed`, { code: 'disk', cause })
  }
}
