import type { Worker } from 'node:worker_threads'
import { RepositoryError, type RepositoryErrorCode } from '../errors.ts'
import { WORK_TREE_OID } from '../git/work-tree.ts'
import { startWorker } from '../start-worker.ts'
import type { Store } from '../storage/store.ts'
import { createTurns, type Turns } from '../turns.ts'
import { type Posted, type PostedBlob, type PostedQuestion, readError } from './protocol.ts'
import { createRepositories, type Progress, type Tools, type Work } from './work.ts'

export interface AskOptions {
  /** Clients have their turns one after the other, however much each asks for (default: the server's own). */
  readonly client?: string
  /** Whether nobody waits for it: one thread is left for those who wait. */
  readonly background?: boolean
  /** Aborted when nobody wants the result any more: the work ends. */
  readonly signal?: AbortSignal | undefined
  /** How long the work may take once it has begun (default: one minute). */
  readonly maxMs?: number
  /** Blobs that the work cannot read. */
  readonly slowBlobs?: ReadonlySet<string> | undefined
  /**
   * With it the work may take only so long with each blob, see `blobMs`. It is told of one that takes longer, which
   * belongs to `slowBlobs` from then on: the work begins anew.
   */
  readonly onSlowBlob?: ((oid: string) => void) | undefined
  readonly progress?: Progress | undefined
  /** Names the question among all of its work: asked again while it is under way, it is answered once for all who asked. */
  readonly key?: string
}

/** Does all that may take long, so that the main thread is free for requests. */
export interface Engine {
  readonly threads: number
  /**
   * The result of work. Rejects as the work does, with the signal's reason, and with RepositoryError where it took too
   * long or more memory than a thread may have.
   */
  ask<Args, Result>(work: Work<Args, Result>, args: Args, options?: AskOptions): Promise<Result>
  close(): Promise<void>
}

/**
 * Whether work about these commits is done in this thread: where there is no other, and about files on disk, which another
 * one may find changed.
 */
export function runsHere({ threads }: Pick<Engine, 'threads'>, oids: Iterable<string>): boolean {
  return threads === 0 || [...oids].includes(WORK_TREE_OID)
}

export interface EngineOptions {
  /** 0: work is done in this thread, as in commands, where nothing else waits. */
  readonly threads: number
  readonly store: Store
  /** Most that one thread may hold. */
  readonly maxThreadBytes: number
  /** How long work may be about one blob, to which comes a second for each MiB (default: five seconds). */
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
  readonly maxMs: number
  /** Among all that is under way; undefined: it is asked once. */
  readonly key: string | undefined
  readonly slowBlobs: AskOptions['slowBlobs']
  readonly onSlowBlob: AskOptions['onSlowBlob']
  /** Those who wait for the answer. */
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
/** A thread that holds more after its work is replaced by a new one: it would keep that for ever. */
const MAX_HELD_BYTES = 64 << 20
/** After a thread could not be started. */
const RETRY_MS = 1000
const OWN = ''
const BLOB_MS = 5000

class ThreadEngine implements Engine {
  readonly threads: number
  readonly #options: EngineOptions
  readonly #waiting: Turns<Question> = createTurns()
  readonly #background: Turns<Question> = createTurns()
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
          // The thread did the work of this name.
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

  #questionOf(
    name: string,
    args: unknown,
    { key: sharedKey, maxMs = MAX_MS, slowBlobs, onSlowBlob }: AskOptions,
  ): Question {
    const key = sharedKey && `${name} ${sharedKey}`
    const shared = key && this.#shared.get(key)
    if (shared) return shared
    const question = { name, args, maxMs, key, slowBlobs, onSlowBlob, askers: new Set<Asker>() }
    if (key) this.#shared.set(key, question)
    return question
  }

  /** Nobody waits for its answer any more. */
  #drop(question: Question): void {
    this.#forgetShared(question)
    const hasWaited = [this.#waiting, this.#background].map((turns) => turns.remove(question))
    if (!hasWaited.includes(true)) this.#end(question)
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
        // The process waits for its end.
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
    // With too many open files the next would not start either.
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
      const waiting = this.#waiting.next()
      const question = waiting ?? (mayBegin ? this.#background.next() : undefined)
      if (question === undefined) return
      // Somebody else may wait for the same.
      if (waiting !== undefined) this.#background.remove(waiting)
      this.#run(this.#idle.pop()!, question, waiting === undefined)
    }
  }

  #run(worker: Worker, question: Question, isBackground: boolean): void {
    const { name, args, maxMs } = question
    const timeOut = () => {
      this.#fail(question, `it took more than ${maxMs / 1000} s`, 'timeout')
      this.#end(question)
    }
    this.#running.set(worker, { question, isBackground, timer: setTimeout(timeOut, maxMs) })
    worker.ref()
    const message: PostedQuestion = {
      ...{ name, args, folder: this.#options.store.path },
      slowBlobs: [...(question.slowBlobs ?? [])],
      timesBlobs: question.onSlowBlob !== undefined,
    }
    worker.postMessage(message)
  }

  #receive(worker: Worker, posted: Posted): void {
    if (posted.type === 'blob') {
      this.#time(worker, posted)
      return
    }
    this.#options.store.put(posted.values)
    const question = this.#running.get(worker)?.question
    // Its thread is ending.
    if (question === undefined) return
    if (posted.type === 'progress') {
      for (const { progress } of posted.progress === undefined ? [] : question.askers) {
        progress?.(...posted.progress!)
      }
      return
    }
    this.#forget(worker)
    this.#complete(question, 'error' in posted ? { error: readError(posted.error) } : posted)
    if (posted.heapBytes > MAX_HELD_BYTES) this.#replace(worker)
    else this.#idle.push(worker)
    this.#dispatch()
  }

  /** From now on the work is about this blob. */
  #time(worker: Worker, { oid, bytes }: PostedBlob): void {
    const running = this.#running.get(worker)
    if (running === undefined) return
    const { question, isBackground } = running
    const { blobMs = BLOB_MS } = this.#options
    clearTimeout(running.timer)
    running.timer = setTimeout(
      () => {
        question.onSlowBlob?.(oid)
        const turns = isBackground ? this.#background : this.#waiting
        turns.add(OWN, question)
        this.#running.delete(worker)
        void worker.terminate()
      },
      blobMs + (1000 * bytes) / 2 ** 20,
    )
  }

  /** Ends the work of a question with its thread: nothing else ends a function that runs. */
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
    // An error comes before the end.
    if (!this.#workers.delete(worker)) return
    const running = this.#forget(worker)
    const index = this.#idle.indexOf(worker)
    if (index >= 0) this.#idle.splice(index, 1)
    if (running !== undefined) this.#fail(running.question, reason)
    startNext()
    this.#dispatch()
  }

  #fail(question: Question, reason: string, code: RepositoryErrorCode = 'stopped'): void {
    const error = new RepositoryError(`stopped reading: ${reason}`, { code })
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
