import { executionAsyncResource } from 'node:async_hooks'

let tick: object | undefined

/**
 * Keeps `process.nextTick` quick as long as the process lives: a request to `node:http` needs about six. V8 drops the
 * shape of Node's tick objects once a garbage collection finds none alive, and what made them quickly never does so
 * again (0.3 us each instead of 0.05, seen with Node 20), so one of them is held on to.
 */
export function keepTicksQuick(): void {
  process.nextTick(() => {
    tick ??= executionAsyncResource()
  })
}
