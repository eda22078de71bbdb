import { createHash } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { createDeflate, deflateSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSource } from '../../../src/git/create-source.ts'
import { DEFAULT_LIMITS } from '../../../src/git/remote/limits.ts'
import type { Source } from '../../../src/git/source.ts'
import { createRepository, createTemporaryFolder } from '../../support/git-repository.ts'
import { hasHttpBackend, startGitServer } from '../../support/git-server.ts'
import { engines } from '../../support/http-source.ts'
import { blobId, delta, type ForgedEntry, forgePack } from '../../support/pack.ts'

const mebibyte = 2 ** 20

interface Attacked {
  readonly source: Source
  /** The error without the address. */
  problem(): string | undefined
}

/** A source whose remote lists a commit and answers requests for it with these bytes. */
async function attack(body: Buffer, searchPath = '/nonexistent'): Promise<Attacked> {
  const { path } = await createRepository([{ 'de.json': '{}' }])
  const server = await startGitServer({
    root: dirname(path),
    intercept(_request, response, request) {
      if (!request.includes('want ')) return false
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
      // In protocol version 2, which git speaks, the pack has a header.
      const isNewer = request.includes('command=fetch') && body.subarray(0, NAK.length).equals(NAK)
      response.end(isNewer ? Buffer.concat([PACK, body.subarray(NAK.length)]) : body)
      return true
    },
  })
  onTestFinished(() => server.close())
  const dataDir = createTemporaryFolder()
  const url = `${server.origin}/${basename(path)}`
  const source = createSource({
    ...{ url, branches: [''], dataDir, maxObjectBytes: 64 * mebibyte },
    limits: { ...DEFAULT_LIMITS, maxMemoryBytes: 256 * mebibyte },
    environment: { PATH: searchPath, HOME: dataDir },
  })
  onTestFinished(() => source.close())
  return { source, problem: () => source.error?.message.replace(`${url}: `, '') }
}

function packet(bytes: Uint8Array | string): Buffer {
  const content = Buffer.from(bytes)
  return Buffer.concat([Buffer.from((content.length + 4).toString(16).padStart(4, '0')), content])
}

const NAK = packet('NAK\n')
const PACK = packet('packfile\n')

function band(number: number, bytes: Buffer): Buffer[] {
  const packets: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 60_000) {
    packets.push(packet(Buffer.concat([Buffer.of(number), bytes.subarray(at, at + 60_000)])))
  }
  return packets
}

function packResponse(pack: Buffer): Buffer {
  return Buffer.concat([NAK, ...band(1, pack), Buffer.from('0000')])
}

/** A pack with one object of zeros, never held in memory as a whole. */
async function zerosPack(bytes: number): Promise<Buffer> {
  const { pack } = forgePack([{ oid: '', type: 3, data: Buffer.alloc(0), size: bytes }])
  const deflate = createDeflate({ level: 9 })
  const zeros = Buffer.alloc(mebibyte)
  const write = async () => {
    for (let at = 0; at < bytes; at += zeros.length) {
      if (!deflate.write(zeros)) await new Promise((resolve) => deflate.once('drain', resolve))
    }
    deflate.end()
  }
  const chunks: Buffer[] = []
  const read = async () => {
    for await (const chunk of deflate) chunks.push(chunk)
  }
  await Promise.all([write(), read()])
  const start = pack.subarray(0, pack.length - 20 - deflateSync(Buffer.alloc(0)).length)
  const body = Buffer.concat([start, ...chunks])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

/** A base and deltas, each of which copies the whole result of the one before. */
function deltaPack(bytes: number, count: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes)
  const copy = delta(bytes, bytes, 0xf0, size[0] ?? 0, size[1] ?? 0, size[2] ?? 0)
  const entries: ForgedEntry[] = [{ oid: '0', type: 3, data: Buffer.alloc(bytes) }]
  for (let n = 1; n <= count; n++) {
    entries.push({ oid: `${n}`, type: 6, base: `${n - 1}`, data: copy })
  }
  return forgePack(entries).pack
}

/** How much the memory of this process grows at most during some work. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  await work()
  clearInterval(timer)
  return most - before
}

const SHORT_OF_MEMORY =
  /^(unpacking its answer takes more than 256 MiB of memory|\d+ of the \d+ objects that it sent are damaged or too large): install git to clone it$/

test.skipIf(!hasHttpBackend()).each([
  ['1 MB that unpacks to 1 GiB', () => zerosPack(1024 * mebibyte)],
  ['400 deltas of 9 MiB each', async () => deltaPack(9 * mebibyte, 400)],
])('without git, a pack with %s fails at max_git_memory, in another process', async (_, make) => {
  const pack = await make()
  expect(pack.length).toBeLessThan(1.1 * mebibyte)
  const { source, problem } = await attack(packResponse(pack))
  expect(await memoryOf(() => source.open())).toBeLessThan(50 * mebibyte)
  expect([problem(), source.error?.code]).toEqual([
    expect.stringMatching(SHORT_OF_MEMORY),
    'needs-git',
  ])
})

const hello = Buffer.from('hello')
const doubling = delta(5, 10, 0x90, 5, 0x90, 5)
const whole: ForgedEntry = { oid: blobId(hello), type: 3, data: hello }
const lost: ForgedEntry = {
  oid: '1',
  type: 7,
  base: blobId(Buffer.from('nowhere')),
  data: doubling,
}

describe.skipIf(!hasHttpBackend()).each(engines)('with $engine', ({ path: searchPath }) => {
  test('a pack with a delta but not its base is refused', async () => {
    const { source, problem } = await attack(
      packResponse(forgePack([whole, lost]).pack),
      searchPath,
    )
    await source.open()
    expect([source.repository, problem()]).toEqual([
      undefined,
      searchPath === '/nonexistent'
        ? '1 of the 2 objects that it sent are damaged or too large: install git to clone it'
        : expect.stringContaining('pack has 1 unresolved delta'),
    ])
  })

  test('a pack without the requested objects is refused', async () => {
    const { source, problem } = await attack(packResponse(forgePack([whole]).pack), searchPath)
    await source.open()
    expect([source.repository, problem()]).toEqual([
      undefined,
      'its answer lacks a commit or a part of one',
    ])
  })

  test.each([
    ['ERR instead of a pack', packet('ERR the disk of the server is full')],
    [
      'an error in the middle of a pack',
      Buffer.concat([
        NAK,
        ...band(1, Buffer.from('PACK')),
        ...band(3, Buffer.from('the disk of the server is full\n')),
      ]),
    ],
    [
      'last words',
      Buffer.concat([
        NAK,
        ...band(2, Buffer.from('fatal: the disk of the server is full\n')),
        Buffer.from('0000'),
      ]),
    ],
  ])('the error quotes a server that responds with %s', async (_what, response) => {
    const { source, problem } = await attack(response, searchPath)
    await source.open()
    expect(problem()).toBe('the disk of the server is full')
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no pack', Buffer.concat([NAK, Buffer.from('0000')])],
    ['no lines', Buffer.from('hello, this is no answer of a repository')],
    ['a pack of no objects', packResponse(forgePack([]).pack)],
    [
      'a pack with fewer objects than it declares',
      packResponse(countedAs(forgePack([whole]).pack, 1e6)),
    ],
    [
      'a pack with more objects than it declares',
      packResponse(countedAs(forgePack([whole, whole]).pack, 1)),
    ],
  ])('a response with %s is refused', async (_what, response) => {
    const { source } = await attack(response, searchPath)
    await source.open()
    expect([source.repository, source.error?.name]).toEqual([undefined, 'RepositoryError'])
  })
})

/** A pack that declares another number of objects, with a valid checksum. */
function countedAs(pack: Buffer, count: number): Buffer {
  const body = Buffer.from(pack.subarray(0, -20))
  body.writeUInt32BE(count, 8)
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}
