import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Bench, Row, Setting } from './bench.ts'
import { runSide } from './run.ts'
import { benchFolder, configText, type Subject } from './subject.ts'

const CONNECTIONS = 16
const WARM_MS = 1500
const RUN_MS = 1500
/** The server's own affair, or, as Node sets it, the same on both sides. */
const NOT_COPIED = ['date', 'connection', 'keep-alive', 'transfer-encoding']

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Requests a second for a page of units that was asked for before, and for `304`, against a bare `node:http` server. */
export const http: Bench = {
  name: 'http',
  async rows(setting) {
    const [subject] = setting.subjects
    if (subject === undefined) return []
    const gitglot = await startGitglot(setting, subject)
    try {
      const path = await unitsPath(gitglot.port, subject)
      const page = await ask(gitglot.port, path, {})
      const rows = [await compare({ setting, port: gitglot.port, path, headers: {}, atLeast: 0.8 })]
      const { etag } = page.headers
      const again = etag === undefined ? {} : { 'If-None-Match': etag }
      rows.push(await compare({ setting, port: gitglot.port, path, headers: again, atLeast: 0.75 }))
      return rows
    } finally {
      gitglot.process.kill()
    }
  },
}

interface Comparison {
  readonly setting: Setting
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly atLeast: number
}

async function compare({ setting, port, path, headers, atLeast }: Comparison): Promise<Row> {
  const answer = await ask(port, path, headers)
  const size = `${answer.status}, ${answer.body.length} bytes`
  const row = {
    what: `${'If-None-Match' in headers ? 'unchanged' : 'cached'} page of units (${size})`,
    unit: 'requests/s',
    otherName: 'bare node:http, same bytes',
    target: { atLeast },
  } as const
  const copied = Object.entries(answer.headers).filter(([name]) => !NOT_COPIED.includes(name))
  const bare = await startPlain(
    setting,
    answer,
    Object.fromEntries(copied) as Record<string, string>,
  )
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const request = `GET ${path} HTTP/1.1\r\n${head}\r\n`
  const measure = async (at: number, milliseconds: number): Promise<number> => {
    const argument = { port: at, request, connections: CONNECTIONS, milliseconds }
    const { figures } = await runSide(setting, { name: 'load', argument })
    return figures?.['requestsPerSecond'] ?? Number.NaN
  }
  try {
    for (const at of [port, bare.port]) await measure(at, WARM_MS)
    const ours: number[] = []
    const others: number[] = []
    for (let run = 0; run < setting.runs; run++) {
      ours.push(await measure(port, RUN_MS))
      others.push(await measure(bare.port, RUN_MS))
    }
    return { ...row, ours, others }
  } finally {
    bare.process.kill()
  }
}

interface Started {
  readonly process: ChildProcess
  readonly port: number
}

async function startGitglot(setting: Setting, subject: Subject): Promise<Started> {
  const config = join(benchFolder(), 'http.yml')
  writeFileSync(config, configText(subject))
  const main = join(setting.build, 'src/cli/main.js')
  const child = spawn(process.execPath, [main, 'serve', '--config', config, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let port = 0
  for await (const line of createInterface({ input: child.stdout })) {
    port ||= Number(/:(\d+)\//.exec(line)?.[1] ?? 0)
    if (line.startsWith(`${subject.name}: `)) break
  }
  return { process: child, port }
}

async function startPlain(
  setting: Setting,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
): Promise<Started> {
  const argument = { status: answer.status, headers, body: answer.body.toString('base64') }
  const main = join(setting.build, 'bench/sides/plain-server.js')
  const child = spawn(process.execPath, [main, JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    return { process: child, port: Number(line) }
  }
  throw new Error('the bare server did not start')
}

/** The units of the first translation that has a full page of them. */
async function unitsPath(port: number, { name }: Subject): Promise<string> {
  const list = await ask(port, `/api/components/${name}/translations/`, {})
  const { results } = JSON.parse(list.body.toString()) as { results: { language_code: string }[] }
  const code = results.find(({ language_code: code }) => code !== 'en')?.language_code ?? 'en'
  return `/api/translations/${name}/${code}/units/`
}

function ask(port: number, path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ port, path, headers, host: '127.0.0.1' }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}
