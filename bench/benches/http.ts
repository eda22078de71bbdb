import { join } from 'node:path'
import type { Row, Setting } from '../bench.ts'
import { runSide } from '../run.ts'
import { configText, type Sample } from '../sample.ts'
import {
  ask,
  askUntil,
  type BenchResponse,
  cpuMicroseconds,
  type Started,
  startGitglot,
  startServer,
  waitUntilIdle,
} from '../server.ts'

const CONNECTIONS = 16
const RUN_MS = 1500
/** Headers that the server sets itself, or that Node sets on both sides. */
const NOT_COPIED = ['date', 'connection', 'keep-alive', 'transfer-encoding']

/**
 * Measures requests per second for a cached page of units and for `304`, against a bare `node:http` server. Further
 * rows show the CPU time of the server for a request. These also hold on a busy machine, where the client is too slow.
 */
export async function rows(setting: Setting): Promise<Row[]> {
  const [sample] = setting.samples
  if (sample === undefined) return []
  const gitglot = await startGitglot(setting, configText(sample))
  try {
    await askUntil(gitglot.port, '/api/statistics/', ({ body }) => JSON.parse(`${body}`).total > 0)
    await waitUntilIdle(gitglot.process.pid)
    const path = await unitsPath(gitglot.port, sample)
    await ask(gitglot.port, path, {})
    await waitUntilIdle(gitglot.process.pid)
    const { etag } = (await ask(gitglot.port, path, {})).headers
    const again = etag === undefined ? {} : { 'If-None-Match': etag }
    const rows: Row[] = []
    for (const [headers, atLeast] of [[{}, 0.8] as const, [again, 0.75] as const]) {
      rows.push(...(await compare({ setting, gitglot, path, headers, atLeast })))
    }
    return rows
  } finally {
    gitglot.process.kill()
  }
}

interface Comparison {
  readonly setting: Setting
  readonly gitglot: Started
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly atLeast: number
}

async function compare(comparison: Comparison): Promise<Row[]> {
  const { setting, gitglot, path, headers, atLeast } = comparison
  const answer = await ask(gitglot.port, path, headers)
  const kind = 'If-None-Match' in headers ? 'unchanged' : 'cached'
  const what = `${kind} page of units (${answer.status}, ${answer.body.length} bytes)`
  const otherName = 'bare node:http, same bytes'
  const bare = await startPlain(setting, answer)
  const lines = Object.entries({ Host: `127.0.0.1:${gitglot.port}`, ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const request = `GET ${path} HTTP/1.1\r\n${head}\r\n`
  const ours: Load[] = []
  const others: Load[] = []
  try {
    for (let run = -1; run < setting.runs; run++) {
      const load = await putLoad(setting, gitglot, request)
      const otherLoad = await putLoad(setting, bare, request)
      if (run < 0) continue
      ours.push(load)
      others.push(otherLoad)
    }
  } finally {
    bare.process.kill()
  }
  const rates = (loads: readonly Load[]): number[] => loads.map((load) => load.rate)
  const costs = (loads: readonly Load[]): number[] => loads.flatMap((load) => load.cost ?? [])
  return [
    {
      what,
      unit: 'requests/s',
      ours: rates(ours),
      otherName,
      others: rates(others),
      target: { atLeast },
    },
    {
      what: `${what}: CPU time per request`,
      unit: 'us',
      ours: costs(ours),
      otherName,
      others: costs(others),
    },
  ]
}

/** Results of a server under load. */
interface Load {
  /** Requests per second. */
  readonly rate: number
  /** CPU time for each request in microseconds; undefined if the system does not report it. */
  readonly cost: number | undefined
}

async function putLoad(setting: Setting, server: Started, request: string): Promise<Load> {
  const argument = { port: server.port, request, connections: CONNECTIONS, milliseconds: RUN_MS }
  const before = cpuMicroseconds(server.process.pid)
  const { figures, milliseconds } = await runSide(setting, { name: 'load', argument })
  const after = cpuMicroseconds(server.process.pid)
  const rate = figures?.['requestsPerSecond'] ?? Number.NaN
  const count = (rate * milliseconds) / 1000
  const cost = before === undefined || after === undefined ? undefined : (after - before) / count
  return { rate, cost }
}

function startPlain({ build }: Setting, answer: BenchResponse): Promise<Started> {
  const copied = Object.entries(answer.headers).filter(([name]) => !NOT_COPIED.includes(name))
  const headers = Object.fromEntries(copied)
  const argument = { status: answer.status, headers, body: answer.body.toString('base64') }
  return startServer([join(build, 'sides/plain-server.js'), JSON.stringify(argument)])
}

/** Returns the path of the units of the first translation with a full page of them. */
async function unitsPath(port: number, { name }: Sample): Promise<string> {
  const list = await ask(port, `/api/components/${name}/translations/`, {})
  const { results } = JSON.parse(list.body.toString()) as { results: { language_code: string }[] }
  const code = results.find(({ language_code: code }) => code !== 'en')?.language_code ?? 'en'
  return `/api/translations/${name}/${code}/units/`
}
