import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, resourceLimits } from 'node:worker_threads'
import { openStore, type Store } from '../store/store.ts'
import { type Posted, type PostedQuestion, postError } from './protocol.ts'
import { createRepositories, type Progress, type Tools, type Work, withoutBlobs } from './work.ts'

/** How often derived values are posted while work goes on. */
const POST_MS = 100

/**
 * A thread that holds more memory after its work is replaced, since it would never release the memory. Where there is
 * much, the opened histories of a large project have room: to open them again takes seconds.
 */
const MAX_HELD_BYTES = Math.max(
  64 << 20,
  ((resourceLimits.maxOldGenerationSizeMb ?? 0) * 2 ** 20) / 16,
)

// Node has no function for it, and no flag that a thread alone may have.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns whether this thread holds too much. Collects garbage first where that may help: a new thread takes longer. */
function holdsMuch(): boolean {
  const isMuch = () => getHeapStatistics().used_heap_size > MAX_HELD_BYTES
  if (isMuch()) collectGarbage()
  return isMuch()
}

/** Runs the main thread's questions in this thread, one after the other. */
export function serveWork(works: readonly Work<never, unknown>[]): void {
  const byName = new Map(works.map((work) => [work.name, work]))
  const port = parentPort
  if (port === null) throw new Error('expected to run in a worker thread')
  const repositoryAt = createRepositories()
  let opened: Store | undefined

  function post(posted: Posted): void {
    port?.postMessage(posted, 'values' in posted ? [posted.values.bytes.buffer] : [])
  }

  async function answer(question: PostedQuestion): Promise<void> {
    const { name, args, folder, slowBlobs, timesBlobs } = question
    // All questions name the same folder.
    opened ??= openStore({ path: folder, collects: true })
    const store = opened
    store.follow()
    let last = performance.now()
    const progress: Progress = (...steps) => {
      if (performance.now() < last + POST_MS) return
      last = performance.now()
      post({ type: 'progress', values: store.take(), progress: steps })
      store.follow()
    }
    const end = (outcome: { result: unknown } | { error: ReturnType<typeof postError> }) => {
      post({ type: 'end', values: store.take(), ...outcome })
      // Nobody waits while garbage is collected.
      post({ type: 'idle', holdsMuch: holdsMuch() })
    }
    const about = (oid: string, bytes: number) => {
      if (timesBlobs) post({ type: 'blob', oid, bytes })
    }
    const tools: Tools = {
      ...{ store, progress, about },
      // Without a time limit, returns the same object each time, by which components recognize a shared repository.
      repositoryAt: (place) =>
        withoutBlobs(repositoryAt(place), slowBlobs, timesBlobs ? about : undefined),
    }
    try {
      const work = byName.get(name)
      if (work === undefined) throw new Error(`expected work, found ${name}`)
      // The posted arguments match the work's parameters.
      end({ result: await work.run(args as never, tools) })
    } catch (error) {
      end({ error: postError(error) })
    }
  }

  port.on('message', (question: PostedQuestion | 'end') => {
    if (question !== 'end') void answer(question)
    else void Promise.resolve(opened?.close()).finally(() => port.close())
  })
}
