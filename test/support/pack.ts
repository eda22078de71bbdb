import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

/** An entry of a hand-made pack. What is stated need not be true. */
export interface ForgedEntry {
  readonly oid: string
  /** 1 commit, 2 tree, 3 blob, 4 tag, 6 delta by offset, 7 delta by id. */
  readonly type: number
  /** Before compression. */
  readonly data: Uint8Array
  /** Stated size; that of the data unless given. */
  readonly size?: number
  /** Id of the base of a delta. For one by offset it must come earlier in the pack. */
  readonly base?: string
}

export interface ForgedPack {
  readonly pack: Buffer
  /** Offsets in the order of the entries. */
  readonly offsets: readonly number[]
}

/** Id that a blob with this content has. */
export function blobId(data: Uint8Array): string {
  return createHash('sha1').update(`blob ${data.length}\0`).update(data).digest('hex')
}

/** A pack of these entries, in this order. */
export function forgePack(entries: readonly ForgedEntry[]): ForgedPack {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  header.writeUInt32BE(entries.length, 8)
  const parts = [header]
  const offsets: number[] = []
  let at = header.length
  for (const entry of entries) {
    offsets.push(at)
    const baseOffset = offsets[entries.findIndex((other) => other.oid === entry.base)] ?? 0
    const base =
      entry.type === 6
        ? encodeDistance(at - baseOffset)
        : Buffer.from(entry.type === 7 ? (entry.base ?? '') : '', 'hex')
    const size = encodeHeader(entry.type, entry.size ?? entry.data.length)
    const bytes = Buffer.concat([size, base, deflateSync(entry.data)])
    parts.push(bytes)
    at += bytes.length
  }
  const body = Buffer.concat(parts)
  return { pack: Buffer.concat([body, sha1(body)]), offsets }
}

/** An index for ids and offsets; with `isLarge` every offset goes into the table of 64-bit ones. */
export function forgeIndex(options: {
  readonly oids: readonly string[]
  readonly offsets: readonly number[]
  readonly pack: Buffer
  readonly isLarge?: boolean
}): Buffer {
  const rows = options.oids
    .map((oid, i) => ({ oid: Buffer.from(oid, 'hex'), offset: options.offsets[i] ?? 0 }))
    .sort((a, b) => a.oid.compare(b.oid))
  const fanout = Buffer.alloc(1024)
  for (let i = 0; i < 256; i++) {
    fanout.writeUInt32BE(rows.filter((row) => (row.oid[0] ?? 0) <= i).length, 4 * i)
  }
  const names = rows.map((row) => row.oid)
  const small = rows.map((row, i) => uint32(options.isLarge ? 0x80000000 + i : row.offset))
  const large = rows.map((row) =>
    Buffer.concat([uint32(Math.floor(row.offset / 2 ** 32)), uint32(row.offset % 2 ** 32)]),
  )
  const crc = Buffer.alloc(4 * rows.length)
  const magic = Buffer.from('\xfftOc\0\0\0\x02', 'latin1')
  const body = [magic, fanout, ...names, crc, ...small, ...(options.isLarge ? large : [])]
  const bytes = Buffer.concat([...body, options.pack.subarray(-20)])
  return Buffer.concat([bytes, sha1(bytes)])
}

/** Writes a forged pack with its index into a repository. */
export function addPack(
  gitDir: string,
  entries: readonly ForgedEntry[],
  index: { readonly isLarge?: boolean } = {},
): string {
  const { pack, offsets } = forgePack(entries)
  const folder = join(gitDir, 'objects', 'pack')
  const base = join(folder, `pack-${sha1(pack).toString('hex')}`)
  const oids = entries.map((entry) => entry.oid)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${base}.pack`, pack)
  writeFileSync(`${base}.idx`, forgeIndex({ ...index, oids, offsets, pack }))
  return base
}

/** A delta that states these sizes, followed by instructions. */
export function delta(baseSize: number, resultSize: number, ...ops: readonly number[]): Buffer {
  return Buffer.from([...encodeSize(baseSize), ...encodeSize(resultSize), ...ops])
}

function encodeSize(size: number): number[] {
  return size < 128 ? [size] : [(size % 128) | 0x80, ...encodeSize(Math.floor(size / 128))]
}

function encodeHeader(type: number, size: number): Buffer {
  const first = (type << 4) | (size % 16)
  const rest = Math.floor(size / 16)
  return Buffer.from(rest === 0 ? [first] : [first | 0x80, ...encodeSize(rest)])
}

function encodeDistance(distance: number): Buffer {
  const bytes = [distance % 128]
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest--
    bytes.unshift((rest % 128) | 0x80)
  }
  return Buffer.from(bytes)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function sha1(bytes: Uint8Array): Buffer {
  return createHash('sha1').update(bytes).digest()
}
