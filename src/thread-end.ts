import { Worker, type WorkerOptions, workerData } from 'node:worker_threads'

// Node ends the whole process when it terminates a thread that has made a zlib stream and not yet initialized it
// (`close before init`). So a thread says when it is within zlib, and is terminated outside.
const IN_ZLIB = 1
const ENDING = 2
/** Longest time in zlib; a stream of the largest object takes less. */
const MAX_ZLIB_MS = 2000

const shared: unknown = workerData
/** The state of this thread. The main thread never ends this way. */
const state = new Int32Array(shared instanceof SharedArrayBuffer ? shared : new ArrayBuffer(4))

/** Runs a function that creates and finishes a zlib stream, during which the thread is not terminated. */
export function inZlib<Result>(run: () => Result): Result {
  if (Atomics.or(state, 0, IN_ZLIB) === ENDING) {
    leaveZlib()
    Atomics.wait(state, 0, ENDING)
  }
  try {
    return run()
  } finally {
    leaveZlib()
  }
}

function leaveZlib(): void {
  if (Atomics.and(state, 0, ~IN_ZLIB) & ENDING) Atomics.notify(state, 0)
}

/** A worker thread that is never terminated while in `inZlib`. */
export class Thread extends Worker {
  readonly #state: Int32Array<SharedArrayBuffer>

  constructor(file: URL | string, options: WorkerOptions) {
    const memory = new SharedArrayBuffer(4)
    super(file, { ...options, workerData: memory })
    this.#state = new Int32Array(memory)
  }

  override async terminate(): Promise<number> {
    if (Atomics.or(this.#state, 0, ENDING) & IN_ZLIB) {
      await Atomics.waitAsync(this.#state, 0, IN_ZLIB | ENDING, MAX_ZLIB_MS).value
    }
    return super.terminate()
  }
}
