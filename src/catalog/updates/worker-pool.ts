import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Tinypool } from 'tinypool'
import { RepositoryError } from '../../errors.ts'
import type { MemoryBudget } from '../../memory.ts'
import { workerModule, YOUNG_MEGABYTES } from '../../start-worker.ts'
import type { Store } from '../../storage/store.ts'
import type { StepProgress } from '../history/derive.ts'
import type { PostedFindings, PostedTask, WorkerTask } from './worker.ts'

interface LimitOptions {
  readonly signal?: AbortSignal | undefined
  /** How long it may take. */
  readonly maxMs: number
}

interface CallOptions extends LimitOptions {
  /** Those in the work, which the thread gets. */
  readonly transferList?: MessagePort[]
}

interface TaskOptions extends LimitOptions {
  readonly onProgress?: ((...progress: StepProgress) => void) | undefined
}

/** Worker threads for what takes long. */
export interface WorkerPool {
  readonly threads: number
  /**
   * Does a task in a thread and puts what it finds into the store, again and again until it ends: so a thread may be
   * stopped at any time. Rejects with RepositoryError when it is given up, and with the signal's reason.
   */
  run(task: WorkerTask, options: TaskOptions): Promise<void>
  /** The answer of a module's default function, which a thread works out. Rejects as `run` does. */
  call<Work, Answer>(module: string, work: Work, options: CallOptions): Promise<Answer>
  /** Ends the threads, each once it has nothing to do: it keeps as much memory as it ever needed. */
  rest(): Promise<void>
  close(): Promise<void>
}

interface PoolOptions {
  readonly threads: number
  readonly store: Store
  readonly memory: Pick<MemoryBudget, 'thread'>
}

/**
 * A pool that starts threads when they are needed and ends those that rest. It is long because its functions share the
 * pool.
 */
export function createWorkerPool({ threads, store, memory }: PoolOptions): WorkerPool {
  let pool: Promise<Tinypool> | undefined

  async function open(): Promise<Tinypool> {
    // Most commands need no threads.
    const { Tinypool } = await import('tinypool')
    return new Tinypool({
      filename: workerModule('catalog/updates/worker'),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 10_000,
      // Else a thread sleeps between tasks, and never closes what it has open.
      useAtomics: false,
      env: {},
      resourceLimits: {
        maxOldGenerationSizeMb: memory.thread / 2 ** 20,
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      },
    })
  }

  async function call<Answer>(
    work: unknown,
    { signal, maxMs, ...options }: CallOptions & { filename?: string },
  ): Promise<Answer> {
    const limit = AbortSignal.timeout(maxMs)
    try {
      const ended = signal === undefined ? limit : AbortSignal.any([signal, limit])
      pool ??= open()
      return await (await pool).run(work, { ...options, signal: ended })
    } catch (cause) {
      signal?.throwIfAborted()
      // It took too long, ran out of memory, or was closed.
      const reason = limit.aborted ? limit.reason : cause
      const message = reason instanceof Error ? reason.message : String(reason)
      throw new RepositoryError(`reading was given up: ${message}`, { cause })
    }
  }

  return {
    threads,
    call: (module, work, options) => call(work, { ...options, filename: workerModule(module) }),
    async run(task, { signal, maxMs, onProgress }) {
      const { port1: port, port2 } = new MessageChannel()
      port.on('message', ({ values, progress }: PostedFindings) => {
        store.put(values)
        if (progress !== undefined) onProgress?.(...progress)
      })
      // The thread closes it at its end.
      const received = new Promise((resolve) => port.once('close', resolve))
      try {
        const posted: PostedTask = { task, port: port2 }
        await call<void>(posted, { signal, maxMs, transferList: [port2] })
        await received
      } finally {
        port.close()
      }
    },
    rest: async () => (await pool)?.recycleWorkers(),
    close: async () => (await pool)?.destroy(),
  }
}
