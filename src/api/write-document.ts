import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { DocumentUnit, TranslationDocument } from '../../formats/document.ts'
import type { Conversion } from '../../formats/format.ts'
import type { WorkerPool } from '../catalog/updates/worker-pool.ts'
import { giveTurn } from '../run-yielding.ts'

/** What a worker thread writes: a document whose units come through a port that is closed after them. */
export interface WriteWork {
  /** Of the conversion. */
  readonly id: string
  readonly document: TranslationDocument
  readonly port: MessagePort
}

interface WriteOptions {
  readonly pool: Pick<WorkerPool, 'threads' | 'call'>
  readonly signal?: AbortSignal | undefined
}

/** What is written beside other work: some 20 ms. */
const MAX_COST_HERE = 100_000
/** A slice of units that is sent. */
const SLICE_COST = 500_000
const MAX_MS = 5 * 60_000

/** The file of a document, which a thread writes where it is long. Rejects as `WorkerPool.call` does. */
export async function writeDocument(
  document: TranslationDocument,
  conversion: Conversion,
  { pool, signal }: WriteOptions,
): Promise<Uint8Array> {
  if (pool.threads === 0 || isShort(document)) return encode(conversion.write(document))
  const { port1: port, port2 } = new MessageChannel()
  const work: WriteWork = { id: conversion.id, document: { ...document, units: [] }, port: port2 }
  const options = { signal, maxMs: MAX_MS, transferList: [port2] }
  const [written] = await Promise.all([
    pool.call<WriteWork, Uint8Array>('api/write-worker', work, options),
    send(document, port),
  ])
  return written
}

function isShort({ units }: TranslationDocument): boolean {
  let cost = 0
  return units.every((unit) => {
    cost += costOf(unit)
    return cost <= MAX_COST_HERE
  })
}

async function send({ units }: TranslationDocument, port: MessagePort): Promise<void> {
  try {
    for (const slice of slicesOf(units)) {
      port.postMessage(slice)
      await giveTurn()
    }
  } finally {
    port.close()
  }
}

export function encode(written: string | Uint8Array): Uint8Array {
  return typeof written === 'string' ? Buffer.from(written) : written
}

function* slicesOf(units: readonly DocumentUnit[]): Generator<readonly DocumentUnit[]> {
  let slice: DocumentUnit[] = []
  let cost = 0
  for (const unit of units) {
    slice.push(unit)
    cost += costOf(unit)
    if (cost < SLICE_COST) continue
    yield slice
    slice = []
    cost = 0
  }
  yield slice
}

/** In characters; what each unit takes beside its texts is as much as some hundred. */
function costOf({ sources, targets, note, context, flags }: DocumentUnit): number {
  const texts = [...sources, ...targets, note, context, flags]
  return texts.reduce((sum, text) => sum + text.length, 200)
}
