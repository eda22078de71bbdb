/** How long work may keep the event loop busy before others get a turn. */
const SLICE_MS = 10

let turnEnd: number | undefined

/** All work that begins in the same turn of the event loop has one slice of it. */
function endOfTurn(): number {
  if (turnEnd === undefined) {
    turnEnd = performance.now() + SLICE_MS
    setImmediate(() => {
      turnEnd = undefined
    })
  }
  return turnEnd
}

/** For work in many short pieces that are asynchronous: to be awaited after each, it gives others a turn where that is due. */
export async function giveTurn(): Promise<void> {
  if (performance.now() >= endOfTurn()) await nextTurn(TURNS_BETWEEN)
}

/**
 * Turns that others get between two slices. A turn accepts one connection (libuv since 1.45), so with one turn a hundred
 * connections a second could come while there is work. One in which nothing happens takes a microsecond.
 */
const TURNS_BETWEEN = 16

const waiting: { turnsLeft: number; readonly resolve: () => void }[] = []

/**
 * Resolves some turns of the event loop later. Those who wait go on one after the other, in their order, so that a turn
 * lasts no longer than one of their slices, however many they are.
 */
export function nextTurn(turns = 1): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ turnsLeft: turns, resolve })
    if (waiting.length === 1) setImmediate(beginTurn)
  })
}

function beginTurn(): void {
  const [first] = waiting
  if (first === undefined) return
  first.turnsLeft--
  if (first.turnsLeft === 0) {
    waiting.shift()
    first.resolve()
  }
  if (waiting.length > 0) setImmediate(beginTurn)
}
