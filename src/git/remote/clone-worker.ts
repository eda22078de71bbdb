import { parentPort, workerData } from 'node:worker_threads'
import { fetch, listServerRefs, readObject } from 'isomorphic-git'
import { createCloneFiles } from './clone-files.ts'
import { createHttpClient } from './http-client.ts'
import type { FetchedRef, FetchOptions, RemoteHeads } from './remote.ts'

/** The job of a clone worker; each worker does one. */
export interface CloneJob {
  readonly url: string
  readonly authorization: string | undefined
  readonly maxBodyBytes: number
  readonly task: /** Prefixes of full names; `HEAD` for itself. */
    | { readonly list: readonly string[] }
    | { readonly fetch: FetchOptions }
    /** The refs that changed, at least one. */
    | { readonly fetchAll: Pick<FetchOptions, 'gitDir' | 'refs'> }
}

/** Its answer: listed heads, fetched refs, or the message of an error. */
export type CloneAnswer =
  | { readonly heads: RemoteHeads }
  | { readonly fetched: readonly FetchedRef[] }
  | { readonly message: string }

/** As git sends it: servers take it for "all". */
const INFINITE_DEPTH = 0x7fffffff

async function list(job: CloneJob, prefixes: readonly string[]): Promise<RemoteHeads> {
  const http = createHttpClient(job)
  const oids = new Map<string, string>()
  let defaultRef: string | undefined
  for (const prefix of prefixes) {
    const refs = await listServerRefs({ http, url: job.url, prefix, symrefs: true })
    for (const { ref, oid, target } of refs) {
      // For servers a prefix is a hint.
      if (ref.startsWith(prefix)) oids.set(ref, oid)
      if (ref !== 'HEAD' || !target?.startsWith('refs/heads/')) continue
      defaultRef = target
      oids.set(target, oid)
    }
  }
  return { defaultRef, oids }
}

async function fetchRefs(job: CloneJob, options: FetchOptions): Promise<readonly FetchedRef[]> {
  const { gitDir, refs, depth } = options
  const http = createHttpClient(job)
  const fetched: FetchedRef[] = []
  for (const ref of refs) {
    const files = createCloneFiles(gitDir)
    const { fetchHead } = await fetch({
      fs: files.fs,
      http,
      gitdir: gitDir,
      url: job.url,
      remote: 'origin',
      ref: ref.local,
      remoteRef: ref.remote,
      singleBranch: true,
      tags: false,
      ...(depth === 'new' ? {} : { depth: depth === 'tip' ? 1 : INFINITE_DEPTH }),
    })
    await files.finish()
    // Not the commit asked for, when the remote has moved on since it was listed.
    fetched.push({ ...ref, oid: fetchHead ?? ref.oid })
  }
  return fetched
}

/** All branches and tags at once. A ref whose listed commit did not arrive, as the ref has moved since, is left out. */
async function fetchAll(
  job: CloneJob,
  { gitDir, refs }: Pick<FetchOptions, 'gitDir' | 'refs'>,
): Promise<readonly FetchedRef[]> {
  const files = createCloneFiles(gitDir)
  const cache = {}
  const common = { fs: files.fs, gitdir: gitDir, cache }
  await fetch({
    ...common,
    http: createHttpClient(job),
    url: job.url,
    remote: 'origin',
    remoteRef: refs[0]?.remote ?? 'HEAD',
    singleBranch: false,
    tags: true,
  })
  await files.finish()
  const fetched: FetchedRef[] = []
  for (const ref of refs) {
    const isThere = await readObject({ ...common, oid: ref.oid, format: 'deflated' }).then(
      () => true,
      () => false,
    )
    if (isThere) fetched.push(ref)
  }
  return fetched
}

async function run(job: CloneJob): Promise<CloneAnswer> {
  try {
    if ('list' in job.task) return { heads: await list(job, job.task.list) }
    if ('fetchAll' in job.task) return { fetched: await fetchAll(job, job.task.fetchAll) }
    return { fetched: await fetchRefs(job, job.task.fetch) }
  } catch (error) {
    return { message: explain(error) }
  }
}

/** fetch() hides the reason ("fetch failed") in its cause. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return error.cause instanceof Error ? explain(error.cause) : code + error.message
}

// Typed by its only caller, embedded-git.ts.
parentPort?.postMessage(await run(workerData as CloneJob))
