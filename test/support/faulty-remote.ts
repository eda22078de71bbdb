import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type GitServer, startGitServer } from './git-server.ts'

/** What a remote may do wrong, in any phase of a conversation. */
export const FAULTS = [
  ...[
    'hang',
    'slow',
    'slow header',
    'reset',
    'half',
    'half and hang',
    'damaged',
    'empty',
    'endless',
  ],
  ...['401', '403', '404', '500', 'web page', 'gzip bomb'],
  ...[
    'redirect to a file',
    'redirect to a program',
    'redirect to another host',
    'redirect in circles',
  ],
] as const

export type Fault = (typeof FAULTS)[number]

/** The request for what the server can, for its refs, or for a pack. */
export const PHASES = ['start', 'refs', 'pack'] as const

export type Phase = (typeof PHASES)[number]

export interface FaultyRemote extends GitServer {
  /** Lets a repository (`name.git`) do wrong, in one phase or in all. */
  set(name: string, fault: Fault, phase?: Phase): void
  /** Lets it be well again, or all. */
  cure(name?: string): void
  /** Bytes that endless answers have sent. */
  readonly sentBytes: number
  /** Ends all connections: those that hang get no answer any more. */
  dropAll(): void
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly phase: Phase
}

/** Serves the repositories of a folder as `startGitServer` does, except for those that do wrong. */
export async function startFaultyRemote(root: string): Promise<FaultyRemote> {
  const faults = new Map<string, { readonly fault: Fault; readonly phase: Phase | undefined }>()
  const responses = new Set<ServerResponse>()
  const sent = { bytes: 0 }
  const server = await startGitServer({
    root,
    intercept(request, response, body) {
      const name = request.url?.split('/')[1] ?? ''
      const remote = faults.get(name)
      const phase = phaseOf(request, body)
      if (remote === undefined || (remote.phase ?? phase) !== phase) return false
      // The other host is well.
      const isOther = request.headers.host?.startsWith('localhost') === true
      if (remote.fault === 'redirect to another host' && isOther) return false
      responses.add(response)
      response.on('close', () => responses.delete(response))
      return fail(remote.fault, { request, response, phase }, sent)
    },
  })
  return {
    ...server,
    set: (name, fault, phase) => void faults.set(name, { fault, phase }),
    cure: (name) => void (name === undefined ? faults.clear() : faults.delete(name)),
    get sentBytes() {
      return sent.bytes
    },
    dropAll() {
      for (const response of responses) response.destroy()
    },
  }
}

function phaseOf(request: IncomingMessage, body: Buffer): Phase {
  if (request.method !== 'POST') return 'start'
  const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
  return text.includes('want ') ? 'pack' : 'refs'
}

/** Answers, or lets the repository answer and spoils that. */
function fail(fault: Fault, exchange: Exchange, sent: { bytes: number }): boolean {
  const { request, response } = exchange
  const redirects: Partial<Record<Fault, string>> = {
    'redirect to a file': 'file:///etc/passwd',
    'redirect to a program': 'ext::sh -c true',
    // Another address of this machine.
    'redirect to another host': `http://localhost:${request.socket.localPort}${request.url}`,
    'redirect in circles': request.url ?? '',
  }
  const location = redirects[fault]
  if (location !== undefined) response.writeHead(302, { location }).end()
  else if (/^\d+$/.test(fault)) response.writeHead(Number(fault)).end('no \x1b[31mway')
  else if (fault === 'hang') return true
  else if (fault === 'reset') request.socket.destroy()
  else if (fault === 'web page') writePage(response)
  else if (fault === 'empty') response.writeHead(200, { 'content-type': typeOf(exchange) }).end()
  else if (fault === 'slow header') drip(response, () => request.socket.write('x'))
  else if (fault === 'slow') {
    response.writeHead(200, { 'content-type': typeOf(exchange) })
    drip(response, () => response.write('0'))
  } else if (fault === 'gzip bomb') writeBomb(exchange)
  else if (fault === 'endless') writeEndlessly(exchange, sent)
  else spoil(fault, response)
  return fault !== 'half' && fault !== 'half and hang' && fault !== 'damaged'
}

function typeOf({ phase }: Exchange): string {
  return `application/x-git-upload-pack-${phase === 'start' ? 'advertisement' : 'result'}`
}

function writePage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>Please log in')
}

function drip(response: ServerResponse, write: () => void): void {
  if (response.headersSent === false) response.socket?.write('HTTP/1.1 200 OK\r\n')
  const timer = setInterval(write, 100)
  response.on('close', () => clearInterval(timer))
}

/** 40 MB of refs in a few hundred kB. */
function writeBomb(exchange: Exchange): void {
  const headers = { 'content-type': typeOf(exchange), 'content-encoding': 'gzip' }
  const lines = Array.from({ length: 20_000 }, (_, i) => refLine(i, 2000))
  exchange.response.writeHead(200, headers).end(gzipSync([...startOf(exchange), ...lines].join('')))
}

function refLine(i: number, length: number): string {
  return line(`${String(i).padStart(40, '0')} refs/heads/b${i}${'x'.repeat(length)}\n`)
}

function startOf({ phase }: Exchange): string[] {
  return phase === 'start' ? [line('# service=git-upload-pack\n'), '0000'] : []
}

function line(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text
}

/** Refs, or a pack of one object, of as many bytes as somebody takes. */
function writeEndlessly(exchange: Exchange, sent: { bytes: number }): void {
  const { response, phase } = exchange
  response.writeHead(200, { 'content-type': typeOf(exchange) })
  const refs = Array.from({ length: 500 }, (_, i) => refLine(i, 200)).join('')
  // An object of 2^40 bytes, stored as it is.
  const start = Buffer.from(
    'PACK\0\0\0\x02\0\x0f\xff\xff\xb0\x80\x80\x80\x80\x80\x01\x78\x01',
    'latin1',
  )
  const block = Buffer.concat([Buffer.from([0, 0x60, 0xea, 0x9f, 0x15]), Buffer.alloc(60_000, 65)])
  if (phase === 'pack') response.write(Buffer.concat([Buffer.from('000dpackfile\n'), band(start)]))
  else response.write(startOf(exchange).join(''))
  const next = phase === 'pack' ? band(block) : Buffer.from(refs)
  const pump = (): void => {
    while (!response.destroyed) {
      sent.bytes += next.length
      if (!response.write(next)) return void response.once('drain', pump)
    }
  }
  pump()
}

function band(bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`${line(`\x01${' '.repeat(bytes.length)}`).slice(0, 4)}\x01`),
    bytes,
  ])
}

/** Sends half of the answer and ends the connection, or does nothing more; or changes some of its bytes. */
function spoil(fault: Fault, response: ServerResponse): void {
  const chunks: Buffer[] = []
  const [write, end] = [response.write.bind(response), response.end.bind(response)]
  response.write = (chunk: Buffer) => chunks.push(chunk) > 0
  response.end = () => {
    const body = Buffer.concat(chunks)
    if (fault === 'damaged') {
      for (let at = body.length >> 1; at < body.length - 30; at += 7) body[at]! ^= 0x55
      return end(body)
    }
    write(body.subarray(0, body.length >> 1))
    if (fault === 'half') setTimeout(() => response.destroy(), 20)
    return response
  }
}
