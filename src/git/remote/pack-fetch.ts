import type { HttpClient, PromiseFsClient } from 'isomorphic-git'
import { isProgress } from './failure.ts'
import type { FetchedRef, FetchOptions } from './git-engine.ts'
import { answerOf, requestOf } from './git-http.ts'
import type { HttpRequest } from './http-client.ts'

/** A fetch of refs that have been listed. */
export interface PackFetch {
  readonly url: string
  readonly refs: readonly FetchedRef[]
  readonly depth: FetchOptions['depth']
  /** Commits in the clone, whose history the remote can omit. */
  readonly haves: readonly string[]
  /** Content of the clone's `shallow` file. */
  readonly shallow: string
}

/** Receives the files that a fetch adds to a clone, in the order in which they must be written. */
interface PackWriter {
  /** Writes a pack (`pack-ID.pack`), then its index. */
  writePack(name: string, bytes: Uint8Array): void
  /** Replaces the content of `shallow`; '' removes the file. */
  writeShallow(text: string): void
}

/** Capabilities that servers have had for many years; isomorphic-git requests no others. */
const CAPABILITIES = 'side-band-64k ofs-delta shallow deepen-relative'
/** The depth that git sends too: servers interpret it as "all". */
const WHOLE = 0x7fffffff
/** Where isomorphic-git believes the clone to be. */
const GIT_DIR = '/clone'
/** isomorphic-git requires a refspec, though no refs are written. */
const CONFIG = '[remote "origin"]\nfetch = +refs/*:refs/*\n'

/** Returns the request that isomorphic-git would send for a pack. */
export async function createPackRequest(packFetch: PackFetch): Promise<HttpRequest> {
  let sent: HttpRequest | undefined
  const refuse = (): never => {
    throw new Error('nothing is written before the answer')
  }
  const onRequest = async (request: HttpRequest): Promise<never> => {
    sent = request
    throw new Error('sent later')
  }
  await runFetch(packFetch, onRequest, { writePack: refuse, writeShallow: refuse }).catch(
    (error: unknown) => {
      if (sent === undefined) throw error
    },
  )
  if (sent === undefined) throw new Error('isomorphic-git requested no pack')
  return sent
}

/** Reads the answer to such a request. Resolves to the server's last message; rejects with an Error that quotes it. */
export function readPackAnswer(
  packFetch: PackFetch,
  answer: AsyncIterable<Uint8Array>,
  writer: PackWriter,
): Promise<string> {
  return runFetch(packFetch, async () => answer, writer)
}

async function runFetch(
  { url, refs, depth, haves, shallow }: PackFetch,
  onRequest: (request: HttpRequest) => Promise<AsyncIterable<Uint8Array>>,
  writer: PackWriter,
): Promise<string> {
  // Loaded on demand: most commands in a checkout contact no remote.
  const { default: git } = await import('isomorphic-git')
  const http: HttpClient = {
    async request(gitRequest) {
      const request = await requestOf(gitRequest)
      // Protocol version 0 starts with a list of all the remote's refs: this one lists only the wanted refs.
      if (request.body === undefined) return answerOf(request, streamOf([advertise(refs)]))
      return answerOf(request, streamOf(await onRequest(request)))
    },
  }
  let shallowAfter = shallow
  const fs = createFiles({ haves, shallow }, writer.writePack, (text) => {
    shallowAfter = text
  })
  const commits = { tip: 1, new: undefined, all: WHOLE, others: undefined }[depth]
  let said = ''
  try {
    await git.fetch({
      ...{ fs, http, gitdir: GIT_DIR, url, ref: 'HEAD', remote: 'origin', remoteRef: 'HEAD' },
      tags: true,
      ...(commits !== undefined && { depth: commits }),
      onMessage: (text) => {
        said = text.trim() || said
      },
    })
  } catch (cause) {
    // A server that ends a transfer early says why in its last message.
    throw isProgress(said) ? cause : new Error(said, { cause })
  }
  if (/^(fatal|error)\b/.test(said)) throw new Error(said)
  // Written last: the old boundary is valid until all objects have arrived.
  if (shallowAfter !== shallow) writer.writeShallow(shallowAfter)
  return said
}

/** Builds the ref advertisement of a server that has these refs. */
function advertise(refs: readonly FetchedRef[]): Buffer {
  const head = `${refs[0]?.oid} HEAD\0${CAPABILITIES} symref=HEAD:${refs[0]?.remote}\n`
  const lines = [head, ...refs.map(({ oid, remote }) => `${oid} ${remote}\n`)]
  return Buffer.from(
    `${toLine('# service=git-upload-pack\n')}0000${lines.map(toLine).join('')}0000`,
  )
}

/** See https://git-scm.com/docs/protocol-common#_pkt_line_format. */
function toLine(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text
}

async function* streamOf(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield* chunks
}

/**
 * Returns the clone as isomorphic-git shall see it: with a ref for each object in `haves`, none of them readable.
 * This way a fetch reads no index and accepts no thin pack, and an interrupted fetch leaves no `shallow` file or
 * refs without their objects.
 */
function createFiles(
  { haves, shallow }: Pick<PackFetch, 'haves' | 'shallow'>,
  writePack: PackWriter['writePack'],
  setShallow: (text: string) => void,
): PromiseFsClient {
  const packed = haves.map((oid, i) => `${oid} refs/haves/${i}\n`).join('')
  const files = new Map([
    [`${GIT_DIR}/packed-refs`, packed],
    [`${GIT_DIR}/shallow`, shallow],
    [`${GIT_DIR}/config`, CONFIG],
  ])
  const shallowPath = `${GIT_DIR}/shallow`
  const stat = async () => ({ isDirectory: () => true, isFile: () => false })
  const ignore = async () => {}
  return {
    promises: {
      async readFile(path: string) {
        const text = files.get(path)
        if (text === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' })
        return text
      },
      async writeFile(path: string, content: string | Uint8Array) {
        const [, name] = /\/objects\/pack\/(pack-[0-9a-f]{40}\.(?:pack|idx))$/.exec(path) ?? []
        if (path === shallowPath) setShallow(String(content))
        else if (name !== undefined && typeof content !== 'string') writePack(name, content)
        // Everything else is a ref, which the caller writes.
      },
      async unlink(path: string) {
        if (path === shallowPath) setShallow('')
      },
      readdir: async () => [],
      ...{ stat, lstat: stat, mkdir: ignore, rmdir: ignore, readlink: ignore, symlink: ignore },
    },
  }
}
