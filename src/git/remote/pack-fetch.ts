import type { HttpClient, PromiseFsClient } from 'isomorphic-git'
import { isProgress } from './failure.ts'
import { answerOf, type GitRequest, requestOf } from './git-http.ts'
import type { FetchedRef, FetchOptions } from './remote.ts'

/** A fetch of refs that have been listed. */
export interface PackFetch {
  /** Of the remote. */
  readonly url: string
  readonly refs: readonly FetchedRef[]
  readonly depth: FetchOptions['depth']
  /** Commits that the clone has, for the remote to leave out what leads to them. */
  readonly haves: readonly string[]
  /** What the clone's `shallow` file holds. */
  readonly shallow: string
}

/** What a fetch brings: files of a clone, to be written in this order. */
export interface PackWriter {
  /** A pack (`pack-ID.pack`), then its index. */
  writePack(name: string, bytes: Uint8Array): void
  /** The new content of `shallow`; '' for no file. */
  writeShallow(text: string): void
}

/** What servers can for many years; isomorphic-git asks for no more. */
const CAPABILITIES = 'side-band-64k ofs-delta shallow deepen-relative'
/** As git sends it: servers take it for "all". */
const WHOLE = 0x7fffffff
/** Where isomorphic-git is told that the clone is. */
const GIT_DIR = '/clone'
/** It wants to know where refs go, though it writes none. */
const CONFIG = '[remote "origin"]\nfetch = +refs/*:refs/*\n'

/** The request that isomorphic-git sends for a pack. */
export async function createPackRequest(packFetch: PackFetch): Promise<GitRequest> {
  let sent: GitRequest | undefined
  const refuse = (): never => {
    throw new Error('nothing is written before the answer')
  }
  const onRequest = async (request: GitRequest): Promise<never> => {
    sent = request
    throw new Error('sent later')
  }
  await runFetch(packFetch, onRequest, { writePack: refuse, writeShallow: refuse }).catch(
    (error: unknown) => {
      if (sent === undefined) throw error
    },
  )
  if (sent === undefined) throw new Error('isomorphic-git asked for no pack')
  return sent
}

/** Reads the answer to such a request. Resolves to the server's last words; rejects with an Error that quotes those of a failure. */
export function readPackAnswer(
  packFetch: PackFetch,
  answer: AsyncIterable<Uint8Array>,
  writer: PackWriter,
): Promise<string> {
  return runFetch(packFetch, async () => answer, writer)
}

async function runFetch(
  { url, refs, depth, haves, shallow }: PackFetch,
  onRequest: (request: GitRequest) => Promise<AsyncIterable<Uint8Array>>,
  writer: PackWriter,
): Promise<string> {
  // Only here, since most commands in a checkout ask nobody.
  const { default: git } = await import('isomorphic-git')
  const http: HttpClient = {
    async request(gitRequest) {
      const request = await requestOf(gitRequest)
      // Version 0 of the protocol begins with all refs that a remote has: it is told those that are wanted.
      if (request.body === undefined) return answerOf(request, streamOf([advertise(refs)]))
      return answerOf(request, streamOf(await onRequest(request)))
    },
  }
  let shallowAfter = shallow
  const fs = createFiles({ haves, shallow }, writer.writePack, (text) => {
    shallowAfter = text
  })
  const commits = { tip: 1, new: undefined, all: WHOLE }[depth]
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
    // A server that ends a transfer early says why.
    throw isProgress(said) ? cause : new Error(said, { cause })
  }
  if (/^(fatal|error)\b/.test(said)) throw new Error(said)
  // Last: until all objects are here, the old boundary holds.
  if (shallowAfter !== shallow) writer.writeShallow(shallowAfter)
  return said
}

/** The first answer of a server that has these refs. */
function advertise(refs: readonly FetchedRef[]): Buffer {
  const head = `${refs[0]?.oid} HEAD\0${CAPABILITIES} symref=HEAD:${refs[0]?.remote}\n`
  const lines = [head, ...refs.map(({ oid, remote }) => `${oid} ${remote}\n`)]
  return Buffer.from(
    `${toLine('# service=git-upload-pack\n')}0000${lines.map(toLine).join('')}0000`,
  )
}

/** As in https://git-scm.com/docs/protocol-common#_pkt_line_format. */
function toLine(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text
}

async function* streamOf(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  yield* chunks
}

/**
 * A clone as isomorphic-git sees it: it has the objects `haves`, each with a ref, and none that could be read. So a fetch
 * reads no index, takes no pack that lacks objects, and an interrupted one leaves no `shallow` or refs without objects.
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
        // All else are refs, which the caller writes.
      },
      async unlink(path: string) {
        if (path === shallowPath) setShallow('')
      },
      readdir: async () => [],
      ...{ stat, lstat: stat, mkdir: ignore, rmdir: ignore, readlink: ignore, symlink: ignore },
    },
  }
}
