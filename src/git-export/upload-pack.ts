import { once } from 'node:events'
import { dirname } from 'node:path'
import { FairQueue } from '../fair-queue.ts'
import type { RemoteLimits } from '../git/remote/limits.ts'
import { endGit, spawnWithin, watchSilence } from '../git/remote/run-git.ts'
import { busy } from '../http/http-error.ts'

interface UploadPackRequest {
  readonly program: string
  readonly gitDir: string
  /** Request body; undefined for a request for the list of refs. */
  readonly input: Buffer | undefined
  /** Identifies the client's machine or network. */
  readonly client: string
  readonly signal: AbortSignal
}

/** The service, as clients name it. */
export const SERVICE = 'git-upload-pack'

/** Concurrent runs; others are queued. Lists of refs are short and have a queue of their own. */
const AT_ONCE = { concurrency: 4, perClient: 2 }
/** Queue limits for all clients together, and for one client. */
const MAX_WAITING = 100
const MAX_WAITING_OF_CLIENT = 20
/** A client that takes less than this after a while is disconnected, since others wait for its slot. */
const LEAST_BYTES_PER_SECOND = 4096
const PATIENCE_MS = 30_000
/** Total size of the request bodies of running and queued clients. */
const MAX_INPUT_BYTES = 32 << 20

/**
 * Exposes branches and tags only: other refs are hidden, and the newer protocol version is disabled, since it serves
 * any object id. Keeps the configuration of machine and repository from starting programs.
 */
const SETTINGS = [
  ...['uploadpack.hideRefs=refs/', 'uploadpack.hideRefs=!refs/heads/'],
  ...['uploadpack.hideRefs=!refs/tags/', 'uploadpack.allowAnySHA1InWant=false'],
  ...['uploadpack.allowTipSHA1InWant=false', 'uploadpack.allowReachableSHA1InWant=false'],
  ...['protocol.version=0', 'core.hooksPath=/dev/null', 'core.fsmonitor=false'],
  ...['safe.directory=*', 'gc.auto=0', 'pack.threads=1', 'pack.windowMemory=64m'],
].flatMap((setting) => ['-c', setting])

/**
 * Returns the function that runs `git upload-pack` within the limits of git and of transfers, even if the client is slow.
 * It rejects with the signal's reason, or 503 if too many wait.
 */
export function createUploadPack(limits: RemoteLimits) {
  const { maxMemoryBytes, transferSeconds, silenceSeconds } = limits
  const lists = new FairQueue(AT_ONCE)
  const packs = new FairQueue(AT_ONCE)
  let inputBytes = 0
  return async (request: UploadPackRequest): Promise<ReadableStream<Uint8Array>> => {
    const { program, gitDir, input, client, signal } = request
    const size = input?.length ?? 0
    const queue = input === undefined ? lists : packs
    const isFull = queue.waiting() >= MAX_WAITING || queue.waiting(client) >= MAX_WAITING_OF_CLIENT
    if (isFull || inputBytes + size > MAX_INPUT_BYTES) throw busy()
    inputBytes += size
    const command = [program, ...SETTINGS, 'upload-pack', '--stateless-rpc', '--strict']
    const args = [...command, ...(input === undefined ? ['--advertise-refs'] : []), gitDir]
    return new Promise((resolve, reject) => {
      const run = async () => {
        const env = { PATH: dirname(program), LC_ALL: 'C', ...ALONE }
        // `git upload-pack` writes no files.
        const within = { maxBytes: 0, maxMemoryBytes }
        const child = spawnWithin(within, args, env, ['pipe', 'pipe', 'ignore'])
        child.on('error', () => {})
        const { stdin, stdout } = child
        // With too many open files, spawning fails and there are no streams.
        if (child.pid === undefined || stdin === null || stdout === null) throw busy()
        const end = () => endGit(child)
        signal.addEventListener('abort', end)
        const timer = setTimeout(end, transferSeconds * 1000)
        const silence = watchSilence(silenceSeconds, end)
        // Writing fails if git ends early and stops reading.
        stdin.on('error', () => {}).end(input ?? '')
        // A client that leaves, or that is too slow, closes the output.
        stdout.once('close', end)
        const output = paced(stdout, () => silence.refresh())
        resolve(ReadableStream.from(input === undefined ? withServiceLine(output) : output))
        await once(child, 'close').catch(() => {})
        clearTimeout(timer)
        clearTimeout(silence)
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

/** Yields git's output at the client's pace. Throws if the client is too slow, not counting the time of git. */
export async function* paced(
  output: AsyncIterable<Buffer>,
  onRead: () => void,
  now: () => number = () => performance.now(),
): AsyncGenerator<Buffer, void> {
  let bytes = 0
  let takenMs = 0
  for await (const chunk of output) {
    onRead()
    bytes += chunk.length
    const since = now()
    yield chunk
    takenMs += now() - since
    if (takenMs > PATIENCE_MS && bytes / (takenMs / 1000) < LEAST_BYTES_PER_SECOND) {
      throw new Error('the client reads too slowly')
    }
  }
}

/** Prepends the service line that clients expect before a list of refs. */
async function* withServiceLine(refs: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const line = `# service=${SERVICE}\n`
  yield Buffer.from(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`)
  yield* refs
}

const ALONE = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
}
