import type { Worker } from 'node:worker_threads'
import { RepositoryError, type RepositoryErrorCode } from '../errors.ts'
import { Turns } from '../fair-queue.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { startWorker } from '../start-worker.ts'
import type { Store } from '../store/store.ts'
import { type Posted, type PostedBlob, type PostedQuestion, readError } from './protocol.ts'
import { createRepositories, type Progress, type Tools, type Work } from './work.ts'

export interface AskOptions {
  /** The client that asks; clients take turns, no matter how much each asks for (default: the server itself). */
  readonly client?: string
  /**
   * Whether nobody waits for the result. Of several threads, one is reserved for work that somebody waits for, and another
   * for work that nobody waits for.
   */
  readonly background?: boolean
  /** Aborts the work once nobody needs the result. */
  readonly signal?: AbortSignal | undefined
  /** Time limit from the start of the work in milliseconds (default: one minute). */
  readonly maxMs?: number
  /** Blobs that the work must not read. */
  readonly slowBlobs?: ReadonlySet<string> | undefined
  /**
   * Limits the time for each blob, see `blobMs`. Called with a blob that takes longer, which is added to `slowBlobs`;
   * the work then starts over.
   */
  readonly onSlowBlob?: ((oid: string) => void) | undefined
  readonly progress?: Progress | undefined
  /** Identifies a question to the work. Equal questions share the answer to one that is in progress. */
  readonly key?: string
}

/** Runs slow work in threads, so that the main thread stays free for requests. */
export interface Engine {
  readonly threads: number
  /** Rejects like the work, with the signal's reason, and with RepositoryError above limits of time and memory. */
  ask<Args, Result>(work: Work<Args, Result>, args: Args, options?: AskOptions): Promise<Result>
  close(): Promise<void>
}

/** Returns whether work runs in this thread: if it is the only one, or for files on disk, which may change. */
export function runsHere({ threads }: Pick<Engine, 'threads'>, oids: Iterable<string>): boolean {
  return threads === 0 || [...oids].includes(WORK_TREE_OID)
}

interface EngineOptions {
  /** Number of worker threads. 0 runs work in this thread, as in commands, where nothing else waits. */
  readonly threads: number
  readonly store: Store
  /** Memory limit of one thread in bytes. */
  readonly maxThreadBytes: number
  /** Time limit for one blob in milliseconds, plus a second for each MiB (default: five seconds). */
  readonly blobMs?: number
}

export function createEngine(options: EngineOptions): Engine {
  return options.threads === 0 ? createEngineHere(options.store) : new ThreadEngine(options)
}

function createEngineHere(store: Store): Engine {
  const tools: Tools = { store, repositoryAt: createRepositories(), progress() {}, about() {} }
  return {
    threads: 0,
    async ask(work, args, { signal } = {}) {
      signal?.throwIfAborted()
      return await work.run(args, tools)
    },
    close: async () => {},
  }
}

interface Question {
  readonly name: string
  readonly args: unknown
  /** The key among all questions in progress; undefined if the question is not shared. */
  readonly key: string | undefined
  /** The options of the first caller. */
  readonly options: AskOptions
  readonly askers: Set<Asker>
}

interface Asker {
  readonly progress: Progress | undefined
  readonly complete: (outcome: Outcome) => void
}

type Outcome = { readonly result: unknown } | { readonly error: unknown }

interface Running {
  readonly question: Question
  readonly isBackground: boolean
  timer: NodeJS.Timeout
}

const MAX_MS = 60_000
/** Delay before retrying to start a thread. */
const RETRY_MS = 1000
const OWN = ''
const BLOB_MS = 5000

class ThreadEngine implements Engine {
  readonly threads: number
  readonly #options: EngineOptions
  readonly #waiting: Turns<Question> = new Turns()
  readonly #background: Turns<Question> = new Turns()
  readonly #workers = new Set<Worker>()
  readonly #idle: Worker[] = []
  readonly #running = new Map<Worker, Running>()
  readonly #shared = new Map<string, Question>()
  #isClosed = false

  constructor(options: EngineOptions) {
    this.#options = options
    this.threads = options.threads
    for (let count = 0; count < options.threads; count++) this.#start()
  }

  ask<Args, Result>(
    { name }: Work<Args, Result>,
    args: Args,
    options: AskOptions = {},
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { client = OWN, background = false, signal, progress } = options
      if (signal?.aborted) return reject(signal.reason)
      const question = this.#questionOf(name, args, options)
      const leave = () => {
        asker.complete({ error: signal?.reason })
        if (question.askers.size === 0) this.#drop(question)
      }
      const asker: Asker = {
        progress,
        complete(outcome) {
          question.askers.delete(asker)
          signal?.removeEventListener('abort', leave)
          // The name of the work determines the type of the result.
          if ('result' in outcome) resolve(outcome.result as Result)
          else reject(outcome.error)
        },
      }
      question.askers.add(asker)
      signal?.addEventListener('abort', leave)
      if (this.#isClosed) return this.#fail(question, 'the server is closing')
      const isBegun = [...this.#running.values()].some((running) => running.question === question)
      if (!isBegun) (background ? this.#background : this.#waiting).add(client, question)
      this.#dispatch()
    })
  }

  #questionOf(name: string, args: unknown, options: AskOptions): Question {
    const key = options.key && `${name} ${options.key}`
    const shared = key && this.#shared.get(key)
    if (shared) return shared
    const question = { name, args, key, options, askers: new Set<Asker>() }
    if (key) this.#shared.set(key, question)
    return question
  }

  /** Drops a question whose answer nobody waits for any more. */
  #drop(question: Question): void {
    this.#forgetShared(question)
    for (const turns of [this.#waiting, this.#background]) turns.remove(question)
    this.#end(question)
  }

  #forgetShared(question: Question): void {
    const { key } = question
    if (key && this.#shared.get(key) === question) this.#shared.delete(key)
  }

  #complete(question: Question, outcome: Outcome): void {
    this.#forgetShared(question)
    for (const asker of [...question.askers]) asker.complete(outcome)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const turns of [this.#waiting, this.#background]) {
      for (let next = turns.next(); next !== undefined; next = turns.next()) {
        this.#fail(next, 'the server is closing')
      }
    }
    this.#idle.length = 0
    await Promise.all(
      [...this.#workers].map((worker) => {
        // Keeps the process alive until the thread has ended.
        worker.ref()
        return worker.terminate()
      }),
    )
  }

  #start(): void {
    if (this.#isClosed) return
    const worker = startWorker(this.#options.maxThreadBytes)
    worker.unref()
    worker.on('message', (posted: Posted) => this.#receive(worker, posted))
    let isOnline = false
    worker.on('online', () => {
      isOnline = true
    })
    // Waits before the retry, because with too many open files the next thread would fail too.
    const startNext = () => {
      if (isOnline) this.#start()
      else setTimeout(() => this.#start(), RETRY_MS).unref()
    }
    worker.on('error', (error) => this.#lose(worker, error.message, startNext))
    worker.on('exit', () => this.#lose(worker, 'its thread ended', startNext))
    this.#workers.add(worker)
    this.#idle.push(worker)
    this.#dispatch()
  }

  #dispatch(): void {
    while (this.#idle.length > 0) {
      const background = [...this.#running.values()].filter(
        (running) => running.isBackground,
      ).length
      const mayBegin = background < Math.max(1, this.threads - 1)
      // However many questions wait, one of several threads goes on with new commits.
      const isFree = background === 0 && this.threads > 1
      const first = isFree ? this.#background.next() : undefined
      const waiting = first === undefined ? this.#waiting.next() : undefined
      const question = first ?? waiting ?? (mayBegin ? this.#background.next() : undefined)
      if (question === undefined) return
      // The same question may wait in both.
      for (const turns of [this.#waiting, this.#background]) turns.remove(question)
      this.#run(this.#idle.pop()!, question, waiting === undefined)
    }
  }

  #run(worker: Worker, question: Question, isBackground: boolean): void {
    const { name, args, options } = question
    const { maxMs = MAX_MS, slowBlobs = new Set(), onSlowBlob } = options
    const timeOut = () => {
      this.#fail(question, `it took more than ${maxMs / 1000} s`, 'timeout')
      this.#end(question)
    }
    this.#running.set(worker, { question, isBackground, timer: setTimeout(timeOut, maxMs) })
    worker.ref()
    const folder = this.#options.store.path
    const timesBlobs = onSlowBlob !== undefined
    const message: PostedQuestion = { name, args, folder, slowBlobs, timesBlobs }
    worker.postMessage(message)
  }

  #receive(worker: Worker, posted: Posted): void {
    if (posted.type === 'blob') {
      this.#time(worker, posted)
      return
    }
    if (posted.type === 'idle') {
      // The thread is already ending.
      if (this.#forget(worker) === undefined) return
      if (posted.holdsMuch) this.#replace(worker)
      else this.#idle.push(worker)
      this.#dispatch()
      return
    }
    this.#options.store.put(posted.values)
    const running = this.#running.get(worker)
    if (running === undefined) return
    const { question, timer } = running
    if (posted.type === 'progress') {
      for (const { progress } of posted.progress === undefined ? [] : question.askers) {
        progress?.(...posted.progress!)
      }
      return
    }
    clearTimeout(timer)
    this.#complete(question, 'error' in posted ? { error: readError(posted.error) } : posted)
  }

  /** Restarts the time limit for the blob that the work now reads. */
  #time(worker: Worker, { oid, bytes }: PostedBlob): void {
    const running = this.#running.get(worker)
    if (running === undefined) return
    const { question, isBackground } = running
    const { blobMs = BLOB_MS } = this.#options
    clearTimeout(running.timer)
    running.timer = setTimeout(
      () => {
        question.options.onSlowBlob?.(oid)
        const turns = isBackground ? this.#background : this.#waiting
        turns.add(OWN, question)
        this.#running.delete(worker)
        void worker.terminate()
      },
      blobMs + (1000 * bytes) / 2 ** 20,
    )
  }

  /** Stops a question's work by terminating its thread, since nothing else stops a running function. */
  #end(question: Question): void {
    for (const [worker, running] of this.#running) {
      if (running.question === question) void worker.terminate()
    }
  }

  #replace(worker: Worker): void {
    this.#workers.delete(worker)
    worker.postMessage('end')
    this.#start()
  }

  #lose(worker: Worker, reason: string, startNext: () => void): void {
    // The `error` event precedes `exit`.
    if (!this.#workers.delete(worker)) return
    const running = this.#forget(worker)
    const index = this.#idle.indexOf(worker)
    if (index >= 0) this.#idle.splice(index, 1)
    if (running !== undefined) this.#fail(running.question, reason)
    startNext()
    this.#dispatch()
  }

  #fail(question: Question, reason: string, code: RepositoryErrorCode = 'stopped'): void {
    const error = new RepositoryError(code, `stopped reading: ${reason}`)
    this.#complete(question, { error })
  }

  #forget(worker: Worker): Running | undefined {
    const running = this.#running.get(worker)
    this.#running.delete(worker)
    clearTimeout(running?.timer)
    if (!this.#isClosed) worker.unref()
    return running
  }
}
