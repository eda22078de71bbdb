import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { FairQueue } from '../fair-queue.ts'
import { endGit, watchSilence, withinLimits } from '../git/remote/run-git.ts'
import { busy } from '../http/http-error.ts'

/** What git may use for a client. */
export interface UploadPackLimits {
  readonly maxMemoryBytes: number
  /** After which it is ended, also where the client is slow. */
  readonly seconds: number
  /** The same while nothing is read of it. */
  readonly silenceSeconds: number
}

/** A repository, and what a client wants of it. */
export interface UploadPackRequest {
  /** Absolute path of the program. */
  readonly program: string
  readonly gitDir: string
  /** What the client sent; undefined: it asks for the list of refs. */
  readonly input: Buffer | undefined
  /** Names the machine or network that asks. */
  readonly client: string
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal
}

/** Runs `git upload-pack` for a client. Rejects with the signal's reason, and with HttpError (503) where many wait. */
export type UploadPack = (request: UploadPackRequest) => Promise<ReadableStream<Uint8Array>>

/** At once; others wait for their turn. Lists of refs, which are short, have turns of their own. */
const AT_ONCE = { concurrency: 4, perClient: 2 }
/** Of all clients, and of one. */
const MAX_WAITING = 100
const MAX_WAITING_OF_CLIENT = 20
/** A client that takes less holds a place that others wait for. */
const PACE = { leastBytesPerSecond: 4096, patienceMs: 30_000 }
/** Of what all these clients sent. */
const MAX_INPUT_BYTES = 32 << 20

/**
 * Branches and tags alone are shown, and nothing else is given out: the newer version of the protocol, which answers for
 * any id, is not spoken. Nothing of the machine's configuration, or the repository's, may start a program.
 */
const SETTINGS = [
  ...['uploadpack.hideRefs=refs/', 'uploadpack.hideRefs=!refs/heads/'],
  ...['uploadpack.hideRefs=!refs/tags/', 'uploadpack.allowAnySHA1InWant=false'],
  ...['uploadpack.allowTipSHA1InWant=false', 'uploadpack.allowReachableSHA1InWant=false'],
  ...['protocol.version=0', 'core.hooksPath=/dev/null', 'core.fsmonitor=false'],
  ...['safe.directory=*', 'gc.auto=0', 'pack.threads=1', 'pack.windowMemory=64m'],
].flatMap((setting) => ['-c', setting])

/** The function that runs it within limits. */
export function createUploadPack({
  maxMemoryBytes,
  seconds,
  silenceSeconds,
}: UploadPackLimits): UploadPack {
  const lists = new FairQueue(AT_ONCE)
  const packs = new FairQueue(AT_ONCE)
  let inputBytes = 0
  return async ({ program, gitDir, input, client, signal }) => {
    const size = input?.length ?? 0
    const queue = input === undefined ? lists : packs
    const isFull = queue.waiting() >= MAX_WAITING || queue.waiting(client) >= MAX_WAITING_OF_CLIENT
    if (isFull || inputBytes + size > MAX_INPUT_BYTES) throw busy()
    inputBytes += size
    const command = [program, ...SETTINGS, 'upload-pack', '--stateless-rpc', '--strict']
    const args = [...command, ...(input === undefined ? ['--advertise-refs'] : []), gitDir]
    return new Promise((resolve, reject) => {
      const run = async () => {
        // It writes no files.
        const child = spawn(...withinLimits(args, { maxBytes: 0, maxMemoryBytes }), {
          env: { PATH: dirname(program), LC_ALL: 'C', ...ALONE },
          cwd: '/',
          detached: true,
          stdio: ['pipe', 'pipe', 'ignore'],
        })
        child.on('error', () => {})
        // With too many open files it is not started, and has no streams.
        if (child.pid === undefined) throw busy()
        const end = () => endGit(child)
        signal.addEventListener('abort', end)
        const timer = setTimeout(end, seconds * 1000)
        const silence = watchSilence(silenceSeconds, end)
        // One that ends early reads no more.
        child.stdin.on('error', () => {}).end(input ?? '')
        resolve(streamOf(child.stdout, { pace: createPace(PACE), onRead: silence.restart, end }))
        await ended(child)
        clearTimeout(timer)
        silence.end()
        signal.removeEventListener('abort', end)
      }
      queue
        .add(client, run, signal)
        .catch(reject)
        .finally(() => {
          inputBytes -= size
        })
    })
  }
}

/** What is read as the client takes it; a client that takes it too slowly gets no more. */
function streamOf(
  output: Readable,
  {
    pace,
    onRead,
    end,
  }: { readonly pace: Pace; readonly onRead: () => void; readonly end: () => void },
): ReadableStream<Uint8Array> {
  const chunks = output[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        if (pace.isTooSlow()) {
          end()
          controller.error(new Error('the client reads too slowly'))
          return
        }
        const { done, value } = await chunks.next()
        onRead()
        if (done) controller.close()
        else {
          pace.offered(value.length)
          controller.enqueue(value)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

const ALONE = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('error', () => resolve())
    child.on('close', () => resolve())
  })
}

/** How slowly a client may take what is sent to it. */
interface PaceOptions {
  readonly leastBytesPerSecond: number
  /** So long it may be slower. */
  readonly patienceMs: number
  /** In milliseconds (default: since the start). */
  readonly now?: () => number
}

/** The pace of one client: time that passes until there is something to send does not count. */
interface Pace {
  /** There are so many bytes for the client. */
  offered(bytes: number): void
  /** The client wants more; whether it took what it got too slowly. */
  isTooSlow(): boolean
}

/** A client that has taken nothing yet. */
export function createPace({
  leastBytesPerSecond,
  patienceMs,
  now = () => performance.now(),
}: PaceOptions): Pace {
  let bytes = 0
  let takenMs = 0
  let since: number | undefined
  return {
    offered(more) {
      bytes += more
      since = now()
    },
    isTooSlow() {
      if (since !== undefined) takenMs += now() - since
      since = undefined
      return takenMs > patienceMs && bytes / (takenMs / 1000) < leastBytesPerSecond
    },
  }
}
