import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { RepositoryError } from '../../errors.ts'
import { runYielding } from '../../run-yielding.ts'
import { findGitFolder } from '../git-folder.ts'
import { isAbsence, statPath } from '../text-file.ts'
import { createHistoryEngine } from './history-engine.ts'
import type { HistoryWalker } from './history-thread.ts'

/** Of the packs' indexes, which take some 28 bytes an object: a thread takes as long to start as that many to read. */
const MAX_SHORT_BYTES = 64 * 1024

/** Walks through histories in the thread that asks, in slices: short ones are through before another thread has started. */
export function createHistoryHere(): HistoryWalker {
  const engine = createHistoryEngine()
  const queue = new PQueue({ concurrency: 1 })
  let isStopped = false
  return {
    ask: (request) =>
      queue.add(async () => {
        if (isStopped) throw new RepositoryError('the history was closed')
        const answer = await runYielding(engine.answer({ ...request, id: 0 }))
        if ('message' in answer) throw new RepositoryError(answer.message)
        return answer
      }),
    async stop() {
      isStopped = true
      await queue.onIdle()
    },
  }
}

/** Whether a repository has so few objects that its history can only be short. Throws RepositoryError when it is none. */
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
    throw new RepositoryError(`${folder}: cannot be listed`, { cause })
  }
}
