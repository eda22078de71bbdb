import { RepositoryError } from '../../errors.ts'
import { isOid } from '../objects/object.ts'
import { AnswerError, type HttpOptions, sendRequest } from './http-client.ts'
import { LIST_TOO_LARGE, MAX_LIST_BYTES } from './limits.ts'
import { DELIMITER, encodeLine, FLUSH, type Packet, readPackets } from './pkt-line.ts'
import type { RemoteHeads } from './remote.ts'

/** A repository that answers over smart HTTP. */
export interface Session {
  /** Its address after redirects. */
  readonly url: string
  /** Whether it speaks version 2 of the protocol; else version 0. */
  readonly isVersion2: boolean
}

interface Discovery extends Session {
  /** All refs, which version 0 sends unasked. */
  readonly refs: RemoteHeads | undefined
}

const SERVICE = 'git-upload-pack'

/**
 * Asks which protocol a repository speaks. Rejects with an Error saying what else it answered.
 * Protocol: https://git-scm.com/docs/http-protocol#_smart_clients
 */
export async function discover(url: string, options: HttpOptions): Promise<Discovery> {
  const path = `/info/refs?service=${SERVICE}`
  const headers = { 'git-protocol': 'version=2' }
  const asked = url.replace(/\/$/, '')
  const answer = await sendRequest({ url: asked + path, headers }, options)
  try {
    checkAnswer(answer, `application/x-${SERVICE}-advertisement`)
    if (!answer.url.endsWith(path))
      throw new AnswerError('redirected to something that is no repository')
    const packets = limitList(readPackets(answer.body))
    const base = answer.url.slice(0, -path.length)
    let isFirst = true
    const lines: string[] = []
    for await (const packet of packets) {
      const line = typeof packet === 'string' ? undefined : packet.toString().trimEnd()
      if (line === undefined || line.startsWith('# service=')) continue
      if (isFirst && line === 'version 2') return { url: base, isVersion2: true, refs: undefined }
      isFirst = false
      if (line.startsWith('ERR ')) throw new Error(line.slice(4))
      lines.push(line)
    }
    return { url: base, isVersion2: false, refs: parseAdvertisement(lines) }
  } finally {
    answer.drop()
  }
}

/**
 * The refs whose full names begin with one of the prefixes, and the session to fetch them in. Rejects with an Error.
 * Protocol: https://git-scm.com/docs/protocol-v2#_ls_refs
 */
export async function listRefs(
  url: string,
  prefixes: readonly string[],
  options: HttpOptions,
): Promise<{ readonly heads: RemoteHeads; readonly session: Session }> {
  const { refs, ...session } = await discover(url, options)
  const isWanted = (name: string) => prefixes.some((prefix) => name.startsWith(prefix))
  if (refs !== undefined) {
    const oids = new Map([...refs.oids].filter(([name]) => isWanted(name)))
    return { heads: withDefault(oids, refs.defaultRef), session }
  }
  const body = Buffer.concat([
    encodeLine('command=ls-refs\n'),
    DELIMITER,
    encodeLine('symrefs\n'),
    ...prefixes.map((prefix) => encodeLine(`ref-prefix ${prefix}\n`)),
    FLUSH,
  ])
  const oids = new Map<string, string>()
  let defaultRef: string | undefined
  for await (const packet of limitList(await post(session, body, options))) {
    if (packet === 'flush') return { heads: withDefault(oids, defaultRef), session }
    const [oid = '', name = '', ...attributes] = packet.toString().trimEnd().split(' ')
    if (oid === 'ERR') throw new Error([name, ...attributes].join(' '))
    // For servers a prefix is a hint.
    if (isOid(oid) && isWanted(name)) oids.set(name, oid)
    const target = attributes.find((one) => one.startsWith('symref-target:refs/heads/'))
    if (name === 'HEAD' && target !== undefined) defaultRef = target.slice('symref-target:'.length)
  }
  throw new Error('the connection was cut')
}

/** What to ask a repository for. */
export interface PackRequest {
  readonly wants: readonly string[]
  readonly haves: readonly string[]
  /** Commits whose parents are not here. */
  readonly shallow: readonly string[]
  /** In commits; undefined: down to what is here. */
  readonly depth: number | undefined
}

/** Told of an answer's parts as they arrive. */
export interface PackReceiver {
  readonly onShallow: (oid: string, isShallow: boolean) => void
  readonly onPack: (bytes: Buffer) => void
}

/**
 * Asks for a pack and hands on its bytes. Rejects with an Error for what the remote says of a failure, and for an answer
 * that is cut. Protocol: https://git-scm.com/docs/protocol-v2#_fetch and
 * https://git-scm.com/docs/pack-protocol#_packfile_negotiation
 */
export async function fetchPack(
  session: Session,
  request: PackRequest,
  { onShallow, onPack, ...options }: PackReceiver & HttpOptions,
): Promise<void> {
  const body = session.isVersion2 ? requestOf2(request) : requestOf0(request)
  let hasPack = false
  for await (const packet of await post(session, body, options)) {
    if (packet === 'flush' && hasPack) return
    if (typeof packet === 'string') continue
    const band = packet[0] ?? 0
    if (band === 1) {
      hasPack = true
      onPack(packet.subarray(1))
    } else if (band === 3) throw new Error(packet.toString('utf8', 1))
    else if (band !== 2) {
      const [word, oid = '', ...rest] = packet.toString().trimEnd().split(' ')
      if (word === 'ERR') throw new Error([oid, ...rest].join(' '))
      if ((word === 'shallow' || word === 'unshallow') && isOid(oid)) {
        onShallow(oid, word === 'shallow')
      }
    }
  }
  throw new Error('the connection was cut')
}

function requestOf2({ wants, haves, shallow, depth }: PackRequest): Buffer {
  const lines = ['ofs-delta', ...argumentsOf({ wants, shallow, depth })]
  return Buffer.concat([
    encodeLine('command=fetch\n'),
    DELIMITER,
    ...[...lines, ...haves.map((oid) => `have ${oid}`), 'done'].map((line) =>
      encodeLine(`${line}\n`),
    ),
    FLUSH,
  ])
}

function requestOf0({ wants, haves, shallow, depth }: PackRequest): Buffer {
  const [first, ...lines] = argumentsOf({ wants, shallow, depth })
  return Buffer.concat([
    encodeLine(
      `${first} side-band-64k ofs-delta${depth === undefined && shallow.length === 0 ? '' : ' shallow'}\n`,
    ),
    ...lines.map((line) => encodeLine(`${line}\n`)),
    FLUSH,
    ...haves.map((oid) => encodeLine(`have ${oid}\n`)),
    encodeLine('done\n'),
  ])
}

function argumentsOf({ wants, shallow, depth }: Omit<PackRequest, 'haves'>): string[] {
  return [
    ...wants.map((oid) => `want ${oid}`),
    ...shallow.map((oid) => `shallow ${oid}`),
    ...(depth === undefined ? [] : [`deepen ${depth}`]),
  ]
}

async function post(
  { url, isVersion2 }: Session,
  body: Buffer,
  options: HttpOptions,
): Promise<AsyncGenerator<Packet, void>> {
  const headers = {
    'content-type': `application/x-${SERVICE}-request`,
    accept: `application/x-${SERVICE}-result`,
    ...(isVersion2 && { 'git-protocol': 'version=2' }),
  }
  const answer = await sendRequest({ url: `${url}/${SERVICE}`, body, headers }, options)
  try {
    checkAnswer(answer, `application/x-${SERVICE}-result`)
  } catch (error) {
    answer.drop()
    throw error
  }
  return readPackets(answer.body)
}

function checkAnswer(
  { status, contentType }: { readonly status: number; readonly contentType: string },
  expected: string,
): void {
  if (status !== 200) throw new AnswerError(`HTTP Error: ${status}`)
  if (contentType === 'text/html') {
    throw new AnswerError(
      'answered with a web page (HTML) instead of a repository: it may want a login',
    )
  }
  if (contentType !== expected) {
    throw new AnswerError(`answered with ${contentType || 'no type'} instead of a repository`)
  }
}

async function* limitList(packets: AsyncGenerator<Packet, void>): AsyncGenerator<Packet, void> {
  let bytes = 0
  for await (const packet of packets) {
    bytes += packet.length
    if (bytes > MAX_LIST_BYTES) throw new RepositoryError(LIST_TOO_LARGE, { code: 'too-large' })
    yield packet
  }
}

/** Lines `oid name`, the first with the server's capabilities, of which `symref` names the default branch. */
function parseAdvertisement(lines: readonly string[]): RemoteHeads {
  const oids = new Map<string, string>()
  for (const line of lines) {
    const [oid = '', name = ''] = (line.split('\0')[0] ?? '').split(' ')
    if (isOid(oid) && !name.endsWith('^{}') && !name.startsWith('capabilities')) oids.set(name, oid)
  }
  const capabilities = (lines[0] ?? '').split('\0')[1] ?? ''
  const defaultRef = /symref=HEAD:(refs\/heads\/\S+)/.exec(capabilities)?.[1]
  return withDefault(oids, defaultRef)
}

/** The default branch is listed whether or not it was asked for. */
function withDefault(oids: Map<string, string>, defaultRef: string | undefined): RemoteHeads {
  const head = oids.get('HEAD')
  if (defaultRef !== undefined && head !== undefined) oids.set(defaultRef, head)
  return { defaultRef, oids }
}
