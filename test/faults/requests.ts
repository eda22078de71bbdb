import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { count } from './input-repositories.ts'
import type { Server } from './server.ts'

/** Asks for addresses, so many at a time; each answer is one of these. */
export async function askAll(
  server: Server,
  addresses: readonly string[],
  {
    parallel = 20,
    hangUpMs = 60_000,
    isRight = (status: number) => status === 200 || status === 503,
  } = {},
): Promise<string[]> {
  const wrong: string[] = []
  const rest = [...addresses]
  const client = async () => {
    for (let address = rest.pop(); address !== undefined; address = rest.pop()) {
      try {
        const signal = AbortSignal.timeout(hangUpMs)
        const response = await fetch(server.origin + address, { signal })
        for await (const _ of response.body ?? []);
        if (!isRight(response.status)) wrong.push(`${address}: ${response.status}`)
      } catch (error) {
        const hasHungUp =
          error instanceof Error && error.name === 'TimeoutError' && hangUpMs < 60_000
        if (!hasHungUp) wrong.push(`${address}: ${error}`)
      }
    }
  }
  await Promise.all(count(parallel, client))
  return wrong.slice(0, 3)
}

/** One address, which has to be answered. */
export const askOne =
  (address: string) =>
  (server: Server): Promise<string[]> =>
    askAll(server, [address], { isRight: (status) => status === 200 })

/** What all threads of a server have used, see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html. */
export function cpuSecondsOf({ pid }: Server): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

const TICKS_PER_SECOND = 100

/** The ids of the commits of the hostile project, the newest first. */
export async function commitsOf(server: Server): Promise<string[]> {
  const commits: string[] = []
  for (let page = 1; commits.length < 1000; page++) {
    const body = await server.get(`/api/components/p/c/commits/?page_size=1000&page=${page}`)
    if (typeof body !== 'object') break
    commits.push(...(JSON.stringify(body).match(/(?<="commit":")[0-9a-f]{40}/g) ?? []))
  }
  return [...new Set(commits)]
}

/** Sends requests on one connection at once, and reads all answers. */
export function askOnOneConnection(
  server: Server,
  address: string,
  times: number,
): Promise<readonly string[]> {
  const { hostname, port } = new URL(server.origin)
  return new Promise((resolve) => {
    let responses = 0
    const socket = connect(Number(port), hostname)
    const request = (end: string) => `GET ${address} HTTP/1.1\r\nHost: ${hostname}\r\n${end}\r\n`
    socket.write(request('').repeat(times - 1) + request('Connection: close\r\n'))
    socket.on('data', (chunk) => {
      responses += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
    })
    socket.on('error', (error) => resolve([String(error)]))
    // An answer's head may lie in two pieces.
    socket.on('close', () =>
      resolve(responses > times * 0.9 ? [] : [`${responses} of ${times} answers`]),
    )
  })
}
