import { setImmediate as pause } from 'node:timers/promises'

/** How long reading may keep the event loop busy before others get a turn. */
const SLICE_MS = 10

/** Runs a generator to its end, giving others a turn every few milliseconds. */
export async function runYielding<T>(steps: Generator<void, T>): Promise<T> {
  let until = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await pause()
    until = performance.now() + SLICE_MS
  }
}

/** Runs a generator to its end, without a pause. */
export function runSync<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
