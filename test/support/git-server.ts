import { execFileSync, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface GitServerOptions {
  /** Folder whose bare repositories are served. */
  readonly root: string
  /** `user:password` that every request must bring. */
  readonly login?: string
  /** Whether it knows version 2 of the protocol (default: yes). */
  readonly isVersion2?: boolean
  /** Answers a request, with its whole body, itself, by returning true. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean
}

export interface GitServer {
  /** `http://127.0.0.1:port` */
  readonly origin: string
  /** `GET /path?query`, in order. */
  readonly requests: string[]
  close(): Promise<void>
}

/** Whether this machine's git can serve repositories over http. */
export function hasHttpBackend(): boolean {
  try {
    const path = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim()
    execFileSync('test', ['-x', `${path}/git-http-backend`])
    return true
  } catch {
    return false
  }
}

/** Serves repositories over smart http, with `git http-backend` as a CGI program. */
export async function startGitServer(options: GitServerOptions): Promise<GitServer> {
  const requests: string[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined || options.intercept?.(request, response, body)) return
    const login = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString()
    if (options.login !== undefined && login !== options.login) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('who are you?')
    } else {
      runBackend(options, { request, response, body })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, requests, close: () => stop(server) }
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: Buffer
}

function runBackend(
  { root, isVersion2 = true }: GitServerOptions,
  { request, response, body }: Exchange,
): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? String(body.length),
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: isVersion2 ? String(request.headers['git-protocol'] ?? '') : '',
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {}) // The program may end before it has read everything.
  child.stdin.end(body)
  let head = Buffer.alloc(0)
  let isBody = false
  child.stdout.on('data', (chunk: Buffer) => {
    if (isBody) {
      response.write(chunk)
      return
    }
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    isBody = true
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/s)
      if (name.toLowerCase() === 'status') response.statusCode = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.write(head.subarray(end + 4))
  })
  child.on('close', () => response.end())
}
