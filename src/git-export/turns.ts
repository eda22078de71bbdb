import PQueue from 'p-queue'
import { busy } from '../http/http-error.ts'

interface TurnsOptions {
  /** Of all clients at once. */
  readonly concurrency: number
  /** Of one client at once. */
  readonly perClient: number
  /** How many may wait: of all clients, and of one. */
  readonly maxWaiting: number
  readonly maxWaitingOfClient: number
}

/**
 * Returns the function that does work in the turn of a client, of whom only some is done at once: one client keeps no
 * others waiting. Rejects with HttpError (503) where too many wait, with the signal's reason, and as the work does.
 */
export function createTurns({
  concurrency,
  perClient,
  maxWaiting,
  maxWaitingOfClient,
}: TurnsOptions): (
  client: string,
  work: () => Promise<void>,
  signal: AbortSignal,
) => Promise<void> {
  const all = new PQueue({ concurrency })
  const own = new Map<string, PQueue>()
  let waiting = 0
  return async (client, work, signal) => {
    const turns = own.get(client) ?? new PQueue({ concurrency: perClient })
    if (waiting >= maxWaiting || turns.size >= maxWaitingOfClient) throw busy()
    own.set(client, turns)
    waiting += 1
    let isWaiting = true
    const begin = (): void => {
      if (isWaiting) waiting -= 1
      isWaiting = false
    }
    const inTurn = () => {
      begin()
      return work()
    }
    try {
      await turns.add(() => all.add(inTurn, { signal }), { signal })
    } finally {
      begin()
      if (turns.size + turns.pending === 0) own.delete(client)
    }
  }
}
