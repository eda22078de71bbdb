import type { ServerResponse } from 'node:http'

/** Smaller bodies are taken by the system at once. */
const MIN_HELD_BYTES = 1 << 16

/** What keeps bodies from piling up for clients that do not read them. */
export interface Outbox {
  /** To be called with each body that a response ends with. */
  hold(body: Buffer, response: ServerResponse): void
}

/**
 * Bodies that are being sent take `maxBytes` together, each counted once however many clients get it: beyond that, those
 * who get the one that was begun first are cut off.
 */
export function createOutbox({ maxBytes }: { readonly maxBytes: number }): Outbox {
  const readers = new Map<Buffer, Set<ServerResponse>>()
  let bytes = 0
  function release(body: Buffer): void {
    if (readers.delete(body)) bytes -= body.length
  }
  return {
    hold(body, response) {
      if (body.length < MIN_HELD_BYTES) return
      const responses = readers.get(body) ?? new Set()
      if (responses.size === 0) {
        readers.set(body, responses)
        bytes += body.length
      }
      responses.add(response)
      response.once('close', () => {
        responses.delete(response)
        if (responses.size === 0 && readers.get(body) === responses) release(body)
      })
      for (const [oldest, slow] of readers) {
        if (bytes <= maxBytes || oldest === body) return
        release(oldest)
        for (const socket of slow) socket.destroy()
      }
    },
  }
}
